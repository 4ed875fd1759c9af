import { expect, test } from 'vitest';
import { enteredSides as entered, meantSides, shownSide } from './entered-sides.ts';
import { type AskedSides, choiceOf, firstSides, sidesOf } from './sides.ts';

const now = new Date(2026, 10, 23, 14, 32, 5);
const enteredSides = (sides: AskedSides) => entered(sides, now);
const iso = (...at: [number, number, number, number, number?]) => {
  const [day, hours, minutes, seconds, ms = 999] = at;
  return new Date(2026, 10, day, hours, minutes, seconds, ms).toISOString();
};

test('the fields take days in any form and the live report', () => {
  expect(enteredSides({ from: ' 20261119', to: 'LIVE ' })).toEqual({ sides: { from: '2026-11-19', to: 'live' } });
});

test('any day may be compared, also one before 1900, but not with itself', () => {
  expect(enteredSides({ from: '0001-01-01', to: '1899-12-31' })).toEqual({
    sides: { from: '0001-01-01', to: '1899-12-31' },
  });
  expect(enteredSides({ from: '2026-11-19', to: '11/19/2026' })).toEqual({
    faults: { to: 'Choose two different days or times' },
  });
});

test('each field says what it takes', () => {
  expect(enteredSides({ from: '', to: '2026-02-30' })).toEqual({
    faults: {
      from: 'From: enter a day as yyyy-mm-dd, a time as hh:mm:ss, both, or Live',
      to: 'To: enter a day as yyyy-mm-dd, a time as hh:mm:ss, both, or Live',
    },
  });
  expect(enteredSides({ from: 'yesterday', to: 'live' })).toEqual({
    faults: { from: 'From: enter a day as yyyy-mm-dd, a time as hh:mm:ss, both, or Live' },
  });
});

test('the fields begin with the newest snapshot and the live report, or with the day that is shown', () => {
  expect(firstSides(undefined, ['2026-11-18', '2026-11-20', '2026-11-19'])).toEqual({ from: '2026-11-20', to: 'live' });
  expect(firstSides('2026-11-18', ['2026-11-20'])).toEqual({ from: '2026-11-18', to: 'live' });
});

test('the earlier day is the older side whichever way round the two were entered', () => {
  expect(choiceOf({ from: 'live', to: '2026-11-18' }, undefined)).toEqual({ compare: '2026-11-18', date: undefined });
  expect(choiceOf({ from: '2026-11-20', to: '2026-11-18' }, undefined)).toEqual({
    compare: '2026-11-18',
    date: '2026-11-20',
  });
});

test('a day that is shown stays shown', () => {
  expect(choiceOf({ from: '2026-11-18', to: 'live' }, '2026-11-18')).toEqual({ compare: 'live', date: '2026-11-18' });
});

test('a field takes a time of today, of a day, or with its zone, and shows it as the strip does', () => {
  expect(enteredSides({ from: '9:05', to: ' 2026-11-22 23:59:58' })).toEqual({
    sides: { from: iso(23, 9, 5, 0, 0), to: iso(22, 23, 59, 58) },
  });
  expect(enteredSides({ from: '2026-11-20T08:00:00+01:00', to: 'live' })).toEqual({
    sides: { from: '2026-11-20T07:00:00.000Z', to: 'live' },
  });
  expect([shownSide(iso(23, 9, 5, 1), now), shownSide(iso(22, 9, 5, 1), now)]).toEqual([
    '09:05:01',
    '2026-11-22 09:05:01',
  ]);
});

test('what nobody typed over is meant to the millisecond, also on the next day', () => {
  const first = { from: iso(23, 9, 5, 1, 250), to: 'live' };
  const nextDay = new Date(2026, 10, 24, 10);
  for (const at of [now, nextDay]) {
    expect(meantSides(first, {}, at)).toEqual(first);
    expect(meantSides(first, { from: shownSide(first.from, at) }, at)).toEqual(first);
  }
  expect(meantSides(first, { from: '09:05:01' }, nextDay)).toEqual({ from: '09:05:01', to: 'live' });
});

test('a time that no clock shows, and one that is to come, are told', () => {
  expect(enteredSides({ from: '24:61', to: '2026-02-30 10:00' })).toMatchObject({
    faults: { from: expect.stringContaining('From: enter'), to: expect.stringContaining('To: enter') },
  });
  expect(enteredSides({ from: '14:32:05', to: '14:33' })).toEqual({ faults: { to: 'This time is in the future' } });
});

test('two moments are named together, a moment and a day apart, and the older side comes first', () => {
  const [early, late] = [iso(23, 9, 0, 0), iso(23, 10, 0, 0)];
  const both = choiceOf({ from: late, to: early }, undefined);
  expect(both).toEqual({ compare: `${early}..${late}`, date: undefined });
  expect(sidesOf(both)).toEqual({ older: early, newer: late });
  const withDay = choiceOf({ from: early, to: '2026-11-20' }, undefined);
  expect(withDay).toEqual({ compare: early, date: '2026-11-20' });
  expect(sidesOf(withDay)).toEqual({ older: '2026-11-20', newer: early });
  const withLive = choiceOf({ from: early, to: 'live' }, undefined);
  expect(withLive).toEqual({ compare: early, date: undefined });
  expect(sidesOf(withLive)).toEqual({ older: early, newer: undefined });
});
