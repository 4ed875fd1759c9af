import { expect, test } from 'vitest';
import { nextTime, quietTime, timeDigits, timeOfDigits } from './publish-times.ts';

const clockAt = (iso: string) => ({ now: () => Date.parse(iso) });

test.each([
  ['the first version', '2026-11-23T10:00:00.000Z', undefined, '20261123100000000'],
  ['a clock that went on', '2026-11-23T10:00:00.250Z', '20261123100000000', '20261123100000250'],
  ['the same millisecond', '2026-11-23T10:00:00.000Z', '20261123100000000', '20261123100000001'],
  ['a clock that was set back', '2026-11-23T09:00:00.000Z', '20261123100000000', '20261123100000001'],
  ['the last millisecond of a year', '2026-12-31T23:59:59.999Z', '20261231235959999', '20270101000000000'],
  [
    'a clock that was set back over the end of a year',
    '2026-12-31T23:00:00.000Z',
    '20270101000000000',
    '20270101000000001',
  ],
  ['a time before that is none', '2026-11-23T10:00:00.000Z', 'soon', '20261123100000000'],
])('the next time: %s', (_, now, before, due) => {
  expect(nextTime(clockAt(now), before)).toBe(due);
});

test('a version of nobody is a millisecond later than the one before, whatever the clock says', () => {
  expect(quietTime(clockAt('2026-11-23T10:00:00.000Z'), '20261123095959999')).toBe('20261123100000000');
  expect(quietTime(clockAt('2026-11-23T10:00:00.000Z'), undefined)).toBe('20261123100000000');
});

test('digits and moments are the same thing', () => {
  const at = Date.parse('2026-02-28T23:59:59.999Z');
  expect(timeOfDigits(timeDigits(at))).toBe(at);
  expect(timeOfDigits('2026022823595999')).toBeNaN();
});
