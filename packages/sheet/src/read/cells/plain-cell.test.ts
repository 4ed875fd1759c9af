import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test, vi } from 'vitest';
import { legacyPalette } from '../color.ts';
import { readBudget } from '../read-budget.ts';
import { TextReader } from '../shared-strings.ts';
import { readSheet } from '../sheet.ts';
import { officeTheme } from '../theme.ts';
import { PlainCell } from './plain-cell.ts';
import type { SharedState } from './sheet-cells.ts';

function read(text: string, from = 0) {
  const cell = new PlainCell();
  const end = cell.read(text, from);
  const { column, style, isShared, hasValue, value, formula, sharedFormula } = cell;
  return end < 0
    ? undefined
    : { column, style, value: hasValue ? value : undefined, isShared, formula, sharedFormula, rest: text.slice(end) };
}

test.each([
  ['<c/>', { column: 0, style: 0, value: undefined }],
  ['<c r="AB12" s="7"/>', { column: 28, style: 7, value: undefined }],
  ['<c r="A1"></c>', { column: 1, style: 0, value: undefined }],
  ['<c r="XFD3" s="12" t="s"><v>345</v></c>', { column: 16_384, style: 12, value: 345, isShared: true }],
  ['<c t="n" r="b2"><v>-0.25</v></c>', { column: 2, style: 0, value: -0.25 }],
  ['<c><v>123456789012345</v></c>', { column: 0, style: 0, value: 123_456_789_012_345 }],
  ['<c><v>0.30000000000000004</v></c>', { column: 0, style: 0, value: 0.30000000000000004 }],
  ['<c><v>-1.5E-7</v></c>', { column: 0, style: 0, value: -1.5e-7 }],
  ['<c r="C1"><f>A1+B1</f><v>3</v></c>', { column: 3, style: 0, value: 3, formula: 'A1+B1' }],
  ['<c r="C2"><f t="shared" si="12"/><v>4</v></c>', { column: 3, style: 0, value: 4, sharedFormula: '12' }],
  ['<c r="C3"><f>A3</f></c>', { column: 3, style: 0, value: undefined, formula: 'A3' }],
])('%s is a plain cell', (text, cell) => {
  expect(read(`x${text}<c`, 1)).toEqual({ isShared: false, formula: '', ...cell, rest: '<c' });
});

test.each([
  '<c r="A1"',
  '<c r="A1"><v>1</v>',
  '<c r="A1"><v></v></c>',
  '<c r="A1" cm="1"><v>1</v></c>',
  '<c r="A1" t="str"><v>1</v></c>',
  '<c r="A1" t="s"><v>1.5</v></c>',
  '<c r="A1" t="s"><v>-1</v></c>',
  '<c r="A1"><v>1&#48;</v></c>',
  '<c r="A1"><v>one</v></c>',
  '<c r="A1"><v>1e999</v></c>',
  '<c r="A1"><v>1.2.3</v></c>',
  '<c r="A1"><v>-</v></c>',
  `<c><v>${'1'.repeat(40)}</v></c>`,
  `<c t="s"><v>${'0'.repeat(40)}</v></c>`,
  '<c r="A1"><f>A2&amp;A3</f><v>1</v></c>',
  '<c r="A1"><f></f><v>1</v></c>',
  '<c r="A1"><f t="shared" ref="A1:A2" si="0">A3</f><v>1</v></c>',
  '<c r="A1"><f t="shared" si="x"/><v>1</v></c>',
  '<c r="A1" t="s"><f>A2</f><v>1</v></c>',
  '<c r="A1" t="str"><f>A2</f><v>a</v></c>',
  '<c r="A1"><v>1</v><f>A2</f></c>',
  "<c r='A1'/>",
  '<c  r="A1"/>',
  '<c r="A1" r="B1"/>',
  '<c r="$A$1"/>',
  '<c r="ABCD1"/>',
  '<c r="1"/>',
  '<col/>',
  '<row r="2">',
  '</c>',
])('%s is left to the parser', (text) => {
  expect(read(text)).toBeUndefined();
});

const cell = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => `<c s="1"><v>${value}</v></c>`),
  fc.integer().map((value) => `<c><v>${value / 100}</v></c>`),
  fc.nat(9).map((number) => `<c t="s" s="${number}"><v>${number}</v></c>`),
  fc.constantFrom(
    '<c/>',
    '<c r="Z1"/>',
    '<c r="B1"><v>5</v></c>',
    '<c r="B1" s="2"></c>',
    '<c><f>1+1</f><v>2</v></c>',
    '<c s="1"><f>A1&amp;B1</f><v>2</v></c>',
    '<c s="1"><f>SUM(A1:B2)</f></c>',
    '<c><f>SUBTOTAL(9,A1:A9)</f><v>4.5</v></c>',
    '<c><f t="shared" ref="A1:A9" si="0">B1*2</f><v>1</v></c>',
    '<c><f t="shared" si="0"/><v>3</v></c>',
    '<c><f t="shared" si="1"/></c>',
    '<c><f></f><v>3</v></c>',
    '<c><f t="array" ref="A1:A2">B1:B2</f><v>3</v></c>',
    '<c><f>HYPERLINK("https://example.org")</f><v>0</v></c>',
    '<c t="inlineStr"><is><t>&lt;c/></t></is></c>',
    '<c t="str"><v>a</v></c>',
    '<c t="b"><v>1</v></c>',
    '<c><v>1<!-- <c/> --></v></c>',
    '<!-- <c r="D1"/><row> -->',
    '<x><c><v>7</v></c></x>',
    '<extLst><ext><c><v>8</v></c></ext></extLst>',
    '\n  ',
  ),
);
const sheet = fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 4 });

const palette = { theme: officeTheme.colors, indexed: legacyPalette };

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(data: string, size: number) {
  const budget = readBudget({});
  const state: SharedState = {
    texts: [0, 1, 2, 3, 4, 5].map((n) => ({ text: `text ${n}` })),
    richValues: { pictures: new Map(), values: new Map() },
    styleCount: 4,
    palette,
    budget,
    has1904Dates: false,
    asksToCalculate: false,
    keepsFormulas: true,
  };
  const inline = new TextReader(palette, officeTheme, budget);
  const xml = `<worksheet><cols><col min="1" max="1" width="9"/></cols>${data}<mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>`;
  const { rows, columns, merges } = await readSheet(pieces(xml, size), state, {
    inline,
    tableFilters: [],
    lastFilter: [],
  });
  return { rows, columns, merges };
}

test('cells are read alike whether the parser reads them or not, in pieces of any size', async () => {
  const property = fc.asyncProperty(sheet, fc.integer({ min: 1, max: 400 }), async (rows, size) => {
    const data = `<sheetData>${rows.map((cells) => `<row>${cells.join('')}</row>`).join('')}</sheetData>`;
    // With a prefix no cell is plain.
    const prefixed = data.replace(/<(\/?)(?=c\b|row|v>|f\b)/g, '<$1p:');
    expect(await rowsOf(data, size)).toEqual(await rowsOf(prefixed, 10_000));
  });
  await fc.assert(property, { numRuns: 300 });
});

test('a sheet without plain cells goes to the parser in large pieces', async () => {
  const write = vi.spyOn(SaxesParser.prototype, 'write');
  const row = `<p:row>${'<p:c><p:v>1</p:v></p:c>'.repeat(10)}</p:row>`;
  const { rows } = await rowsOf(`<sheetData>${row.repeat(1000)}</sheetData>`, 65_536);
  expect(rows).toHaveLength(1000);
  expect(write.mock.calls.length).toBeLessThan(2000);
  write.mockRestore();
});

test('a row that is there twice may have as many cells as a sheet', async () => {
  const row = (r: number, cells: number) => `<row r="${r}">${'<c r="B1"><v>1</v></c>'.repeat(cells)}</row>`;
  const { rows } = await rowsOf(`<sheetData>${row(1, 1)}${row(1, 200_000)}</sheetData>`, 65_536);
  expect(rows).toMatchObject([{ number: 1, cells: [{ column: 2, value: 1 }] }]);
});
