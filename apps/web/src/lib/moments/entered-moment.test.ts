import { afterEach, expect, test } from 'vitest';
import { enteredMoment, enteredTime } from './entered-moment.ts';

const now = new Date(2026, 10, 30, 14, 32, 5, 100);
const iso = (...at: [day: number, hours: number, minutes: number, seconds?: number, ms?: number]) => {
  const [day, hours, minutes, seconds = 0, ms = 0] = at;
  return new Date(2026, 10, day, hours, minutes, seconds, ms).toISOString();
};

test.each([
  ['14:00', iso(30, 14, 0)],
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
  expect(enteredMoment(typed, now)).toEqual(at && { at });
});

test.each([
  ['14:32:05', { at: iso(30, 14, 32, 5, 999) }],
  ['14:33', { fault: 'This time is in the future' }],
  ['24 Nov 2026', { fault: 'Add a time, such as 2026-11-24 17:00' }],
  ['', { fault: 'Enter a time as hh:mm:ss, or a day and a time' }],
])('a field for a time says of “%s” where that leads, or why nowhere', (typed, entered) => {
  expect(enteredTime(typed, now)).toEqual(entered);
});

const { TZ } = process.env;

afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

const skipped = { fault: 'This time does not exist: the clock went forward' };

test.each([
  ['America/Chicago', '2026-03-08 02:30', skipped],
  ['America/Chicago', '2026-03-08 02:59:59', skipped],
  ['America/Chicago', '2026-03-08 03:00', { at: '2026-03-08T08:00:00.000Z' }],
  ['America/Chicago', '2026-03-08 01:59:59', { at: '2026-03-08T07:59:59.999Z' }],
  ['America/Chicago', '2026-03-08 02:30 GMT-6', { at: '2026-03-08T08:30:00.000Z' }],
  ['America/Chicago', '2026-03-08T02:30-06:00', { at: '2026-03-08T08:30:00.000Z' }],
  ['Europe/London', '2026-03-29 01:15', skipped],
  ['Australia/Lord_Howe', '2026-10-04 02:15', skipped],
  ['Australia/Lord_Howe', '2026-10-04 02:30', { at: '2026-10-03T15:30:00.000Z' }],
  ['America/Chicago', '2026-11-29 24:00', { at: '2026-11-30T06:00:00.000Z' }],
])('in %s “%s” is a moment, unless the clock passed it by', (zone, typed, entered) => {
  process.env.TZ = zone;
  expect(enteredMoment(typed, new Date('2026-11-30T12:00:00Z'))).toEqual(entered);
});

test('a moment that is to come is none to go to, with a zone or without', () => {
  const future = { fault: 'This time is in the future' };
  expect(enteredMoment('2026-12-01 10:00', now)).toEqual(future);
  expect(enteredMoment('2027-01-01T00:00Z', now)).toEqual(future);
});
