import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import type { CellStyle } from '../cell-style.ts';
import type { Cell, Sheet, Workbook } from '../model.ts';
import { readWorkbook } from '../publish-pages.ts';
import { makeBook, type ShownPage } from './report-book.ts';
import type { ReportFacts } from './report-facts.ts';
import { finish } from './test-support/finish.ts';
import { writeXlsx } from './write-xlsx.ts';

const facts: ReportFacts = {
  topic: 'DEMO/DESK/DAILY',
  publishedAt: new Date(2026, 10, 20, 14, 32, 5),
  sender: 'DEMO/desk',
  shownDate: null,
  metadata: { Desk: 'Rates' },
};

async function written(pages: readonly ShownPage[], about: Partial<ReportFacts> = {}): Promise<Workbook> {
  const book = finish(makeBook({ pages, facts: { ...facts, ...about }, baseUrl: 'https://portal.example' }));
  return readWorkbook(new Uint8Array(await new Blob(finish(writeXlsx(book))).arrayBuffer()));
}

function page(
  rows: string,
  { styles = [], table = '' }: { styles?: readonly string[]; table?: string } = {},
): ShownPage {
  return { name: 'Positions', html: `<table${table}><tbody>${rows}</tbody></table>`, styles };
}

function cellAt(sheet: Sheet | undefined, row: number, column: number): Cell | undefined {
  return sheet?.rows.find(({ number }) => number === row)?.cells.find((cell) => cell.column === column);
}

function lookAt(book: Workbook, row: number, column: number): CellStyle | undefined {
  return book.styles[cellAt(book.sheets[0], row, column)?.style ?? -1];
}

test('numeric cells are numbers under a format that shows their text, all others are text', async () => {
  const row =
    '<tr><td data-cell="A1" data-num="">(1,240.50)</td><td data-cell="B1">007</td><td data-cell="C1" data-num="">12.5%</td><td data-cell="D1" data-num="">2026-11-20</td><td data-cell="E1" data-num="">01/02/2026</td></tr>';
  const book = await written([page(row)]);
  const values = [1, 2, 3, 4, 5].map((column) => cellAt(book.sheets[0], 1, column)?.value);
  expect(values).toEqual([-1240.5, '007', 0.125, 46346, '01/02/2026']);
  expect([1, 3, 4].map((column) => lookAt(book, 1, column)?.format)).toEqual([
    '#,##0.00_);(#,##0.00)',
    '0.0%',
    'yyyy-mm-dd',
  ]);
});

test.each(['=1+1', '+SUM(A1)', '-cmd', '@now', '\t=1'])('the text %j stays text', async (text) => {
  const book = await written([
    page(`<tr><td data-cell="A1" data-s="0">${text}</td></tr>`, { styles: ['white-space:pre'] }),
  ]);
  expect(cellAt(book.sheets[0], 1, 1)?.value).toBe(text);
});

test('looks come along', async () => {
  const styles = [
    'background-color:#ffff00;color:#ff0000;font-weight:700;font-style:italic;text-align:center;border-block-end:2px solid #0000ff;border-inline-end:3px double #000000;white-space:pre-wrap',
  ];
  const book = await written([page('<tr><td data-cell="A1" data-s="0">a</td></tr>', { styles })]);
  const look = lookAt(book, 1, 1);
  expect(look?.font).toMatchObject({ isBold: true, isItalic: true, color: '#ff0000' });
  expect(look?.fill?.ground).toBe('#ffff00');
  expect(look?.borders.bottom).toEqual({ style: 'medium', color: '#0000ff' });
  expect(look?.borders.end?.style).toBe('double');
  expect(look?.align).toMatchObject({ horizontal: 'center', isWrapped: true });
});

test('pieces of a text keep their own looks', async () => {
  const book = await written([page('<tr><td data-cell="A1">one <b>two</b></td></tr>')]);
  const runs = cellAt(book.sheets[0], 1, 1)?.runs;
  expect(runs?.map(({ text, font }) => [text, font?.isBold ?? false])).toEqual([
    ['one ', false],
    ['two', true],
  ]);
});

test('merges, frozen rows and columns, widths, heights, direction and zoom come along', async () => {
  const html =
    '<table dir="rtl" data-freeze="1,1" data-zoom="85"><colgroup><col style="width:64px"><col style="width:100px"></colgroup><thead><tr style="height:40px"><th data-cell="A1" rowspan="2">a</th><th data-cell="B1">b</th></tr><tr><th data-cell="B2">c</th></tr></thead><tbody><tr><td data-cell="A3" colspan="2">d</td></tr></tbody></table>';
  const [sheet] = (await written([{ name: 'P', html, styles: [] }])).sheets;
  expect(sheet?.merges).toEqual([
    { top: 1, left: 1, bottom: 2, right: 1 },
    { top: 3, left: 1, bottom: 3, right: 2 },
  ]);
  expect(sheet?.freeze).toEqual({ row: 1, column: 1 });
  expect(sheet?.columns.map(({ width }) => Math.round((width ?? 0) * 7))).toEqual([64, 100]);
  expect([sheet?.rows[0]?.height, sheet?.isRightToLeft, sheet?.zoom]).toEqual([30, true, 85]);
  expect(cellAt(sheet, 2, 2)?.value).toBe('c');
});

test('frozen rows of a folded group stay frozen in an export, which does not count them', async () => {
  const row = (number: number, more = '') => `<tr${more}><td data-cell="A${number}">${number}</td></tr>`;
  const html = `<table data-freeze="3,0" data-outline="below after"><thead>${row(1, ' data-level="1" hidden=""')}${row(2, ' data-level="1" hidden=""')}${row(3)}</thead><tbody>${row(4)}</tbody></table>`;
  const book = await written([{ name: 'Positions', html, styles: [] }]);
  expect(book.sheets[0]?.rows.map(({ group }) => group?.isFolded)).toEqual([true, true, undefined, undefined]);
  expect(book.sheets[0]?.freeze).toEqual({ row: 3, column: 0 });
});

test('merges that lie upon each other on the page are cut, since no spreadsheet takes them', async () => {
  const rows =
    '<tr><td>a</td><td rowspan="3">b</td><td>c</td></tr><tr><td colspan="3">d</td></tr><tr><td rowspan="0">e</td></tr>';
  const [sheet] = (await written([page(rows)])).sheets;
  expect(sheet?.merges).toEqual([{ top: 1, left: 2, bottom: 3, right: 2 }]);
  expect([cellAt(sheet, 2, 1)?.value, cellAt(sheet, 3, 1)?.value]).toEqual(['d', 'e']);
});

test('a text longer than a cell takes is cut', async () => {
  const book = await written([page(`<tr><td>${'long '.repeat(8000)}<b>end</b></td></tr>`)]);
  expect(String(cellAt(book.sheets[0], 1, 1)?.value)).toHaveLength(limits.export.cellText);
});

test('web links are links, all others text alone', async () => {
  const links = ['https://a.example/x?a=1&amp;b=2', '/DEMO/DESK/WEEK', 'mailto:a@b.example', '#next'];
  const row = links.map((href, n) => `<td data-cell="${'ABCD'[n]}1"><a href="${href}">go</a></td>`).join('');
  const [sheet] = (await written([page(`<tr>${row}</tr>`)])).sheets;
  expect(sheet?.links.map(({ target }) => target)).toEqual([
    'https://a.example/x?a=1&b=2',
    'https://portal.example/DEMO/DESK/WEEK',
  ]);
});

test('names of sheets follow the rules of spreadsheets', async () => {
  const names = ['P/L [EUR]: all?', "'quoted'", 'a'.repeat(40), 'A'.repeat(40), 'Metadata (2)', '***', 'History'];
  const pages = names.map((name) => ({ ...page('<tr><td>x</td></tr>'), name }));
  const book = await written(pages);
  expect(book.sheets.map(({ name }) => name)).toEqual([
    'P L EUR all',
    'quoted',
    'a'.repeat(31),
    `${'A'.repeat(27)} (2)`,
    'Metadata (2)',
    'Page',
    'History (2)',
    'METADATA',
  ]);
});

test('the last sheet says what is shown and as of when', async () => {
  const metadata = { ...page('<tr><td>own</td></tr>'), name: 'METADATA' };
  const book = await written([page('<tr><td>x</td></tr>'), metadata], { shownDate: '2026-11-19' });
  const facts = book.sheets.at(-1)?.rows.map(({ cells }) => cells.map(({ value }) => value)) ?? [];
  expect(facts.filter(([label]) => label !== 'Time Zone:')).toEqual([
    ['Report:', 'DEMO/DESK/DAILY'],
    ['Published At:', 46346 + (14 * 3600 + 32 * 60 + 5) / 86_400],
    ['Published By:', 'DEMO/desk'],
    ['As Of:', 46345],
    ['All Metadata:'],
    ['Desk', 'Rates'],
    ['own'],
  ]);
});

test('the last sheet says of which moment of the past it is', async () => {
  const shownAt = new Date(2026, 10, 20, 14, 40);
  const book = await written([page('<tr><td>x</td></tr>')], { shownAt });
  const facts = book.sheets.at(-1)?.rows.map(({ cells }) => cells.map(({ value }) => value)) ?? [];
  expect(facts.find(([label]) => label === 'As Of:')).toEqual(['As Of:', 46346 + (14 * 60 + 40) / 1440]);
});

test('the last sheet of a report that was paused does not call it live', async () => {
  const book = await written([page('<tr><td>x</td></tr>')], { notLive: 'paused' });
  const facts = book.sheets.at(-1)?.rows.map(({ cells }) => cells.map(({ value }) => value)) ?? [];
  expect(facts.find(([label]) => label === 'As Of:')).toEqual(['As Of:', 'paused']);
});

test('texts around tables and tables without cell names are rows too', async () => {
  const html = '<h1>Title</h1><p>one<br>two</p><table><tbody><tr><th>a</th><td>1</td></tr></tbody></table><p>end</p>';
  const [sheet] = (await written([{ name: 'P', html, styles: [] }])).sheets;
  expect(sheet?.rows.map(({ number, cells }) => [number, ...cells.map(({ value }) => value)])).toEqual([
    [1, 'Title'],
    [2, 'one'],
    [3, 'two'],
    [5, 'a', '1'],
    [7, 'end'],
  ]);
});

test('a page of more cells than a file takes is refused with what to do', () => {
  const wide = `<tr>${'<td>x</td>'.repeat(1000)}</tr>`;
  const rows = wide.repeat(limits.export.cells / 1000 + 1);
  const work = makeBook({ pages: [page(rows)], facts, baseUrl: 'https://portal.example' });
  expect(() => finish(work)).toThrow('more than 500,000 cells: download one page instead');
});

test('what no part of a file can carry is left out of texts', async () => {
  const book = await written([page('<tr><td>a\u0001b _x0041_ \ud800</td></tr>')]);
  expect(cellAt(book.sheets[0], 1, 1)?.value).toBe('ab _x0041_ \ufffd');
  const formatted = await written([page('<tr><td data-num="">7\u0001k</td></tr>')]);
  expect(cellAt(formatted.sheets[0], 1, 1)?.value).toBeDefined();
});
