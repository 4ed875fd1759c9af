import type { CellRange, Workbook } from '../../model.ts';
import { readWorkbook } from '../../publish-pages.ts';
import { buildXlsx } from '../../test-support/xlsx-builder.ts';
import { cellEnv } from '../calculate.ts';
import { resultOf } from '../evaluate.ts';
import { FormulaBook } from '../formula-book.ts';
import { isError, type Scalar } from '../values/value.ts';

/** A formula and what it gives; an error is told by its text. */
export type Case = readonly [formula: string, expected: string | number | boolean];

const number = (value: number) => `<v>${value}</v>`;
const cells: Readonly<Record<string, string | number | boolean>> = {
  A1: 5,
  A2: 3,
  A3: 8,
  A4: 1,
  A5: 9,
  A6: 2,
  A7: 7,
  A8: 3,
  A9: 6,
  A10: 4,
  B1: 'apple',
  B2: 'Banana',
  B3: 'cherry',
  B4: 'apple',
  B5: 'date',
  B7: 'Fig',
  B8: 'grape',
  B9: 'apple pie',
  B10: 'Kiwi',
  C1: 1,
  C2: '1',
  C3: true,
  C5: '#N/A',
  C6: '',
  C7: -2.5,
  C8: 'x',
  D1: 10,
  D2: 20,
  D3: 30,
  D4: 40,
  D5: 50,
  E1: 'a',
  E2: 'b',
  E3: 'c',
  E4: 'd',
  E5: 'e',
  F1: 45_000,
  F2: 46_053,
  F3: 46_081.75,
  G1: 'Region',
  H1: 'Item',
  I1: 'Amount',
  G2: 'North',
  H2: 'Tea',
  I2: 100,
  G3: 'South',
  H3: 'Tea',
  I3: 250,
  G4: 'North',
  H4: 'Milk',
  I4: 75,
  G5: 'West',
  H5: 'Tea',
  I5: 20,
};

function cellXml(name: string, value: string | number | boolean): string {
  if (typeof value === 'number') return `<c r="${name}">${number(value)}</c>`;
  if (typeof value === 'boolean') return `<c r="${name}" t="b">${number(Number(value))}</c>`;
  if (value.startsWith('#')) return `<c r="${name}" t="e"><v>${value}</v></c>`;
  return `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
}

function dataXml(): string {
  const rows = new Map<number, string>();
  for (const [name, value] of Object.entries(cells)) {
    const row = Number(/\d+/.exec(name)?.[0]);
    rows.set(row, (rows.get(row) ?? '') + cellXml(name, value));
  }
  const sorted = [...rows].sort(([a], [b]) => a - b);
  return `<sheetData>${sorted.map(([row, xml]) => `<row r="${row}"${row === 3 ? ' hidden="1"' : ''}>${xml}</row>`).join('')}</sheetData>`;
}

const names: Readonly<Record<string, string>> = {
  Rate: 'Data!$D$1',
  Numbers: 'Data!$A$1:$A$10',
  Twice: 'Rate*2',
  Loop: 'Loop+1',
  Beside: 'Data!$A1',
  Text: '"a name"',
};

/** The bytes of the workbook that the cases are asked of. */
export function caseFile(before = ''): Uint8Array {
  const defined = Object.entries(names).map(([name, refers]) => `<definedName name="${name}">${refers}</definedName>`);
  const columns = ['Region', 'Item', 'Amount'].map((name, n) => `<tableColumn id="${n + 1}" name="${name}"/>`);
  return buildXlsx({
    before,
    behind: `<definedNames>${defined.join('')}</definedNames>`,
    sheets: [
      { name: 'Data', body: dataXml(), relations: [['t1', 'table', '../tables/table1.xml']] },
      {
        name: 'Other',
        body: '<sheetData><row r="1"><c><v>100</v></c></row><row r="2"><c><v>200</v></c></row></sheetData>',
      },
      { name: "It's", body: '<sheetData><row r="1"><c><v>7</v></c></row></sheetData>' },
    ],
    parts: {
      'xl/tables/table1.xml': `<table displayName="Sales" name="Sales" ref="G1:I5">${columns.join('')}</table>`,
    },
  });
}

/** The moment that the cases are asked at: 2026-11-23, 18:00. */
export const caseMoment = new Date(2026, 10, 23, 18);
/** Where the formulas stand. */
const place = { row: 2, column: 12 };

/** The workbook of the cases. */
export function caseWorkbook(before = ''): Promise<Workbook> {
  return readWorkbook(caseFile(before));
}

interface Asking {
  readonly isArray?: boolean;
  readonly row?: number;
}

/** What a formula gives in the workbook of the cases. */
export function asked(workbook: Workbook, formula: string, { isArray = false, row = place.row }: Asking = {}): Scalar {
  const book = new FormulaBook(workbook, caseMoment);
  const sheet = book.sheet('Data');
  if (!sheet) throw new Error('The workbook of the cases has no sheet');
  const fills: CellRange = { top: row, left: place.column, bottom: row, right: place.column };
  const written = { text: formula, away: { rows: 0, columns: 0 }, ...(isArray && { fills }) };
  book.share();
  const { root } = book.formula(formula);
  return resultOf(root, cellEnv({ book, sheet, row, column: place.column }, written));
}

/** The same as a case tells it: to 12 digits, an error by its text. */
export function told(value: Scalar): string | number | boolean {
  if (isError(value)) return value.error;
  return typeof value === 'number' ? Number(value.toPrecision(12)) : (value ?? '(empty)');
}
