import { strToU8, zipSync } from 'fflate';
import type { HostileFile } from './hostile-file.ts';
import { hostileOds } from './hostile-ods.ts';
import { hostileTexts } from './hostile-texts.ts';
import { type BookSource, buildXlsx, cellsXml, formatStyles } from './xlsx-builder.ts';

/** `count` pieces of XML by their number. */
function many(count: number, piece: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => piece(n)).join('');
}

function book(body: string, more: Partial<BookSource> = {}): Uint8Array {
  return buildXlsx({ sheets: [{ body }], ...more });
}

/** Rows that show the first shared text in each of 20 × `rows` cells. */
function sharedCells(rows: number, style = 0): string {
  const look = style > 0 ? ` s="${style}"` : '';
  return `<sheetData>${`<row>${`<c t="s"${look}><v>0</v></c>`.repeat(20)}</row>`.repeat(rows)}</sheetData>`;
}

const one = cellsXml([['one', 1]]);
const longText = 'x'.repeat(32_000);
const run = '<r><rPr><b/><color rgb="FFFF0000"/></rPr><t>a run of some words</t></r>';
const plainRun = '<r><rPr/><t>a</t></r>';
const rendered = /exceed 64 MiB: publish fewer sheets or a range/;

/** What is rendered grows far beyond the file. */
const rendering: readonly HostileFile[] = [
  {
    name: 'a long text in 20,000 cells',
    bytes: () => book(sharedCells(1000), { texts: `<si><t>${longText}</t></si>` }),
    sentence: rendered,
  },
  {
    name: 'a text of thousands of runs in 20,000 cells',
    bytes: () => book(sharedCells(1000), { texts: `<si>${run.repeat(4000)}</si>` }),
    sentence: rendered,
  },
  {
    name: 'runs that show nothing in 20,000 cells',
    bytes: () => book(sharedCells(1000), { texts: `<si>${'<r><rPr/><t></t></r>'.repeat(8000)}${plainRun}</si>` }),
    sentence: /text changes font too often: publish fewer sheets or a range/,
  },
  {
    name: 'a number format that repeats a text',
    bytes: () =>
      book(sharedCells(50, 1), { texts: `<si><t>${longText}</t></si>`, styles: formatStyles(['@'.repeat(255)]) }),
    sentence: /A cell shows more than 1,048,576 characters: shorten its text/,
  },
  {
    name: 'a number format of 255 characters in each of 140,000 cells',
    bytes: () => {
      const cells = '<c s="1"><v>123456.789</v></c>'.repeat(20);
      const rows = `<row>${cells}</row>`.repeat(7000);
      return book(`<sheetData>${rows}</sheetData>`, { styles: formatStyles([`0${'\\&'.repeat(127)}`]) });
    },
    sentence: /number formats are too long for so many cells: shorten them/,
  },
  {
    name: 'links of thousands of characters in every cell',
    bytes: () => {
      const links = many(20_000, (n) => `<hyperlink ref="A${n + 1}" r:id="far"/>`);
      const rows = '<row><c><v>1</v></c></row>'.repeat(20_000);
      const far = ['far', 'hyperlink', `https://example.com/${'a'.repeat(3900)}`] as const;
      const body = `<sheetData>${rows}</sheetData><hyperlinks>${links}</hyperlinks>`;
      return buildXlsx({ sheets: [{ body, relations: [far] }] });
    },
    sentence: rendered,
  },
  {
    name: 'links that all lie over the same cells',
    bytes: () => {
      const rows = cellsXml(Array.from({ length: 400 }, () => Array.from({ length: 20 }, () => 1)));
      const links = '<hyperlink ref="A1:XFD1048576" location="Sheet1!A1"/>'.repeat(50_000);
      return book(`${rows}<hyperlinks>${links}</hyperlinks>`);
    },
    sentence: /links in the workbook overlap too often: remove/,
  },
  {
    name: 'two cells at the far corners of a sheet',
    bytes: () =>
      book(
        '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"/></row></sheetData>'.replace(
          '<c r="XFD1048576"/>',
          '<c r="XFD1048576"><v>2</v></c>',
        ),
      ),
    sentence: /a report can have 500,000: set a print area, or publish a range/,
  },
  {
    name: 'more pages than a report has',
    bytes: () => buildXlsx({ sheets: Array.from({ length: 101 }, () => ({ body: one })) }),
    sentence: /makes more than 100 pages, the maximum for a report: choose the sheets/,
  },
  {
    name: 'cells of ten thousands of looks in tables',
    bytes: tableLooks,
    sentence: /have too many cell styles: publish fewer sheets/,
  },
];

/** Two tables of 60,000 cells, each cell with a style of its own. */
function tableLooks(): Uint8Array {
  const styles = 60_000;
  const row = (n: number) => `<row>${many(20, (c) => `<c s="${((n * 20 + c) % styles) + 1}"><v>1</v></c>`)}</row>`;
  const table = (top: number, bottom: number) =>
    `<table ref="A${top}:T${bottom}"><tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>`;
  return buildXlsx({
    sheets: [
      {
        body: `<sheetData>${many(6000, row)}</sheetData>`,
        relations: [
          ['t1', 'table', '../tables/table1.xml'],
          ['t2', 'table', '../tables/table2.xml'],
        ],
      },
    ],
    styles: `<cellXfs><xf/>${many(styles, (n) => `<xf fontId="${n}"/>`)}</cellXfs>`,
    parts: { 'xl/tables/table1.xml': table(1, 3000), 'xl/tables/table2.xml': table(3001, 6000) },
  });
}

/** Parts of the file that go on without end. */
const reading: readonly HostileFile[] = [
  {
    name: 'a number format longer than spreadsheets have',
    bytes: () => book(cellsXml([[[1, 1]]]), { styles: formatStyles(['0'.repeat(100_000)]) }),
    sentence: /number format of more than 255 characters: shorten it/,
  },
  {
    name: 'thousands of sections in a number format',
    bytes: () => book(cellsXml([[[1, 1]]]), { styles: formatStyles(['[Red]0;'.repeat(5000)]) }),
    sentence: /number format of more than 255 characters: shorten it/,
  },
  {
    name: 'more number formats than anybody uses',
    bytes: () => book(one, { styles: formatStyles(Array.from({ length: 5001 }, (_, n) => `0"${n}"`)) }),
    sentence: /more than 5,000 number formats: remove some/,
  },
  {
    name: 'cell styles without end',
    bytes: () => book(one, { styles: `<cellXfs>${'<xf/>'.repeat(70_001)}</cellXfs>` }),
    sentence: /too many cell styles: remove unused ones/,
  },
  {
    name: 'fonts without end',
    bytes: () => book(one, { styles: `<fonts>${'<font/>'.repeat(280_001)}</fonts>` }),
    sentence: /too many cell styles: remove unused ones/,
  },
  {
    name: 'one text of more runs than characters',
    bytes: () => book(one, { texts: `<si>${plainRun.repeat(32_768)}</si>` }),
    sentence: /more often than a cell can have characters: clear its formatting/,
  },
  {
    name: 'runs without end',
    bytes: () => book(one, { texts: `<si>${plainRun.repeat(1000)}</si>`.repeat(401) }),
    sentence: /changes font too often: clear the formatting within cells/,
  },
  {
    name: 'shared texts without end',
    bytes: () => book(one, { texts: '<si/>'.repeat(750_001) }),
    sentence: /too many texts to publish: publish a smaller workbook/,
  },
  {
    name: 'cells without end',
    bytes: () => book(`<sheetData>${`<row>${'<c/>'.repeat(1000)}</row>`.repeat(760)}</sheetData>`),
    sentence: /more than 750,000 cells: publish a smaller workbook/,
  },
  {
    name: 'rows without end',
    bytes: () => book(`<sheetData>${'<row r="1"/>'.repeat(1_200_001)}</sheetData>`),
    sentence: /has more than 1,200,000 rows: delete the empty ones/,
  },
  {
    name: 'a row beyond the last',
    bytes: () => book('<sheetData><row r="1048577"/></sheetData>'),
    sentence: /beyond the last row or column: save it again/,
  },
  {
    name: 'merged areas without end',
    bytes: () => book(`${one}<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(200_001)}</mergeCells>`),
    sentence: /more than 200,000 merged areas: publish a smaller workbook/,
  },
  {
    name: 'links without end',
    bytes: () => book(`${one}<hyperlinks>${'<hyperlink ref="A1"/>'.repeat(200_001)}</hyperlinks>`),
    sentence: /too many links: publish a smaller workbook/,
  },
  {
    name: 'names without end',
    bytes: () => book(one, { behind: `<definedNames>${many(20_001, named)}</definedNames>` }),
    sentence: /too many names: remove unused ones/,
  },
  {
    name: 'sheets without end',
    bytes: () => book(one, { behind: `<sheets>${'<sheet name="a"/>'.repeat(1001)}</sheets>` }),
    sentence: /more than 1000 sheets: publish a smaller workbook/,
  },
  {
    name: 'one large sheet that a hundred sheets name',
    bytes: () => {
      const sheets = many(100, () => '<sheet name="again" r:id="rId1"/>');
      return book(`<sheetData>${`<row>${'<c/>'.repeat(100)}</row>`.repeat(100)}</sheetData>`, {
        behind: `<sheets>${sheets}</sheets>`,
      });
    },
    sentence: /more than 750,000 cells: publish a smaller workbook/,
  },
  {
    name: 'relations without end',
    bytes: () => {
      const relations = '<Relationship Id="a" Type="a/table" Target="b"/>'.repeat(300_001);
      const part = `<Relationships>${relations}</Relationships>`;
      return book(one, { parts: { 'xl/worksheets/_rels/sheet1.xml.rels': part } });
    },
    sentence: /refers to too many parts: save it again/,
  },
  {
    name: 'tables without end',
    bytes: () => {
      const paths = Array.from({ length: 2001 }, (_, n) => `t${n}.xml`);
      const relations = paths.map((path, n) => [`r${n}`, 'table', path] as const);
      const parts = Object.fromEntries(paths.map((path) => [`xl/worksheets/${path}`, '<table ref="A1:A2"/>']));
      return buildXlsx({ sheets: [{ body: one, relations }], parts });
    },
    sentence: /more than 2,000 tables: publish a smaller workbook/,
  },
];

function named(n: number): string {
  return `<definedName name="n${n}">Sheet1!$A$1</definedName>`;
}

/** The container and its XML. */
const packing: readonly HostileFile[] = [
  {
    name: 'a sheet of nothing, packed a thousand times',
    bytes: () => book(`<sheetData>${'<a/>'.repeat(10_000_000)}</sheetData>`),
    sentence: /too large when unzipped: publish a smaller workbook/,
  },
  {
    name: 'a text of megabytes in one cell',
    bytes: () => book(`<sheetData><row><c t="str"><v>${'A'.repeat(8_000_000)}</v></c></row></sheetData>`),
    sentence: /larger than any cell can be: save it again/,
  },
  {
    name: 'an attribute of megabytes',
    bytes: () => book(`<sheetPr codeName="${'A'.repeat(8_000_000)}"/>${one}`),
    sentence: /larger than any cell can be: save it again/,
  },
  {
    name: 'entities that stand for one another',
    bytes: () => {
      const doctype = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(100)}">]>`;
      const sheet = `${doctype}<worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`;
      return book('', { parts: { 'xl/worksheets/sheet1.xml': sheet } });
    },
    sentence: /contains XML entities, which are not supported: save it again/,
  },
  {
    name: 'elements nested without end',
    bytes: () => book('<a>'.repeat(100_000)),
    sentence: /nested too deeply: save it again/,
  },
  {
    name: 'a zip file of more entries than a workbook has',
    bytes: () => zipSync(Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`${n}`, new Uint8Array()]))),
    sentence: /too large when unzipped: publish a smaller workbook/,
  },
  {
    name: 'zip files in a zip file',
    bytes: () => zipSync({ 'a.zip': zipSync({ 'b.zip': zipSync({ 'c.xml': strToU8(' '.repeat(1_000_000)) }) }) }),
    sentence: /contains no workbook: save it as \.xlsx/,
  },
];

/** Files that each must end in their sentence, whatever they do to the thread that reads them (safety 3). */
export const hostileBooks: readonly HostileFile[] = [
  ...rendering,
  ...reading,
  ...packing,
  ...hostileTexts,
  ...hostileOds,
];
