import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyOps, type PageBody } from './ops.ts';
import { anySheetPlan, sheetHtml } from './page-builders.ts';
import { pageDiff } from './page-diff.ts';

const row = (n: number, value = n) => `<tr><th>Row ${n}</th><td data-s="0">${value}</td></tr>`;
const page = (rows: readonly string[], styles: readonly string[] = ['color:red']): PageBody => ({
  html: `<h1>Desk</h1><table><tbody>${rows.join('')}</tbody></table>`,
  styles,
});
const rows = Array.from({ length: 12 }, (_, n) => row(n));

test('what differs between two fetches leads from one to the other', () => {
  const anyPage = anySheetPlan.map((plan): PageBody => ({ html: sheetHtml(plan), styles: ['a:b', 'c:d'] }));
  fc.assert(
    fc.property(anyPage, anyPage, (from, to) => {
      expect(applyOps([from], pageDiff(from, to, 0))).toEqual([to]);
    }),
  );
});

test('equal pages differ in nothing', () => {
  expect(pageDiff(page(rows), page(rows), 0)).toEqual([]);
});

test('a changed text is one cell', () => {
  expect(pageDiff(page(rows), page(rows.with(3, row(3, 99))), 2)).toEqual([[2, 'c', 7, '99']]);
});

test('a changed style number goes with its cell', () => {
  const next = rows.with(3, row(3).replace('data-s="0"', 'data-s="1"'));
  expect(pageDiff(page(rows), page(next, ['color:red', 'color:blue']), 0)).toEqual([
    [0, 's', 1, 'color:blue'],
    [0, 'c', 7, '3', 1],
  ]);
});

test('rows that came are put in, rows that went are taken out', () => {
  expect(pageDiff(page(rows), page(rows.toSpliced(5, 0, row(50))), 0)).toEqual([[0, 'r', 5, 0, row(50)]]);
  expect(pageDiff(page(rows), page(rows.toSpliced(5, 2)), 0)).toEqual([[0, 'r', 5, 2, '']]);
});

test('a number that fell below zero takes its row along, and no more of the page', () => {
  const red = '<tr><th>Row 3</th><td data-ink="red" data-s="0">-3</td></tr>';
  expect(pageDiff(page(rows), page(rows.with(3, red).with(9, row(9, 99))), 0)).toEqual([
    [0, 'r', 3, 1, red],
    [0, 'c', 19, '99'],
  ]);
});

test('a page that got a column is the whole page', () => {
  const wide = page(rows.map((one) => one.replace('</tr>', '<td data-s="0">new</td></tr>')));
  expect(pageDiff(page(rows), wide, 0)).toEqual([[0, 'p', wide.html]]);
});

test('another structure is the whole page', () => {
  const to = { html: '<p>Gone</p>', styles: ['color:red'] };
  expect(pageDiff(page(rows), to, 0)).toEqual([[0, 'p', to.html]]);
});
