import { expect, test } from 'vitest';
import { Budget } from './budget.ts';
import { quoted, WorkbookError } from './workbook-error.ts';

test('a budget gives what it has and then refuses with its sentence', () => {
  const budget = new Budget(10, 'There is too much of it: take less.');
  budget.spend(4);
  budget.ensure(6);
  budget.spend(6);
  expect(() => budget.ensure(1)).toThrow(WorkbookError);
  expect(() => budget.spend(1)).toThrow('There is too much of it: take less.');
});

test('a sentence quotes no more of a name than a line, and nothing that a terminal obeys', () => {
  expect(quoted('P&L, day')).toBe('P&L, day');
  expect(quoted('x'.repeat(1_000_000))).toBe(`${'x'.repeat(59)}…`);
  expect(quoted('a\u001b[2J\u009bb\nc')).toBe('a [2J b c');
});
