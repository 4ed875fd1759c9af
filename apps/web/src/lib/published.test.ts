import { afterEach, expect, test } from 'vitest';
import { exactLocalTime, localDay, localTime, parseWireTime } from './published.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

test('a wire time is an instant in UTC', () => {
  expect(parseWireTime('20261120143205218')?.toISOString()).toBe('2026-11-20T14:32:05.218Z');
});

test('no_time and malformed times are no instant', () => {
  expect(parseWireTime('no_time')).toBeUndefined();
  expect(parseWireTime('2026112014320521')).toBeUndefined();
  expect(parseWireTime('')).toBeUndefined();
});

test('today shows the time alone, another day its date too', () => {
  const at = new Date(2026, 10, 20, 14, 32, 5);
  expect(localTime(at, new Date(2026, 10, 20, 23, 59))).toBe('14:32:05');
  expect(localTime(at, new Date(2026, 10, 21, 0, 0))).toBe('2026-11-20 14:32:05');
});

test('the exact time names the day and the millisecond', () => {
  expect(exactLocalTime(new Date(2026, 10, 20, 14, 32, 5, 218))).toMatch(/^Friday,? 20 November 2026.*14:32:05\.218/);
});

test.each([
  ['Europe/London', '15:13:20', 'Monday 21 September 2026 at 15:13:20.005 GMT+1'],
  ['Asia/Kolkata', '19:43:20', 'Monday 21 September 2026 at 19:43:20.005 GMT+5:30'],
  ['Asia/Tokyo', '23:13:20', 'Monday 21 September 2026 at 23:13:20.005 GMT+9'],
  ['America/St_Johns', '11:43:20', 'Monday 21 September 2026 at 11:43:20.005 GMT-2:30'],
  ['Pacific/Kiritimati', '04:13:20', 'Tuesday 22 September 2026 at 04:13:20.005 GMT+14'],
  ['UTC', '14:13:20', 'Monday 21 September 2026 at 14:13:20.005 GMT'],
])('who goes to %s reads day and time of there, without a reload', (zone, time, exact) => {
  process.env.TZ = zone;
  const at = new Date('2026-09-21T14:13:20.005Z');
  expect([localTime(at, at), exactLocalTime(at).replace(',', '')]).toEqual([time, exact]);
});

test.each([
  ['America/New_York', '2026-11-01T04:59:59Z', '00:59:59'],
  ['America/New_York', '2026-11-01T05:30:30Z', '01:30:30 GMT-4'],
  ['America/New_York', '2026-11-01T06:30:30Z', '01:30:30 GMT-5'],
  ['America/New_York', '2026-11-01T07:00:00Z', '02:00:00'],
  ['America/New_York', '2026-03-08T06:59:59Z', '01:59:59'],
  ['America/New_York', '2026-03-08T07:00:00Z', '03:00:00'],
  ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', '01:45:00 GMT+11'],
  ['Australia/Lord_Howe', '2026-04-04T15:15:00Z', '01:45:00 GMT+10:30'],
  ['Antarctica/Troll', '2026-10-25T00:30:00Z', '02:30:00 GMT+2'],
  ['Antarctica/Troll', '2026-10-25T02:30:00Z', '02:30:00 GMT'],
  ['Antarctica/Troll', '2026-10-25T03:00:00Z', '03:00:00'],
])('in %s, of two times that clocks show alike %s is told by its zone', (zone, time, words) => {
  process.env.TZ = zone;
  expect(localTime(new Date(time), new Date(time))).toBe(words);
});

test('a local day is padded', () => {
  expect(localDay(new Date(2026, 0, 2))).toBe('2026-01-02');
});
