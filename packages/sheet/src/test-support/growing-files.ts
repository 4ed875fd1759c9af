import { zipSync } from 'fflate';
import { book, type GrowingFile, many, number, rows } from './growing-book.ts';
import { growingRules } from './growing-rules.ts';
import { growingOpenDocuments, growingTexts } from './growing-texts.ts';
import { buildXlsx, escaped, formatStyles } from './xlsx-builder.ts';

const text = (value: string) => `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
const run = '<r><rPr><b/></rPr><t>a</t></r>';

const cells: readonly GrowingFile[] = [
  { name: 'numbers', size: 500, bytes: (size) => book(rows(size, () => number.repeat(10))) },
  { name: 'one row of columns', size: 8000, bytes: (size) => book(rows(1, () => number.repeat(size))) },
  {
    name: 'long texts with empty cells between them',
    size: 4000,
    bytes: (size) => book(rows(1, () => `${text('a long text '.repeat(20))}<c/><c/>`.repeat(size))),
  },
  { name: 'texts of signs to escape', size: 300, bytes: (size) => book(rows(size, () => text('&<>"'.repeat(100)))) },
  {
    name: 'a text shared by cells',
    size: 500,
    bytes: (size) =>
      book(
        rows(size, () => '<c t="s"><v>0</v></c>'),
        { texts: `<si><t>${'x'.repeat(4000)}</t></si>` },
      ),
  },
  {
    name: 'runs of texts',
    size: 150,
    bytes: (size) => book(rows(size, () => `<c t="inlineStr"><is>${run.repeat(40)}</is></c>`)),
  },
  {
    name: 'runs of one text',
    size: 8000,
    bytes: (size) => book(rows(1, () => `<c t="inlineStr"><is>${run.repeat(size)}</is></c>`)),
  },
  {
    name: 'rows in falling order',
    size: 3000,
    bytes: (size) => book(`<sheetData>${many(size, (n) => `<row r="${size - n}">${number}</row>`)}</sheetData>`),
  },
  {
    name: 'rows that repeat',
    size: 12_000,
    bytes: (size) => book(`<sheetData>${'<row r="1"><c/></row>'.repeat(size)}</sheetData>`),
  },
  {
    name: 'formulas of links',
    size: 2000,
    bytes: (size) => book(rows(size, () => `<c t="str"><f>HYPERLINK("${'a'.repeat(200)}")</f><v>x</v></c>`)),
  },
  {
    name: 'links whose targets are evaluated',
    size: 1000,
    bytes: (size) =>
      book(
        rows(
          size,
          (n) => `<c><v>${n}</v></c><c t="str"><f>HYPERLINK("https://a.example/"&amp;A${n + 1},A1)</f><v>x</v></c>`,
        ),
      ),
  },
  {
    name: 'rows of a formula that leaves doubles out',
    size: 2000,
    bytes: (size) =>
      book(
        rows(
          size,
          (n) =>
            `<c><v>${n}</v></c>${n === 0 ? `<c><f t="array" ref="B1:B${size}">_xlfn.UNIQUE(A1:A${size})</f></c>` : ''}`,
        ),
      ),
  },
  {
    name: 'dates',
    size: 2500,
    bytes: (size) =>
      book(
        rows(size, (n) => `<c s="1"><v>${n}.5</v></c>`),
        { styles: formatStyles(['dddd d mmmm yyyy hh:mm:ss']) },
      ),
  },
];

const looks: readonly GrowingFile[] = [
  {
    name: 'number formats, each in a cell',
    size: 400,
    bytes: (size) =>
      book(
        rows(size, (n) => `<c s="${n + 1}"><v>${n}</v></c>`),
        {
          styles: formatStyles(Array.from({ length: size }, (_, n) => `[Red]0.00" ${n} ";-#,##0.0`)),
        },
      ),
  },
  {
    name: 'the sections and escapes of a number format',
    size: 120,
    bytes: (size) =>
      book(
        rows(1500, (n) => `<c s="1"><v>${n}</v></c>`),
        { styles: formatStyles([`0${'\\-'.repeat(size / 2)}`]) },
      ),
  },
  {
    name: 'looks, each in a cell',
    size: 1000,
    bytes: (size) => {
      const fonts = many(
        size,
        (n) => `<font><sz val="${8 + (n % 40)}"/><color rgb="${(n + 0x100000).toString(16)}"/></font>`,
      );
      const styles = `<fonts>${fonts}</fonts><cellXfs>${many(size, (n) => `<xf fontId="${n}"/>`)}</cellXfs>`;
      return book(
        rows(size, (n) => `<c s="${n}"><v>1</v></c>`),
        { styles },
      );
    },
  },
  {
    name: 'stops of a gradient',
    size: 3000,
    bytes: (size) => {
      const stops = many(size, (n) => `<stop position="${n / size}"><color rgb="ff0000"/></stop>`);
      const styles = `<fills><fill><gradientFill>${stops}</gradientFill></fill></fills><cellXfs><xf/><xf fillId="0"/></cellXfs>`;
      return book(
        rows(50, () => '<c s="1"><v>1</v></c>'),
        { styles },
      );
    },
  },
  {
    name: 'tables below one another',
    size: 120,
    bytes: (size) => {
      const parts = Object.fromEntries(
        Array.from({ length: size }, (_, n) => [
          `xl/tables/t${n}.xml`,
          `<table name="t${n}" ref="A${n * 4 + 1}:B${n * 4 + 4}"/>`,
        ]),
      );
      const relations = Array.from({ length: size }, (_, n) => [`r${n}`, 'table', `../tables/t${n}.xml`] as const);
      return buildXlsx({ sheets: [{ body: rows(size * 4, () => number.repeat(2)), relations }], parts });
    },
  },
];

const places: readonly GrowingFile[] = [
  {
    name: 'merged areas',
    size: 2000,
    bytes: (size) =>
      book(
        `${rows(size, () => number)}<mergeCells>${many(size, (n) => `<mergeCell ref="A${n + 1}:B${n + 1}"/>`)}</mergeCells>`,
      ),
  },
  {
    name: 'merged areas over one another',
    size: 5000,
    bytes: (size) =>
      book(`${rows(20, () => number.repeat(20))}<mergeCells>${'<mergeCell ref="A1:T20"/>'.repeat(size)}</mergeCells>`),
  },
  {
    name: 'links, each in a cell',
    size: 1500,
    bytes: (size) => {
      const links = many(size, (n) => `<hyperlink ref="A${n + 1}" location="Sheet1!A1"/>`);
      return book(`${rows(size, () => number)}<hyperlinks>${links}</hyperlinks>`);
    },
  },
  {
    name: 'links to a name of many areas',
    size: 1000,
    bytes: (size) => {
      const links = many(size, (n) => `<hyperlink ref="A${n + 1}" location="far"/>`);
      const refers = Array.from({ length: size / 2 }, () => 'A!B1').join();
      return book(`${rows(size, () => number)}<hyperlinks>${links}</hyperlinks>`, {
        behind: `<definedNames><definedName name="far">${refers}</definedName></definedNames>`,
      });
    },
  },
  {
    name: 'names',
    size: 4000,
    bytes: (size) =>
      book(
        rows(1, () => number),
        {
          behind: `<definedNames>${many(size, (n) => `<definedName name="n${n}">Sheet1!$A$${n + 1}</definedName>`)}</definedNames>`,
        },
      ),
  },
  {
    name: 'print areas of sheets',
    size: 40,
    bytes: (size) =>
      buildXlsx({
        sheets: Array.from({ length: size }, () => ({ body: rows(20, () => number.repeat(5)) })),
        behind: `<definedNames>${many(size, (n) => `<definedName name="_xlnm.Print_Area" localSheetId="${n}">A1:B9</definedName>`)}</definedNames>`,
      }),
  },
  {
    name: 'sheets that are hidden',
    size: 100,
    bytes: (size) =>
      buildXlsx({
        sheets: Array.from({ length: size }, (_, n) => ({
          body: rows(1, () => number),
          ...(n > 0 && { state: 'hidden' as const }),
        })),
      }),
  },
];

const packing: readonly GrowingFile[] = [
  {
    name: 'attributes of one element',
    size: 8000,
    bytes: (size) => book(`<sheetPr ${many(size, (n) => `a${n}="" `)}/>${rows(1, () => number)}`),
  },
  {
    name: 'references to characters',
    size: 20_000,
    bytes: (size) => book(rows(1, () => `<c t="str"><v>${'&#65;'.repeat(size)}</v></c>`)),
  },
  {
    name: 'escaped characters',
    size: 20_000,
    bytes: (size) => book(rows(1, () => `<c t="str"><v>${'_x0041_'.repeat(size)}</v></c>`)),
  },
  {
    name: 'elements that nobody knows',
    size: 20_000,
    bytes: (size) => book(`${rows(1, () => number)}${'<x y="1"/>'.repeat(size)}`),
  },
  {
    name: 'entries of the zip file',
    size: 800,
    bytes: (size) => {
      const parts = Object.fromEntries(Array.from({ length: size }, (_, n) => [`extra/${n}.xml`, '<x/>']));
      return book(
        rows(1, () => number),
        { parts },
      );
    },
  },
  {
    name: 'a zip file of other things',
    size: 1500,
    bytes: (size) => zipSync(Object.fromEntries(Array.from({ length: size }, (_, n) => [`${n}`, new Uint8Array()]))),
  },
];

/** Every kind of foreign file that grows: cells, looks, places, packing, text. */
export const growingFiles: readonly GrowingFile[] = [
  ...cells,
  ...looks,
  ...growingRules,
  ...places,
  ...packing,
  ...growingTexts,
  ...growingOpenDocuments,
];
