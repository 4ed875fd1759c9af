import type { DiffEntry } from '@sheetwire/page/compare/diff-entries';
import { expect, test } from 'vitest';
import { changeName, countName, matches, placeName, sideName, spokenName } from './compare-words.ts';

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
  const now = new Date(2026, 10, 21, 10);
  const facts = { day: undefined, shownDate: null, time: '20261121090000000', version: 7 };
  expect(sideName(facts, now)).toMatch(/^Live .*\d\d:\d\d:\d\d$/);
  expect(sideName({ ...facts, day: '2026-11-20', shownDate: '2026-11-20' }, now)).toBe('2026-11-20');
  expect(sideName({ ...facts, day: '2026-11-20', shownDate: '2026-11-19' }, now)).toBe(
    '2026-11-19, the latest one before 2026-11-20',
  );
});

test('one difference is one', () => {
  expect([countName(0), countName(1), countName(1234)]).toEqual(['0 differences', '1 difference', '1,234 differences']);
});
