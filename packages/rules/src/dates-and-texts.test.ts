import { expect, test } from 'vitest';
import { isControlName } from './control.ts';
import { isEmail, isUserEmail, passwordOfEmail } from './email.ts';
import { isReportDate, parseDay, parseReportDate } from './report-date.ts';
import { parseSnapshotTime } from './snapshot-time.ts';

test('a report date is accepted as a date string or 8 digits', () => {
  for (const text of ['2026-11-19', '20261119', '2026/11/19', '11/19/2026', '19 Nov 2026', 'November 19, 2026']) {
    expect(parseReportDate(text)).toBe('2026-11-19');
  }
  expect(parseReportDate('2026-2-3')).toBe('2026-02-03');
});

test('the day of a date string with a time is the one that is written', () => {
  for (const text of [
    '2026-11-19T23:30:00Z',
    '2026-11-19 23:30',
    'Thu Nov 19 2026 23:30:00 GMT-0600 (Central Standard Time)',
    'Thu, 19 Nov 2026 00:00:00 GMT',
    '11/19/2026, 11:30:00 PM',
  ]) {
    expect(parseReportDate(text)).toBe('2026-11-19');
  }
});

test('a word with a number is no date, though browsers read one', () => {
  for (const text of ['VERSION 2', 'MAR 5', 'Q3 2026', 'BOOK 12 2026', 'LIMIT 19 2026']) {
    expect(parseReportDate(text)).toBeUndefined();
  }
});

test('no day, and no day before 1900-02-01, is a report date', () => {
  for (const text of ['2026-02-30', '19000131', '', 'today', '1', '2026-13-01', '2026']) {
    expect(parseReportDate(text)).toBeUndefined();
  }
  expect(isReportDate('1900-02-01')).toBe(true);
});

test('any day is a day where it need not be one of a report', () => {
  expect(['1899-12-31', '0001-01-01', '19000131', '2026-02-30'].map((text) => parseDay(text))).toEqual([
    '1899-12-31',
    '0001-01-01',
    '1900-01-31',
    undefined,
  ]);
});

test('an email has a local part and dotted labels with a suffix of 2 to 24 letters, or an IP literal', () => {
  for (const text of ['a@b.co', "o'neil+x@mail.example.com", 'a@[127.0.0.1]', `a@b.${'c'.repeat(24)}`]) {
    expect(isEmail(text)).toBe(true);
  }
  for (const text of [
    'a',
    'a@b',
    'a@b.c',
    `a@b.${'c'.repeat(25)}`,
    '@b.co',
    'a b@c.de',
    'a@b..co',
    'a\r\n@b.co',
    'a@-b.co',
  ]) {
    expect(isEmail(text)).toBe(false);
  }
});

test("a password account's address holds its password", () => {
  expect(passwordOfEmail('Tr0ub4dor@is.password')).toBe('Tr0ub4dor');
  expect(passwordOfEmail('@is.password')).toBeUndefined();
  expect(isUserEmail('x y@is.password')).toBe(true);
  expect(passwordOfEmail('ann@acme.example')).toBeUndefined();
});

test('a snapshot time that is no HH:MM is 23:59', () => {
  expect(['00:00', '23:58', '24:00', '7:30', '12:60', ''].map(parseSnapshotTime)).toEqual([
    '00:00',
    '23:58',
    '23:59',
    '23:59',
    '23:59',
    '23:59',
  ]);
});

test('a control name starts with a letter and is at most 64 characters', () => {
  expect(['Comment', 'a.b_1', 'A'.repeat(64)].every(isControlName)).toBe(true);
  expect(['', '1a', 'a b', '[IS_MID_EDIT]', 'A'.repeat(65)].some(isControlName)).toBe(false);
});
