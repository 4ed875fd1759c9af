import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { plainStyle } from '../../read/styles.ts';
import { officeTheme } from '../../read/theme.ts';
import { RuleLooks } from '../apply-rules.ts';
import { HeldMap } from './held-map.ts';

test('whether a rule holds is known of no more places than it may keep', () => {
  const box = { top: 2, left: 3, bottom: 4, right: 5 };
  const within = new HeldMap(box, 9);
  for (const isHeld of [true, false, undefined]) {
    within.note(4, 5, isHeld);
    expect(within.at(4, 5)).toBe(isHeld);
  }
  for (const [row, column] of [
    [1, 5],
    [5, 3],
    [3, 2],
    [3, 6],
  ] as const) {
    within.note(row, column, true);
    expect(within.at(row, column)).toBeUndefined();
  }
  const beyond = new HeldMap(box, 8);
  beyond.note(2, 3, true);
  expect(beyond.at(2, 3)).toBeUndefined();
});

test('there are no more lists of formats than looks', () => {
  const looks = new RuleLooks([], plainStyle(officeTheme), []);
  const lists = Array.from({ length: limits.workbook.ruleLooks + 100 }, (_, n) => looks.listOf([n, n + 1]));
  expect(looks.listOf([3, 4])).toBe(3);
  expect(new Set(lists).size).toBe(limits.workbook.ruleLooks + 2);
  expect(lists.at(-1)).toBeUndefined();
});
