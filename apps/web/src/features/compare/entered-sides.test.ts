import { expect, test } from 'vitest';
import { enteredSides } from './entered-sides.ts';
import { choiceOf, firstSides } from './sides.ts';

test('the fields take days in any form and the live report', () => {
  expect(enteredSides({ from: ' 20261119', to: 'LIVE ' })).toEqual({ sides: { from: '2026-11-19', to: 'live' } });
});

test('any day may be compared, also one before 1900, but not with itself', () => {
  expect(enteredSides({ from: '0001-01-01', to: '1899-12-31' })).toEqual({
    sides: { from: '0001-01-01', to: '1899-12-31' },
  });
  expect(enteredSides({ from: '2026-11-19', to: '11/19/2026' })).toEqual({
    faults: { to: 'Choose two different days' },
  });
});

test('each field says what it takes', () => {
  expect(enteredSides({ from: '', to: '2026-02-30' })).toEqual({
    faults: { from: 'From: enter a day as yyyy-mm-dd, or Live', to: 'To: enter a day as yyyy-mm-dd, or Live' },
  });
  expect(enteredSides({ from: 'yesterday', to: 'live' })).toEqual({
    faults: { from: 'From: enter a day as yyyy-mm-dd, or Live' },
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
