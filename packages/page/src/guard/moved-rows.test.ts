import type { GuardRule } from '@sheetwire/contract/guard/rules';
import type { Op } from '@sheetwire/contract/live';
import { expect, test } from 'vitest';
import { changedCells } from './changed-cells.ts';
import { judge } from './judge.ts';
import { namedTexts } from './named-texts.ts';
import { planOf } from './plan.ts';
import { standingAfter, standingOf } from './standing.ts';
import { guardedPage, type TestPage } from './test-page.ts';

const rest = {
  sender: 'ACME/bot',
  usual: new Set<string>(),
  today: '',
  bases: { open: undefined, snapshot: undefined },
};

function wordsOf(rules: GuardRule[], [was, now]: readonly [TestPage[], TestPage[]], ops?: readonly Op[]) {
  const plan = planOf(rules);
  const before = standingOf(plan, was.map(guardedPage));
  const pages = now.map(guardedPage);
  const after = standingAfter(plan, before, { pages, ops });
  const publish = { before, after, ...changedCells(plan, { before, pages, ops }), ...rest };
  return judge(plan, publish).map(({ words }) => words);
}

const rows = (...texts: string[]) => Object.fromEntries(texts.map((text, n) => [`A${n + 1}`, text]));
const page = (...texts: string[]): TestPage[] => [{ name: 'P', cells: rows(...texts) }];

test('a row that comes first changes no other cell, though all have other names', () => {
  const rules: GuardRule[] = [{ kind: 'changed', percent: 30, action: 'hold' }];
  expect(wordsOf(rules, [page('a', 'b', 'c', 'd'), page('new', 'a', 'b', 'c', 'd')])).toEqual([]);
  expect(wordsOf(rules, [page('a', 'b', 'c', 'd'), page('a', 'x', 'y', 'd')])).toHaveLength(1);
});

test('a rule without a page is about the first that everybody sees, not METADATA or a page of one user', () => {
  const rules: GuardRule[] = [{ kind: 'range', cell: 'A1', max: 10, action: 'hold' }];
  const more: TestPage[] = [
    { name: 'P', cells: rows('private'), user: 'ACME/ann' },
    { name: 'Metadata', cells: rows('99') },
  ];
  expect(
    wordsOf(rules, [
      [...more, ...page('1')],
      [...more, ...page('11')],
    ]),
  ).toEqual(['A1 on P is 11, above 10']);
  expect(
    wordsOf(rules, [
      [...more, ...page('1')],
      [...more, ...page('2')],
    ]),
  ).toEqual([]);
});

test('an error in a row that comes is new, and one that was there before is not', () => {
  const rules: GuardRule[] = [{ kind: 'errors', action: 'hold' }];
  const row = (text: string): Op[] => [[0, 'r', 0, 0, `<tr><td data-cell="A1">${text}</td></tr>`]];
  expect(wordsOf(rules, [page('a'), page('#REF!', 'a')], row('#REF!'))).toEqual(['#REF! on P is new']);
  expect(wordsOf(rules, [page('a'), page('b', 'a')], row('b'))).toEqual([]);
  expect(wordsOf(rules, [page('#N/A'), page('b', '#N/A')], row('b'))).toEqual([]);
});

test('texts know what changed since those before, however often they change', () => {
  const cells = Array.from({ length: 200 }, (_, n) => `A${n + 1}`);
  let texts = namedTexts(new Map(cells.map((cell) => [cell, '0'])));
  const first = texts;
  for (let n = 1; n < 200; n++) {
    const before = texts;
    texts = before.with(
      new Map([
        [`A${n}`, `${n}`],
        ['A200', '0'],
      ]),
    );
    expect(texts.changedSince(before)).toEqual([`A${n}`]);
    expect(texts.freshOf(cells, before)).toEqual([`A${n}`]);
    expect([texts.get(`A${n}`), texts.get('A200')]).toEqual([`${n}`, '0']);
  }
  expect(texts.changedSince(first)).toBeUndefined();
  expect(texts.freshOf(cells, first)).toHaveLength(199);
  expect(texts.freshOf(cells, undefined)).toHaveLength(200);
  expect(texts.with(new Map([['A1', '1']]))).toBe(texts);
});
