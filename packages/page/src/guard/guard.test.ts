import type { GuardRule } from '@sheetwire/contract/guard/rules';
import type { Op } from '@sheetwire/contract/live';
import { expect, test } from 'vitest';
import { changedCells } from './changed-cells.ts';
import { judge, severest } from './judge.ts';
import { planOf } from './plan.ts';
import { ruleFault, rulesFault, ruleWords } from './rule-words.ts';
import { saysDay } from './says-day.ts';
import { standingAfter, standingOf } from './standing.ts';
import { guardedPage, type TestPage } from './test-page.ts';

const bot = 'ACME/bot';

interface Judging {
  readonly ops?: readonly Op[];
  readonly sender?: string;
  readonly usual?: readonly string[];
  readonly open?: readonly TestPage[];
  readonly snapshot?: readonly TestPage[];
}

function wordsOf(rules: readonly GuardRule[], was: readonly TestPage[], now: readonly TestPage[], more: Judging = {}) {
  const plan = planOf(rules);
  const pagesOf = (pages: readonly TestPage[]) => pages.map(guardedPage);
  const before = was.length === 0 ? undefined : standingOf(plan, pagesOf(was));
  const pages = pagesOf(now);
  const after = standingAfter(plan, before, { pages, ops: more.ops });
  const publish = {
    before,
    after,
    ...changedCells(plan, { before, pages, ops: more.ops }),
    sender: more.sender ?? bot,
    usual: new Set(more.usual ?? [bot]),
    today: '2026-11-23',
    bases: {
      open: more.open && standingOf(plan, pagesOf(more.open)),
      snapshot: more.snapshot && standingOf(plan, pagesOf(more.snapshot)),
    },
  };
  return judge(plan, publish).map(({ words }) => words);
}

const one = (cells: Record<string, string>, name = 'Summary'): TestPage[] => [{ name, cells }];
const hold = { action: 'hold' } as const;

test('an error value is told where there was none, also while others stand', () => {
  const rules: GuardRule[] = [{ kind: 'errors', ...hold }];
  expect(wordsOf(rules, one({ A1: '1', A2: '#N/A' }), one({ A1: '#REF!', A2: '#N/A' }))).toEqual([
    '#REF! on Summary is new',
  ]);
  expect(wordsOf(rules, one({ A1: '1', A2: '#N/A' }), one({ A1: '2', A2: '#N/A' }))).toEqual([]);
  expect(wordsOf(rules, one({ A1: '1', A2: '#N/A' }), one({ A1: '#N/A', A2: '1' }))).toHaveLength(1);
  expect(wordsOf(rules, [], one({ A1: '#DIV/0!', A2: 'Err:522' }))).toEqual([
    '#DIV/0! and 1 more error on Summary are new',
  ]);
  expect(wordsOf(rules, one({ A1: '1' }), one({ A1: 'Ticket #A12' }))).toEqual([]);
});

test('a private page is the same for another account of its name, and nothing of it changed', () => {
  const pages = (user: string): TestPage[] => [
    ...one({ A1: 'all' }),
    { name: 'Own', cells: { A1: '1', A2: '2' }, user },
  ];
  const rules: GuardRule[] = [
    { kind: 'fewer', page: 'Own', percent: 20, ...hold },
    { kind: 'changed', percent: 20, ...hold },
    { kind: 'changed', page: 'Own', percent: 20, ...hold },
  ];
  expect(wordsOf(rules, pages('ACME/jane'), pages('ACME/jane[1764374400000]'))).toEqual([]);
  expect(wordsOf(rules, pages('ACME/jane'), pages('ACME/jan'))).not.toEqual([]);
});

test('an error that moves with its row is not new', () => {
  const rules: GuardRule[] = [{ kind: 'errors', ...hold }];
  const was = one({ A1: '1', A2: '#N/A' });
  const now = one({ A1: '1', A2: 'inserted', A3: '#N/A' });
  expect(wordsOf(rules, was, now)).toEqual([]);
  expect(wordsOf(rules, was, one({ A1: '1', A2: '#N/A', A3: '#N/A' }))).toHaveLength(1);
});

test('a number that moves by more than a set percentage is told, and one that is gone', () => {
  const rules: GuardRule[] = [{ kind: 'moved', cell: 'A1', percent: 10, ...hold }];
  expect(wordsOf(rules, one({ A1: '1,000.00' }), one({ A1: '1,300.00' }))).toEqual([
    'A1 on Summary moved from 1,000.00 to 1,300.00: 30%',
  ]);
  expect(wordsOf(rules, one({ A1: '1,000' }), one({ A1: '1,100' }))).toEqual([]);
  expect(wordsOf(rules, one({ A1: '-5' }), one({ A1: '5' }))).toHaveLength(1);
  expect(wordsOf(rules, one({ A1: '0' }), one({ A1: '5' }))).toEqual(['A1 on Summary moved from 0 to 5: from zero']);
  expect(wordsOf(rules, one({ A1: '12' }), one({ A1: 'n/a' }))).toEqual([
    'A1 on Summary shows “n/a” instead of a number',
  ]);
  expect(wordsOf(rules, one({ A1: '12' }), one({ B1: '12' }))).toEqual(['There is no cell A1 on page Summary']);
  expect(wordsOf(rules, one({ A1: 'title' }), one({ A1: '12' }))).toEqual([]);
});

test('a move is measured from the open of the day or the snapshot of yesterday, and silent without one', () => {
  const rules: GuardRule[] = [
    { kind: 'moved', cell: 'A1', percent: 10, since: 'open', ...hold },
    { kind: 'moved', cell: 'A1', percent: 10, since: 'snapshot', ...hold },
  ];
  const [was, now] = [one({ A1: '105' }), one({ A1: '112' })];
  expect(wordsOf(rules, was, now)).toEqual([]);
  expect(wordsOf(rules, was, now, { open: one({ A1: '100' }), snapshot: one({ A1: '110' }) })).toEqual([
    'A1 on Summary moved from 100 to 112: 12%',
  ]);
  expect(wordsOf(rules, was, was, { open: one({ A1: '1' }) })).toEqual([]);
});

test('a cell or a range is held within its bounds when it changes', () => {
  const rules: GuardRule[] = [{ kind: 'range', cell: 'A1:B2', min: 0, max: 100, ...hold }];
  const fine = { A1: 'Name', B1: '5', A2: '', B2: '100' };
  expect(wordsOf(rules, one(fine), one({ ...fine, B1: '100.01', B2: '-1' }))).toEqual([
    'B1 on Summary is 100.01, above 100, and 1 more',
  ]);
  expect(wordsOf(rules, one({ ...fine, B1: '101' }), one({ ...fine, B1: '101', B2: '7' }))).toEqual([]);
  expect(wordsOf(rules, one(fine), one({ ...fine, B2: '(3)' }))).toEqual(['B2 on Summary is (3), below 0']);
  expect(wordsOf(rules, one(fine), one({ C9: '1' }))).toEqual(['There is no cell A1:B2 on page Summary']);
});

test('a figure does not leave its bounds unseen by being shown in thousands or millions', () => {
  const rules = (min: number, max: number): GuardRule[] => [{ kind: 'range', cell: 'A1', min, max, ...hold }];
  expect(wordsOf(rules(500, 1_000_000), one({ A1: '950,000' }), one({ A1: '1.2m' }))).toEqual([
    'A1 on Summary is 1.2m, above 1000000',
  ]);
  expect(wordsOf(rules(500, 1_000_000), one({ A1: '950,000' }), one({ A1: '951k' }))).toEqual([]);
  expect(wordsOf(rules(1, 5), one({ A1: '4.2m' }), one({ A1: '900,000' }))).toEqual([
    'A1 on Summary is 900,000, below 1',
  ]);
  expect(wordsOf(rules(1, 5), one({ A1: '4.2m' }), one({ A1: '4.9m' }))).toEqual([]);
  expect(wordsOf(rules(1, 5), [], one({ A1: '4.2m' }))).toEqual([]);
});

test('rows and pages that become fewer are told', () => {
  const rows = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`A${n + 1}`, `${n}`]));
  const rules: GuardRule[] = [{ kind: 'fewer', percent: 20, ...hold }];
  expect(wordsOf(rules, one(rows(10)), one(rows(8)))).toEqual([]);
  expect(wordsOf(rules, one(rows(10)), one(rows(5)))).toEqual(['Summary has 5 of 10 rows left: 50% fewer']);
  const two = [...one(rows(1)), ...one(rows(1), 'Detail')];
  expect(wordsOf(rules, two, one(rows(1)))).toEqual(['1 of 2 pages is left']);
  expect(wordsOf([{ kind: 'fewer', page: 'detail', percent: 50, ...hold }], two, one(rows(1)))).toEqual([
    'Page Detail is gone',
  ]);
});

test('what moved by little more than a rule allows is never told as if it were allowed', () => {
  const moved = (percent: number): GuardRule[] => [{ kind: 'moved', cell: 'A1', percent, ...hold }];
  expect(wordsOf(moved(10), one({ A1: '100' }), one({ A1: '110.001' }))).toEqual([
    'A1 on Summary moved from 100 to 110.001: just over 10%',
  ]);
  expect(wordsOf(moved(0), one({ A1: '1,000,000' }), one({ A1: '1,000,001' }))).toEqual([
    'A1 on Summary moved from 1,000,000 to 1,000,001: less than 0.01%',
  ]);
});

test('a page that a rule names and that is gone is told with every publish', () => {
  const kinds: GuardRule[] = [
    { kind: 'errors', page: 'Detail', ...hold },
    { kind: 'fewer', page: 'Detail', percent: 20, ...hold },
    { kind: 'changed', page: 'Detail', percent: 20, ...hold },
    { kind: 'range', page: 'Detail', cell: 'A1', min: 0, ...hold },
  ];
  const both = [...one({ A1: '1' }), ...one({ A1: '1' }, 'Detail')];
  expect(wordsOf(kinds, both, both)).toEqual([]);
  const gone = Array.from({ length: 4 }, () => 'Page Detail is gone');
  expect(wordsOf(kinds, both, one({ A1: '1' }))).toEqual(gone);
  expect(wordsOf(kinds, one({ A1: '1' }), one({ A1: '2' }))).toEqual(gone);
  const ops: Op[] = [[0, 'c', 0, '2']];
  expect(wordsOf(kinds, one({ A1: '1' }), one({ A1: '2' }), { ops })).toEqual(gone);
});

test('too many cells that change at once are told, by steps and by whole pages alike', () => {
  const rules: GuardRule[] = [{ kind: 'changed', percent: 50, ...hold }];
  const was = one({ A1: '1', A2: '2', A3: '3', A4: '4' });
  const now = one({ A1: '9', A2: '9', A3: '9', A4: '4' });
  expect(wordsOf(rules, was, now)).toEqual(['3 of 4 cells changed at once: 75%']);
  const ops: Op[] = [0, 1, 2].map((n) => [0, 'c', n, '9']);
  expect(wordsOf(rules, was, now, { ops })).toEqual(['3 of 4 cells changed at once: 75%']);
  expect(wordsOf(rules, was, one({ A1: '9', A2: '9', A3: '3', A4: '4' }))).toEqual([]);
});

test('a total that is not the sum of its parts is told, but for what rounding takes', () => {
  const rules: GuardRule[] = [{ kind: 'sum', cell: 'A4', of: 'A1:A3', ...hold }];
  expect(wordsOf(rules, [], one({ A1: '0.1', A2: '0.2', A3: '0.3', A4: '0.6' }))).toEqual([]);
  expect(wordsOf(rules, [], one({ A1: '1.25', A2: '2.25', A3: '-', A4: '3.51' }))).toEqual([]);
  expect(wordsOf(rules, [], one({ A1: '1', A2: '2', A3: '3', A4: '9' }))).toEqual([
    'A4 on Summary is 9, but A1:A3 adds up to 6',
  ]);
});

test('an as-of cell names today in whatever way dates are written', () => {
  const rules: GuardRule[] = [{ kind: 'asof', cell: 'A1', ...hold }];
  for (const text of [
    '2026-11-23',
    'As of 23 Nov 2026 14:32',
    '23/11/2026',
    '11/23/26',
    '23.11.2026',
    'Monday, November 23, 2026',
    '20261123',
    'Mon 23-Nov',
    '23. November 2026',
    '23 de noviembre de 2026',
    'Nov 23',
  ])
    expect([text, wordsOf(rules, [], one({ A1: text }))]).toEqual([text, []]);
  for (const text of ['2026-11-22', '22 Nov 2026', '22/11/2026', '23 Nov 2025', '24.11.2026'])
    expect([text, wordsOf(rules, [], one({ A1: text }))]).toEqual([
      text,
      [`A1 on Summary says ${text}; today is 2026-11-23`],
    ]);
  expect(wordsOf(rules, [], one({ A1: '14:32:05' }))).toEqual(['A1 on Summary shows no date']);
  expect(saysDay('1,234.56', '2026-11-23')).toBe('none');
});

test('another publisher than the usual ones is told', () => {
  const rules: GuardRule[] = [{ kind: 'publisher', ...hold }];
  const page = one({ A1: '1' });
  expect(wordsOf(rules, page, page, { sender: 'ACME/eve' })).toEqual(['ACME/eve published, not ACME/bot']);
  expect(wordsOf(rules, page, page)).toEqual([]);
  expect(wordsOf(rules, [], page, { sender: 'ACME/eve', usual: [] })).toEqual([]);
  expect(wordsOf([{ kind: 'publisher', of: 'acme/bot, ACME/second', ...hold }], page, page)).toEqual([]);
});

test('of the actions of broken rules the severest counts', () => {
  const broken = (action: GuardRule['action']) => ({ rule: 0, action, words: '' });
  expect(severest([])).toBeUndefined();
  expect(severest([broken('warn')])).toBe('warn');
  expect(severest([broken('warn'), broken('refuse'), broken('hold')])).toBe('refuse');
});

test('what is wrong with a rule is said in a sentence', () => {
  const faults: [GuardRule, string][] = [
    [{ kind: 'moved', cell: 'A1', ...hold }, 'a rule of kind moved needs percent'],
    [{ kind: 'errors', cell: 'A1', ...hold }, 'a rule of kind errors takes no cell'],
    [{ kind: 'errors', page: ' ', ...hold }, 'page is empty; leave it out'],
    [{ kind: 'publisher', of: '', ...hold }, 'of is empty; leave it out'],
    [{ kind: 'range', cell: 'A1', ...hold }, 'give min, max or both'],
    [{ kind: 'range', cell: 'A1', min: 5, max: 1, ...hold }, 'min must not be above max'],
    [{ kind: 'fewer', percent: 100, ...hold }, 'percent must be less than 100 in a rule of kind fewer'],
    [{ kind: 'moved', cell: 'A1', percent: -1, ...hold }, 'percent must be 0 or more'],
    [{ kind: 'moved', cell: 'A1', percent: 2e6, ...hold }, 'percent must be at most 1,000,000'],
    [{ kind: 'asof', cell: 'A1:A2', ...hold }, 'cell must be one cell, not a range'],
    [
      { kind: 'range', cell: 'A1:B', min: 1, ...hold },
      'cell must be a cell such as B4 or a range such as B4:B20, not “A1:B”',
    ],
    [{ kind: 'range', cell: 'A1:ZZ9999', min: 1, ...hold }, 'cell may name at most 2000 cells'],
  ];
  for (const [rule, words] of faults) expect(ruleFault(rule)).toBe(words);
  expect(
    rulesFault([
      { kind: 'errors', ...hold },
      { kind: 'moved', ...hold },
    ]),
  ).toBe('Rule 2: a rule of kind moved needs cell');
  expect(rulesFault([{ kind: 'errors', ...hold }])).toBeUndefined();
});

test('a rule is read as a sentence', () => {
  expect(ruleWords({ kind: 'moved', page: 'P', cell: 'B4', percent: 10, since: 'open', ...hold })).toBe(
    'B4 on P moves by more than 10% since the first version of the day',
  );
  expect(ruleWords({ kind: 'range', cell: 'B4', min: 1, max: 2, ...hold })).toBe('B4 is below 1 or above 2');
});
