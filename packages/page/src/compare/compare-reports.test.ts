import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySheetPlan, sheetHtml } from '../page-builders.ts';
import { toRowGrid } from '../row-grid.ts';
import { compareReports, type PageComparison, type ReportSide } from './compare-reports.ts';

const limits = { listed: 5000, cells: 500_000 };
const side = (pages: Record<string, string>, styles: readonly string[] = []): ReportSide => ({
  pageNames: Object.keys(pages),
  pages: Object.values(pages),
  styles: Object.keys(pages).map(() => styles),
});

function compared(older: string, newer: string): PageComparison {
  const [page] = compareReports(side({ Prices: older }), side({ Prices: newer }), limits) ?? [];
  if (!page) throw new Error('Nothing was compared');
  return page;
}

const head = '<tr><th data-cell="A1">Instrument</th><th data-cell="B1">Mid</th></tr>';
const line = (n: number, name: string, mid: string) =>
  `<tr><td data-cell="A${n}">${name}</td><td data-cell="B${n}" data-num="" data-s="0">${mid}</td></tr>`;
const sheet = (...rows: string[]) => `<table data-freeze="1,0"><tbody>${head}${rows.join('')}</tbody></table>`;
const list = ({ entries }: PageComparison) =>
  entries.map(({ kind, what, row, column, was, now, change }) =>
    [kind, what, row, column, was, now, change].filter(Boolean).join(' | '),
  );

test('a page that did not change is shown as it is', () => {
  fc.assert(
    fc.property(anySheetPlan.map(sheetHtml), (html) => {
      const page = compared(html, html);
      expect([page.html, page.total]).toEqual([html, 0]);
    }),
    { numRuns: 30 },
  );
});

test('the marked page is the newer one when its marks and the rows that went are taken away', () => {
  fc.assert(
    fc.property(anySheetPlan.map(sheetHtml), anySheetPlan.map(sheetHtml), (older, newer) => {
      const { html } = compared(older, newer);
      const rest = html
        .replaceAll(/<tr(?: style="[^"]*")? data-diff="removed".*?<\/tr>/gs, '')
        .replaceAll(/ data-(?:diff|diff-n|was|change)="[^"]*"/g, '');
      expect(rest).toBe(newer);
      expect(toRowGrid({ html }, { label: '' }).rowCount).toBe(html.split('<tr').length - 1);
    }),
    { numRuns: 40 },
  );
});

test('a changed number is listed with its row, its column and how much it changed', () => {
  const page = compared(sheet(line(2, 'USD 2Y', '3.6095')), sheet(line(2, 'USD 2Y', '3.6120')));
  expect(list(page)).toEqual(['changed | cell | USD 2Y | Mid | 3.6095 | 3.6120 | +0.0025 (+0.07%)']);
  expect(page.entries[0]?.cell).toBe('B2');
  expect(page.html).toContain(
    'data-s="0" data-diff="changed" data-diff-n="0" data-was="3.6095" data-change="+0.0025 (+0.07%)">3.6120<',
  );
});

test('rows that came and went stand where they belong, and the old look comes behind the new', () => {
  const older = side({ Prices: sheet(line(2, '2Y', '1'), line(3, '5Y', '2'), line(4, '10Y', '3')) }, ['color:red']);
  const newer = side({ Prices: sheet(line(2, '2Y', '1'), line(3, '7Y', '9'), line(4, '10Y', '3')) }, ['color:blue']);
  const [page] = compareReports(older, newer, limits) ?? [];
  expect(page?.styles).toEqual(['color:blue', 'color:red']);
  expect(page && list(page)).toEqual(['removed | row | 5Y', 'added | row | 7Y']);
  expect(page?.html).toContain(
    '<tr data-diff="removed" data-diff-n="0"><td>5Y</td><td data-num="" data-s="1">2</td></tr><tr data-diff="added" data-diff-n="1">',
  );
});

test('a control of a row that is no more is its value, in words', () => {
  const control = '<select data-control="Side"><option>Buy</option><option selected="">Sell &amp; go</option></select>';
  const page = compared(sheet(line(2, '2Y', '1'), line(3, '5Y', control)), sheet(line(2, '2Y', '1')));
  expect(page.html).toContain('>Sell &amp; go</td>');
  expect(page.html).not.toContain('select');
});

test('what lies around tables is compared line by line', () => {
  const older = `<h1>Desk</h1><p>Closed</p><p>Old</p>${sheet()}`;
  const page = compared(older, `<h1>Desk</h1><p>Open</p><p>Old</p>${sheet()}<p>New</p>`);
  expect(list(page)).toEqual(['changed | text | Closed | Open', 'added | text | New']);
});

test('a table that is no more stands struck at the end, one that came is new row by row', () => {
  const other = '<table><tbody><tr><th>Desk</th><th>Limit</th></tr><tr><td>Rates</td><td>200</td></tr></tbody></table>';
  const gone = compared(`${sheet(line(2, '2Y', '1'))}${other}`, sheet(line(2, '2Y', '1')));
  expect(list(gone)).toEqual(['removed | row | Desk', 'removed | row | Rates']);
  expect(gone.html).toMatch(
    /<tr data-diff="removed" data-diff-n="1"><td>Rates<\/td><td>200<\/td><\/tr><\/tbody><\/table>$/,
  );
  const came = compared(sheet(line(2, '2Y', '1')), `${other}${sheet(line(2, '2Y', '1'))}`);
  expect(list(came)).toEqual(['added | row | Desk', 'added | row | Rates']);
});

test('a page of one side only is told as a whole', () => {
  const pages = compareReports(
    side({ A: '<p>a</p>', Old: '<p>o</p>' }),
    side({ New: '<p>n</p>', a: '<p>a</p>' }),
    limits,
  );
  expect(pages?.map(({ name, side: of, total }) => [name, of, total])).toEqual([
    ['New', 'newer', 1],
    ['a', 'both', 0],
    ['Old', 'older', 1],
  ]);
});

test('beyond the list differences are counted and marked', () => {
  const rows = (by: number) => Array.from({ length: 9 }, (_, n) => line(n + 2, `Row ${n}`, String(n + by)));
  const [page] =
    compareReports(side({ A: sheet(...rows(0)) }), side({ A: sheet(...rows(1)) }), { ...limits, listed: 4 }) ?? [];
  expect([page?.entries.length, page?.total]).toEqual([4, 9]);
  expect(page?.html.match(/data-was=/g)).toHaveLength(9);
});

test('a report with too many cells is not compared', () => {
  const large = side({ A: sheet(line(2, 'a', '1')) });
  expect(compareReports(large, large, { ...limits, cells: 3 })).toBeUndefined();
});
