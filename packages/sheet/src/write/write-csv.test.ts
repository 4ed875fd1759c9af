import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';
import { numericTexts } from './report-book.ts';
import { finish } from './test-support/finish.ts';
import { writeCsv } from './write-csv.ts';

function csv(rows: string, styles: readonly string[] = []): string {
  const page = { name: 'P', html: `<table><tbody>${rows}</tbody></table>`, styles };
  return finish(writeCsv(page, numericTexts([page]))).join('');
}

const row = (...cells: readonly string[]) => `<tr>${cells.join('')}</tr>`;
const text = (value: string) => `<td>${value}</td>`;
const number = (value: string) => `<td data-num="">${value}</td>`;

test.each([
  ['plain text', text('North'), 'North'],
  ['a drawing over a cell', text('<div data-drawing="d2"><svg><text>100</text></svg></div>7'), '7'],
  ['a comma', text('a,b'), '"a,b"'],
  ['quotes', text('a "b"'), '"a ""b"""'],
  ['a line break', text('a<br>b'), '"a\nb"'],
  ['entities', text('P&amp;L &lt;1'), 'P&L <1'],
  ['a formula', text('=1+1'), "'=1+1"],
  ['a plus', text('+1'), "'+1"],
  ['a minus', text('-cmd|x'), "'-cmd|x"],
  ['an at', text('@SUM(A1)'), "'@SUM(A1)"],
  ['a tab before a formula', '<td data-s="0">\t=1</td>', '"\'\t\'=1"'],
  ['a formula behind a space', '<td data-s="0"> =1+1</td>', "' =1+1"],
  ['a formula behind what nobody sees', text('\u200b=1+1'), "'\u200b=1+1"],
  ['a formula in wide letters', text('＝1+1'), "'＝1+1"],
  ['a semicolon', text('a;b'), '"a;b"'],
  ['a formula behind a semicolon', text('a;=1+1;b'), '"a;\'=1+1;b"'],
  ['a quoted formula behind a semicolon', text('a; "=1+1"'), '"a; ""\'=1+1"""'],
  ['a formula in a later line', text('a<br>=1+1'), '"a\n\'=1+1"'],
  ['numbers behind semicolons', text('1;-2; +3.5'), '"1;-2; +3.5"'],
  ['a negative number', number('-12.5'), '-12.5'],
  ['a negative amount with its unit', number('\u2212$1,240.5 k'), '"-$1,240.5 k"'],
  ['a number whose literals are a formula', number("=cmd|'/C calc'!A1"), "'=cmd|'/C calc'!A1"],
  ['a number that goes on as a formula', number("-1+cmd|'/C calc'!A"), "'-1+cmd|'/C calc'!A"],
  ['a number with another minus', number('−12.5'), '-12.5'],
  ['brackets', number('(1,240.00)'), '"(1,240.00)"'],
  ['a text in a numeric cell', number('-n/a'), "'-n/a"],
  ['a box to tick', text('<input type="checkbox" data-control="A" checked="">'), 'TRUE'],
])('%s', (_, cell, field) => {
  expect(csv(row(cell, text('end')), ['white-space:pre'])).toBe(`\ufeff${field},end\r\n`);
});

test('a page of more cells than a workbook takes is written', () => {
  const across = 1000;
  const wide = row(...Array.from({ length: across }, () => text('x')));
  const lines = csv(wide.repeat(limits.export.cells / across + 1)).split('\r\n');
  expect(lines).toHaveLength(limits.export.cells / across + 2);
});

test('a merged cell stands once, and every row has all columns', () => {
  const rows =
    row('<td rowspan="2">a</td>', '<td colspan="2">b</td>') +
    row(text('c'), text('d')) +
    row('<td></td>') +
    row(text('e'));
  expect(csv(rows)).toBe('\ufeffa,b,\r\n,c,d\r\n,,\r\ne,,\r\n');
});

test.each([
  [{ topic: 'DEMO/DESK/DAILY PNL', page: undefined, shownDate: null }, 'DEMO DESK DAILY PNL 2026-11-20 1432.xlsx'],
  [
    { topic: 'DEMO/DESK/DAILY', page: 'P/L: all?', shownDate: '2026-11-19' },
    'DEMO DESK DAILY P L all 2026-11-19 1432.xlsx',
  ],
  [{ topic: 'DEMO/DESK/A.', page: undefined, shownDate: null }, 'DEMO DESK A 2026-11-20 1432.xlsx'],
])('%j is named so', (about, name) => {
  expect(fileName({ ...about, publishedAt: new Date(2026, 10, 20, 14, 32), extension: 'xlsx' })).toBe(name);
});
