import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { buildOds, odsCell, odsRow, odsTable } from '../test-support/ods-builder.ts';
import { buildXlsx, escaped } from '../test-support/xlsx-builder.ts';
import { LiveBook } from '../values/live-book.ts';

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
const shows = (cell: string, formula: string, attributes = '') =>
  `<c r="${cell}" t="str"><f${attributes}>${escaped(formula)}</f><v>shown</v></c>`;

/** Where the cells of column C lead, where column A has keys and B the parts of an address. */
async function linksOf(cells: readonly string[], state?: 'hidden') {
  const row = (cell: string, n: number) =>
    `<row r="${n}">${text(`A${n}`, `KEY-${n}`)}${text(`B${n}`, 'https://portal.example/')}${cell}</row>`;
  const body = `<sheetData>${cells.map((cell, n) => row(cell, n + 1)).join('')}</sheetData>`;
  const sheets = [
    { body, ...(state && { state }) },
    { name: 'Other', body: '<sheetData/>' },
  ];
  return linksIn(buildXlsx({ sheets }));
}

async function linksIn(bytes: Uint8Array) {
  const { pages, notShown = [] } = renderPages(await readWorkbook(bytes));
  const found = (pages[0]?.html ?? '').matchAll(/data-cell="(\w+)"[^>]*><a href="([^"]*)"/g);
  return {
    links: Object.fromEntries(Array.from(found, ([, cell, href]) => [cell, href])),
    lost: notShown.map(({ sheet, what, count, why }) => `${sheet} ${count} ${what}: ${why}`),
  };
}

test('a formula leads to the whole of its target', async () => {
  const { links, lost } = await linksOf([
    shows('C1', 'HYPERLINK("https://jira.example/browse/"&A1,A1)'),
    shows('C2', 'HYPERLINK(B2&A2)'),
    shows('C3', 'HYPERLINK("https://plain.example/","a ""name""")'),
    shows('C4', ' HYPERLINK( "https://plain.example/" )'),
    shows('C5', 'HYPERLINK("#Other!B"&2,"there")'),
    shows('C6', 'HYPERLINK(B6,NOPE(1))'),
  ]);
  expect(links).toEqual({
    C1: 'https://jira.example/browse/KEY-1',
    C2: 'https://portal.example/KEY-2',
    C3: 'https://plain.example/',
    C4: 'https://plain.example/',
    C5: '#other',
    C6: 'https://portal.example/',
  });
  expect(lost).toEqual([]);
});

test('a link leads where the branch leads that is taken', async () => {
  const { links, lost } = await linksOf([
    shows('C1', 'IF(A1="","",HYPERLINK("https://jira.example/"&A1,A1))'),
    shows('C2', 'IF(A2="KEY-2","",HYPERLINK("https://jira.example/"&A2,A2))'),
    shows('C3', 'IFERROR(HYPERLINK(VLOOKUP(A3,A1:B9,2,FALSE),A3),"none")'),
  ]);
  expect(links).toEqual({ C1: 'https://jira.example/KEY-1', C3: 'https://portal.example/' });
  expect(lost).toEqual([]);
});

test('each cell of a shared formula leads to its own target', async () => {
  const { links } = await linksOf([
    shows('C1', 'HYPERLINK(B1&A1)', ' t="shared" si="0" ref="C1:C3"'),
    shows('C2', '', ' t="shared" si="0"'),
    shows('C3', '', ' t="shared" si="0"'),
  ]);
  expect(links).toEqual({
    C1: 'https://portal.example/KEY-1',
    C2: 'https://portal.example/KEY-2',
    C3: 'https://portal.example/KEY-3',
  });
});

test('a link without a target is text and named, unless its sheet is hidden', async () => {
  const cells = [
    shows('C1', 'HYPERLINK(NOPE(A1),"x")'),
    shows('C2', 'HYPERLINK("https://a.example/")&HYPERLINK("https://b.example/"&A2)'),
    shows('C3', 'HYPERLINK("")'),
  ];
  const { links, lost } = await linksOf(cells);
  expect(links).toEqual({});
  expect(lost).toEqual([
    'Sheet1 1 links: The function NOPE is not evaluated.',
    'Sheet1 1 links: Their formulas lead to more than one address.',
  ]);
  expect((await linksOf(cells, 'hidden')).lost).toEqual([]);
});

test('a target that is no address to follow is text', async () => {
  const { links, lost } = await linksOf([
    shows('C1', 'HYPERLINK("javascript:"&"alert(1)","x")'),
    shows('C2', 'HYPERLINK("file:///c:/"&A2,"x")'),
  ]);
  expect(links).toEqual({});
  expect(lost).toEqual([' 2 links: They lead to files or places outside the report.']);
});

test('formulas of OpenDocument lead to their targets', async () => {
  const cell = (formula: string) => odsCell('shown', `table:formula="${escaped(formula)}"`);
  const row = (formula: string, n: number) => odsRow(odsCell(`KEY-${n}`) + cell(formula));
  const { links, lost } = await linksIn(
    buildOds({
      body: odsTable(
        row('of:=HYPERLINK("https://jira.example/"&[.A1];[.A1])', 1) +
          row('of:=HYPERLINK("https://plain.example/";"x")', 2) +
          row('of:=HYPERLINK("#Sheet1.A2";"x")', 3) +
          row('of:=HYPERLINK(INDEX([.A1]~[.A2];1);"x")', 4),
      ),
    }),
  );
  expect(links).toEqual({ B1: 'https://jira.example/KEY-1', B2: 'https://plain.example/', B3: '#A2' });
  expect(lost).toEqual(['Sheet1 1 links: Their formulas cannot be read.']);
});

test('a link follows the values that its formula reads', async () => {
  const body = `<sheetData><row r="1">${text('A1', 'KEY-1')}${shows('B1', 'HYPERLINK("https://jira.example/"&A1,"x")')}</row></sheetData>`;
  const now = new Date(2026, 10, 28);
  const head = { topic: 'A/B/C', metadata: {} };
  const bytes = buildXlsx({ sheets: [{ name: 'S', body }] });
  const book = await LiveBook.read({ bytes, name: 'book.xlsx', selection: {}, records: [] }, { now });
  book.render(head, now);
  const next = book.with([{ name: 'S', cells: [['A1', 'KEY-9']] }])?.book;
  const sent = new TextDecoder().decode(next?.render(head, now).body().body);
  expect(sent).toContain('https://jira.example/KEY-9');
  expect(sent).not.toContain('KEY-1');
});
