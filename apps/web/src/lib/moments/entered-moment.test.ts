import { expect, test } from 'vitest';
import { enteredMoment, enteredTime } from './entered-moment.ts';

const now = new Date(2026, 10, 30, 14, 32, 5, 100);
const iso = (...at: [day: number, hours: number, minutes: number, seconds?: number, ms?: number]) => {
  const [day, hours, minutes, seconds = 0, ms = 0] = at;
  return new Date(2026, 10, day, hours, minutes, seconds, ms).toISOString();
};

test.each([
  ['17:00', iso(30, 17, 0)],
  [' 9:05:07 ', iso(30, 9, 5, 7, 999)],
  ['2026-11-24 17:00', iso(24, 17, 0)],
  ['20261124 17:00:05', iso(24, 17, 0, 5, 999)],
  ['2026/11/24 17:00', iso(24, 17, 0)],
  ['24 Nov 2026, 17:00', iso(24, 17, 0)],
  ['2026-11-24T17:00:05', iso(24, 17, 0, 5, 999)],
  ['2026-11-24T17:00:00-05:00', '2026-11-24T22:00:00.000Z'],
  ['2026-11-01 01:30:30 GMT-5', '2026-11-01T06:30:30.999Z'],
  ['2026-11-01 01:30:30 GMT+5:30', '2026-10-31T20:00:30.999Z'],
  ['2026-11-01 01:30 GMT', '2026-11-01T01:30:00.000Z'],
  ['2026-11-01 01:30 GMT:30', undefined],
  ['2026-11-24', undefined],
  ['2026-02-30 10:00', undefined],
  ['24:61', undefined],
  ['2026-11-2417:00', undefined],
  ['2026-11-24 5:00 PM', undefined],
  ['quarter past nine', undefined],
])('“%s” names the moment of its day, of today where it has none', (typed, at) => {
  expect(enteredMoment(typed, now)).toBe(at);
});

test.each([
  ['14:32:05', { at: iso(30, 14, 32, 5, 999) }],
  ['14:33', { fault: 'This time is in the future' }],
  ['24 Nov 2026', { fault: 'Add a time, such as 2026-11-24 17:00' }],
  ['', { fault: 'Enter a time as hh:mm:ss, or a day and a time' }],
])('a field for a time says of “%s” where that leads, or why nowhere', (typed, entered) => {
  expect(enteredTime(typed, now)).toEqual(entered);
});
