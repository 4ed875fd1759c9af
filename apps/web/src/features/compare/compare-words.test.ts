import type { DiffEntry } from '@sheetwire/page/compare/diff-entries';
import { expect, test } from 'vitest';
import {
  changeName,
  countName,
  matches,
  placeName,
  refusalWords,
  sideName,
  sideNote,
  spokenName,
} from './compare-words.ts';

const now = new Date(2026, 10, 21, 10);
const cell: DiffEntry = {
  kind: 'changed',
  what: 'cell',
  row: 'USD 2Y',
  column: 'Mid',
  cell: 'C2',
  was: '3.6095',
  now: '3.6120',
  change: '+0.0025 (+0.07%)',
};

test('a difference is told by its place and by what became of it', () => {
  expect([placeName(cell), changeName(cell)]).toEqual(['USD 2Y · Mid', '3.6095 → 3.6120  +0.0025 (+0.07%)']);
  expect(spokenName(cell)).toBe('USD 2Y · Mid: was 3.6095, is 3.6120, +0.0025 (+0.07%)');
  const row: DiffEntry = { ...cell, kind: 'removed', what: 'row' };
  expect([placeName(row), changeName(row)]).toEqual(['USD 2Y', 'Row removed']);
  expect(changeName({ ...cell, kind: 'added' })).toBe('Added: 3.6120');
  expect(changeName({ ...cell, kind: 'removed' })).toBe('Removed: 3.6095');
});

test('a filter finds differences by any words of their lines', () => {
  expect(matches(cell, 'mid usd')).toBe(true);
  expect(matches(cell, 'c2 3.609')).toBe(true);
  expect(matches(cell, 'eur')).toBe(false);
});

test('a side is live with its time, or the day of the snapshot that is really shown', () => {
  const facts = { day: undefined, shownDate: null, time: '20261121090000000', version: 7 };
  expect(sideName(facts, now)).toMatch(/^Live .*\d\d:\d\d:\d\d$/);
  expect(sideName({ ...facts, day: '2026-11-20', shownDate: '2026-11-20' }, now)).toBe('2026-11-20');
  const earlier = { ...facts, day: '2026-11-20', shownDate: '2026-11-19' };
  expect(sideName(earlier, now)).toBe('2026-11-19');
  expect(sideNote(earlier, now)).toBe('No snapshot on 2026-11-20, so this is 2026-11-19');
  const own = { ...earlier, shownDate: '2026-11-20' };
  expect([sideNote(facts, now), sideNote(own, now)]).toEqual([undefined, undefined]);
});

test('a moment whose version is no longer kept is named by the version before it, and that is said', () => {
  const at = (second: number) => new Date(2026, 10, 21, 9, 30, second).toISOString();
  const side = { day: at(59), shownDate: null, time: '20261121090000000', version: 7 };
  expect([sideName(side, now), sideNote(side, now)]).toEqual(['09:30:59', undefined]);
  const thinned = { ...side, shownAt: at(29) };
  expect([sideName(thinned, now), sideNote(thinned, now)]).toEqual([
    '09:30:29',
    'No version is kept from 09:30:59, so this is 09:30:29',
  ]);
});

test('why there is no comparison is told as it is: no snapshot, an empty one, or one for both', () => {
  const missing = { state: 'missing', day: '1899-12-31', shownDate: null } as const;
  expect(refusalWords(missing, undefined, now)).toBe('There is no snapshot on or before 1899-12-31.');
  expect(refusalWords(missing, '2026-11-09', now)).toBe(
    'There is no snapshot on or before 1899-12-31. The first one is from 2026-11-09.',
  );
  expect(refusalWords({ ...missing, shownDate: '1899-12-30' }, undefined, now)).toBe(
    'The snapshot of 1899-12-30 is empty.',
  );
  expect(refusalWords({ ...missing, day: undefined }, undefined, now)).toBe('The live report is empty.');
  expect(refusalWords({ state: 'same', shownDate: '2026-11-19' }, undefined, now)).toContain('2026-11-19');
});

test('one difference is one', () => {
  expect([countName(0), countName(1), countName(1234)]).toEqual(['0 differences', '1 difference', '1,234 differences']);
});

test('a moment is told by its time, with the day unless it is today', () => {
  const facts = { shownDate: null, time: '20261121090000000', version: 7 };
  const at = (day: number) => new Date(2026, 10, day, 9, 5, 1).toISOString();
  expect([sideName({ ...facts, day: at(21) }, now), sideName({ ...facts, day: at(20) }, now)]).toEqual([
    '09:05:01',
    '2026-11-20 09:05:01',
  ]);
  expect(sideNote({ ...facts, day: at(20) }, now)).toBeUndefined();
  const missing = { state: 'missing', day: at(20), shownDate: null } as const;
  expect(refusalWords(missing, '2026-11-09', now)).toBe(
    'No version is kept from 2026-11-20 09:05:01, or the report was empty then.',
  );
  expect(refusalWords({ state: 'same-version', time: 'no_time' }, undefined, now)).toBe(
    'Both sides show the same version.',
  );
});
