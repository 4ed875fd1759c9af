import { expect, test } from 'vitest';
import type { NotShown } from '../model.ts';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { type BookSource, buildXlsx } from '../test-support/xlsx-builder.ts';

const moment = new Date(2026, 10, 23, 14, 30);

/** A sheet of cells with a formula, a value or both, by address. */
function sheetXml(cells: Readonly<Record<string, string>>): string {
  const rows = new Map<string, string>();
  for (const [name, xml] of Object.entries(cells)) {
    const row = /\d+/.exec(name)?.[0] ?? '1';
    rows.set(row, `${rows.get(row) ?? ''}<c r="${name}">${xml}</c>`);
  }
  return `<sheetData>${[...rows].map(([row, xml]) => `<row r="${row}">${xml}</row>`).join('')}</sheetData>`;
}

const f = (text: string) => `<f>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</f>`;
const v = (value: number) => `<v>${value}</v>`;

interface Shown {
  readonly cells: Readonly<Record<string, string>>;
  readonly notShown: readonly NotShown[];
  readonly usesClock: boolean | undefined;
}

async function shown(cells: Readonly<Record<string, string>>, more: Partial<BookSource> = {}): Promise<Shown> {
  const bytes = buildXlsx({ sheets: [{ name: 'S', body: sheetXml(cells) }], ...more });
  const { pages, notShown = [], usesClock } = renderPages(await readWorkbook(bytes), {}, { now: moment });
  const found = [...(pages[0]?.html ?? '').matchAll(/data-cell="(\w+)"[^>]*>([^<]*)</g)];
  return { cells: Object.fromEntries(found.map(([, name, text]) => [name, text])), notShown, usesClock };
}

test('formulas are evaluated behind those that they read, wherever these stand', async () => {
  const { cells, notShown } = await shown({ A1: f('B2+1'), B2: f('SUM(C3:C4)*2'), C3: f('C4+1'), C4: v(10) });
  expect([cells.A1, cells.B2, cells.C3]).toEqual(['43', '42', '11']);
  expect(notShown).toEqual([]);
});

test('formulas that refer to one another in a circle give nothing, and nor does what reads them', async () => {
  const { cells, notShown } = await shown({
    A1: f('B1'),
    B1: f('C1+1'),
    C1: f('A1'),
    D1: f('C1*2'),
    E1: f('1+1'),
    F1: f('F1'),
  });
  expect(cells.E1).toBe('2');
  expect(notShown).toEqual([
    { sheet: 'S', what: 'formulas', count: 5, why: 'The formula refers to itself, directly or through other cells.' },
  ]);
});

test('a circle in a branch that is not taken is none', async () => {
  expect((await shown({ A1: f('IF(TRUE,1,B1)'), B1: f('A1+1') })).cells).toEqual({ A1: '1', B1: '2' });
});

test('what reads a formula without a result has none, for the same reason', async () => {
  const { notShown } = await shown({ A1: f('NOPE(1)'), B1: f('SUM(A1:A3)'), C1: f('COUNT(A1)') });
  expect(notShown).toEqual([{ sheet: 'S', what: 'formulas', count: 3, why: 'The function NOPE is not evaluated.' }]);
});

test('a shared formula moves with its cell', async () => {
  const cells = {
    A1: v(1),
    B1: '<f t="shared" ref="B1:B3" si="0">A1*$A$1+10</f>',
    A2: v(2),
    B2: '<f t="shared" si="0"/>',
    A3: v(3),
    B3: '<f t="shared" si="0"></f>',
  };
  const { cells: found } = await shown(cells);
  expect([found.B1, found.B2, found.B3]).toEqual(['11', '12', '13']);
});

test('an array formula fills its cells, also those that the file does not list', async () => {
  const array = '<f t="array" ref="C1:C3">A1:A3*2</f>';
  const { cells } = await shown({ A1: v(1), C1: `${array}<v/>`, A2: v(2), C2: v(0), A3: v(3) });
  expect([cells.C1, cells.C2, cells.C3]).toEqual(['2', '4', '6']);
});

test('a dynamic array covers what it has now; the rest of its old area is empty', async () => {
  const cell = (name: string, xml: string, more = '') => `<c r="${name}"${more}>${xml}</c>`;
  const array = (ref: string, text: string) => `<f t="array" ref="${ref}">${text.replaceAll('>', '&gt;')}</f><v>0</v>`;
  const data = [3, 1, 9].map((value, n) => [n + 1, cell(`A${n + 1}`, v(value))] as const);
  const table = async (text: string, more = ' cm="1"') => {
    const rows = data.map(([row, xml]) => {
      const anchor = row === 1 ? cell('C1', array('C1:C3', text), more) : cell(`C${row}`, v(0));
      const reads = row === 1 ? cell('E1', f('ROWS(_xlfn.ANCHORARRAY(C1))')) + cell('F1', f('COUNT(C1:C3)')) : '';
      return `<row r="${row}">${xml}${anchor}${reads}</row>`;
    });
    const sheets = [{ name: 'S', body: `<sheetData>${rows.join('')}</sheetData>` }];
    const bytes = buildXlsx({ sheets, behind: '<calcPr calcId="124519" fullCalcOnLoad="1"/>' });
    const { pages } = renderPages(await readWorkbook(bytes), {}, { now: moment });
    const found = [...(pages[0]?.html ?? '').matchAll(/data-cell="([CEF]\d)"[^>]*>([^<]*)</g)];
    return Object.fromEntries(found.filter(([, , text]) => text !== '').map(([, name, text]) => [name, text]));
  };
  expect(await table('_xlfn._xlws.FILTER(A1:A3,A1:A3>2)')).toEqual({ C1: '3', C2: '9', E1: '2', F1: '2' });
  expect(await table('_xlfn._xlws.FILTER(A1:A3,A1:A3>3)')).toEqual({ C1: '9', E1: '1', F1: '1' });
  expect(await table('MAX(A1:A3)')).toEqual({ C1: '9', E1: '1', F1: '1' });
  expect(await table('_xlfn._xlws.FILTER(A1:A3,A1:A3>3)', '')).toMatchObject({ C1: '9', C2: '9', C3: '9' });
});

test('a formula that is none of an array takes the cell in its own row', async () => {
  const { cells } = await shown({ A1: v(1), A2: v(2), B2: f('A1:A9*10') });
  expect(cells.B2).toBe('20');
});

test('texts, truth values and errors are results', async () => {
  const { cells } = await shown({ A1: f('"a"&1'), B1: f('1>2'), C1: f('1/0'), D1: f('""') });
  expect([cells.A1, cells.B1, cells.C1]).toEqual(['a1', 'FALSE', '#DIV/0!']);
});

test('what should be 0 at the end of a formula is 0', async () => {
  const { cells } = await shown({ A1: f('1*(0.5-0.4-0.1)'), B1: f('0.5-0.4-0.1') });
  expect(cells.A1).toMatch(/^-2\.8E-17/);
  expect(cells.B1).toBe('0');
});

test('today is the day of publishing, and the report is told that a formula asked for it', async () => {
  const { cells, usesClock } = await shown({ A1: f('TEXT(NOW(),"yyyy-mm-dd hh:mm")') });
  expect([cells.A1, usesClock]).toEqual(['2026-11-23 14:30', true]);
  expect((await shown({ A1: f('1+1') })).usesClock).toBe(false);
});

test('a formula may lean on thousands of others, one behind the other', async () => {
  const size = 3000;
  const cells: Record<string, string> = {};
  for (let n = 1; n < size; n++) cells[`A${n}`] = f(`A${n + 1}+1`);
  cells[`A${size}`] = v(0);
  const { cells: found, notShown } = await shown(cells);
  expect([found.A1, notShown]).toEqual([String(size - 1), []]);
});

test('names and tables of the workbook count', async () => {
  const behind = '<definedNames><definedName name="Rate">S!$A$1</definedName></definedNames>';
  expect((await shown({ A1: v(7), B1: f('Rate*6') }, { behind })).cells.B1).toBe('42');
});

test('totals leave out the rows that a filter hides, but not those that are hidden by hand', async () => {
  const row = (n: number, cells: string, more = '') => `<row r="${n}"${more}>${cells}</row>`;
  const b = (n: number) => `<c r="B${n}"><v>${n}</v></c>`;
  const data = `<sheetData>${[
    row(1, `<c r="D1">${f('SUBTOTAL(9,B2:B6)')}</c><c r="E1">${f('SUBTOTAL(109,B2:B6)')}</c>`),
    row(2, b(2)),
    row(3, b(3), ' hidden="1"'),
    row(4, b(4)),
    row(5, b(5)),
    row(6, b(6), ' hidden="1"'),
  ].join('')}</sheetData>`;
  const totals = async (more: string, extra: Partial<BookSource> = {}, sheet = {}) => {
    const bytes = buildXlsx({ sheets: [{ name: 'S', body: data + more, ...sheet }], ...extra });
    const html = renderPages(await readWorkbook(bytes)).pages[0]?.html ?? '';
    return ['D1', 'E1'].map((name) => new RegExp(`data-cell="${name}"[^>]*>([^<]*)<`).exec(html)?.[1]);
  };
  const column = '<filterColumn colId="0"><filters><filter val="2"/></filters></filterColumn>';
  expect(await totals('')).toEqual(['20', '11']);
  expect(await totals('<autoFilter ref="B1:B5"/>')).toEqual(['20', '11']);
  expect(await totals(`<autoFilter ref="B1:B5">${column}</autoFilter>`)).toEqual(['17', '11']);
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const table = `<table xmlns="${main}" id="1" name="T" displayName="T" ref="B1:B5"><autoFilter ref="B1:B5">${column}</autoFilter><tableColumns count="1"><tableColumn id="1" name="B"/></tableColumns></table>`;
  const parts = { 'xl/tables/table1.xml': table };
  const relations = [['rId1', 'table', '../tables/table1.xml']] as const;
  const held = '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>';
  expect(await totals(held, { parts }, { relations })).toEqual(['17', '11']);
});
