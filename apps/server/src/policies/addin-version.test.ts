import { expect, test } from 'vitest';
import { mayTouchAdministered } from './addin-version.ts';

test.each(['1.2.0-rc1', '1.2.0-0', '1.2.0-zz.9', '1.2-beta', '1.2.0-rc.1+build.9', '1.1.99999', '1.1.9.9', '0.9.9'])(
  'an add-in %s is below 1.2.0',
  (version) => {
    expect(mayTouchAdministered(version)).toBe(false);
  },
);

test.each(['1.2.0', '1.2', '1.2.0+rc1', '1.2.0.0', '1.2.0.17', '1.2.1-rc1', '1.10.0', '2.0.0-alpha', '1.3-beta'])(
  'an add-in %s is 1.2.0 or later',
  (version) => {
    expect(mayTouchAdministered(version)).toBe(true);
  },
);

const none = [
  '',
  '9',
  '9.',
  '.9.9',
  '9..9',
  '9.9.9.9.9',
  ' 9.9.9',
  'v9.9.9',
  '9.9.9 ',
  '9.9.9-',
  '9.9.9-a..b',
  '9.9.9-rc 1',
  '9.9.9+',
  '9.9.9+a+b',
  '9.9.9junk',
  '-9.9.9',
  '1e9.0.0',
  '9.9.\u0669',
  'NaN.0.0',
  '9999999.0.0',
  `9.9.9-${'a.'.repeat(100_000)}`,
  '9'.repeat(100_000),
];

test('what is no version is below every one', () => {
  expect(none.filter(mayTouchAdministered)).toEqual([]);
});

test('who is no add-in has no version to be too old', () => {
  expect(mayTouchAdministered(null)).toBe(true);
});
