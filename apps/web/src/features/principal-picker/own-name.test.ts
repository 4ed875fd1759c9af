import { expect, test } from 'vitest';
import { ownName } from './own-name.ts';
import { principalIcon } from './principal-icon.ts';

test('the reader’s own entity is left out, another one is not', () => {
  expect(ownName('ACME/jane.doe', 'ACME')).toBe('jane.doe');
  expect(ownName('ACME/RATES/DAILY', 'ACME')).toBe('RATES/DAILY');
  expect(ownName('DEMO/jane.doe', 'ACME')).toBe('DEMO/jane.doe');
  expect(ownName('ACME/jane.doe', '')).toBe('ACME/jane.doe');
});

test('a user and a group have their own icons', () => {
  expect(['ACME/jane.doe', 'ACME/RISK TEAM', 'ACME/[ALL]'].map(principalIcon)).toEqual(['person', 'people', 'people']);
});
