import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { ruleFault } from '@sheetwire/page/guard/rule-words';
import { expect, test } from 'vitest';
import { checkEntry, entryOf, newEntry, type RuleEntry } from './rule-entry.ts';

const entry = (over: Partial<RuleEntry>): RuleEntry => ({ ...newEntry, percent: '', ...over });
const faults = (over: Partial<RuleEntry>) => checkEntry(entry(over)).faults;

const rules: readonly GuardRule[] = [
  { kind: 'errors', action: 'refuse' },
  { kind: 'errors', page: 'Curve', action: 'hold' },
  { kind: 'moved', cell: 'B4', percent: 0.5, since: 'open', action: 'hold' },
  { kind: 'range', cell: 'B4:B9', min: -1, max: 2.5, page: 'P', action: 'warn' },
  { kind: 'range', cell: 'Total', max: 0, action: 'warn' },
  { kind: 'fewer', percent: 20, since: 'snapshot', action: 'hold' },
  { kind: 'changed', percent: 50, page: 'P', action: 'hold' },
  { kind: 'sum', cell: 'B9', of: 'B2:B8', action: 'hold' },
  { kind: 'sum', cell: 'B9', of: 'B2:B8', percent: 1, action: 'hold' },
  { kind: 'asof', cell: 'A1', action: 'refuse' },
  { kind: 'publisher', action: 'warn' },
  { kind: 'publisher', of: 'ACME/bot, ACME/ann', action: 'hold' },
];

test.each(rules)('a rule of kind $kind is shown in the form and comes out of it as it was', (rule) => {
  expect(ruleFault(rule)).toBeUndefined();
  expect(checkEntry(entryOf(rule))).toEqual({ rule });
});

test('what is missing or wrong is said of its field', () => {
  expect(faults({ kind: 'moved' })).toEqual({
    cell: 'Enter a cell, such as B4, or a range, such as B4:B20.',
    percent: 'Enter a percentage, such as 10.',
  });
  expect(faults({ kind: 'moved', cell: 'B4', percent: 'ten' })).toEqual({
    percent: 'Enter a percentage, such as 10 or 0.5.',
  });
  expect(faults({ kind: 'changed', percent: '100' })).toEqual({ percent: 'Enter less than 100.' });
  expect(faults({ kind: 'asof', cell: 'A1:A2' })).toEqual({ cell: 'Enter one cell, such as B4, not a range.' });
  expect(faults({ kind: 'moved', cell: 'A1:Z999', percent: '1' })).toEqual({
    cell: 'Too many cells. Name fewer of them.',
  });
  expect(faults({ kind: 'range', cell: 'B4' })).toEqual({ min: 'Enter a lowest or a highest value.' });
  expect(faults({ kind: 'range', cell: 'B4', min: '3', max: '2' })).toEqual({
    max: 'The highest value is below the lowest.',
  });
  expect(faults({ kind: 'sum', cell: 'B4' })).toHaveProperty('of');
  for (const min of ['Infinity', '1e999', '0x10', '1,000']) {
    expect(faults({ kind: 'range', cell: 'B4', min })).toEqual({ min: 'Enter a number, such as 2.5.' });
  }
  expect(faults({ kind: 'moved', cell: 'B4', percent: '2000000' })).toEqual({
    '': 'This rule cannot be used: percent must be at most 1,000,000.',
  });
});

test('what another kind needs is left out, a percent sign and a true minus are understood', () => {
  expect(checkEntry(entry({ kind: 'errors', cell: 'B4', percent: 'x', min: 'y' }))).toEqual({
    rule: { kind: 'errors', action: 'hold' },
  });
  expect(checkEntry(entry({ kind: 'moved', cell: ' B4 ', percent: '10 %' }))).toMatchObject({
    rule: { cell: 'B4', percent: 10 },
  });
  expect(checkEntry(entry({ kind: 'range', cell: 'B4', min: '−2' }))).toMatchObject({ rule: { min: -2 } });
});

test('the rule that a new form begins with wants only its cell', () => {
  expect(checkEntry({ ...newEntry, cell: 'B4' })).toEqual({
    rule: { kind: 'moved', cell: 'B4', percent: 10, since: 'version', action: 'hold' },
  });
});
