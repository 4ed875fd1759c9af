import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Cell, Workbook } from '../model.ts';
import { readWorkbook } from '../publish-pages.ts';
import { cellEnv } from './calculate.ts';
import { resultOf } from './evaluate.ts';
import { NotEvaluated } from './faults.ts';
import { FormulaBook } from './formula-book.ts';
import { isError, type Scalar } from './values/value.ts';

const data = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'xlsx');
const isThere = existsSync(data);
if (!isThere) process.stderr.write(`The sample workbooks are not in ${data}: their formulas are not compared.\n`);
const files = isThere ? globSync('*/*.xlsx', { cwd: data }).sort() : [];

interface Found {
  readonly notEvaluated: readonly string[];
  readonly other: readonly string[];
}

/** Each formula over the saved results of all others, beside its own saved result. */
function compared(workbook: Workbook): Found {
  const sheets = workbook.sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.map(withoutFormulas) }));
  const book = new FormulaBook({ ...workbook, sheets }, new Date(2026, 10, 23));
  const found = { notEvaluated: [] as string[], other: [] as string[] };
  for (const { sheet, row, cell } of formulasOf(workbook)) {
    const told = `${sheet}!${cell.column},${row} ${cell.formula?.text}`;
    const result = evaluated(book, { sheet, row, cell });
    if (result === undefined) found.notEvaluated.push(told);
    else if (!isSame(result.value, cell.value)) {
      found.other.push(`${told}: ${shown(result.value)} for ${shown(cell.value)}`);
    }
  }
  return found;
}

/** The cells with a formula and its saved result. */
function formulasOf({ sheets }: Workbook): FormulaAt[] {
  return sheets.flatMap(({ name, rows }) =>
    rows.flatMap(({ number, cells }) =>
      cells
        .filter(({ formula, value }) => formula && value !== undefined)
        .map((cell) => ({ sheet: name, row: number, cell })),
    ),
  );
}

function withoutFormulas(row: Workbook['sheets'][number]['rows'][number]) {
  const cells = row.cells.map(({ formula: _, ...cell }) => cell);
  return { ...row, cells };
}

interface FormulaAt {
  readonly sheet: string;
  readonly row: number;
  readonly cell: Cell;
}

function evaluated(book: FormulaBook, { sheet, row, cell }: FormulaAt): { readonly value: Scalar } | undefined {
  const grid = book.sheet(sheet);
  if (!grid || !cell.formula) return undefined;
  try {
    book.share();
    const env = cellEnv({ book, sheet: grid, row, column: cell.column }, cell.formula);
    return { value: resultOf(book.formula(cell.formula.text).root, env) };
  } catch (fault) {
    if (fault instanceof NotEvaluated) return undefined;
    throw fault;
  }
}

function isSame(a: Scalar, b: Scalar): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a === b || Math.abs(a - b) <= Math.abs(b) * 1e-14;
  return shown(a) === shown(b);
}

function shown(value: Scalar): string {
  return isError(value) ? value.error : JSON.stringify(value ?? '');
}

interface Exception {
  readonly reason: string;
  readonly formulas: RegExp;
  readonly count: number;
}

/** Formulas that are not evaluated or differ. */
const exceptions: Readonly<Record<string, Exception>> = {
  'libreoffice/live-made.xlsx': { reason: 'The clock has gone on since.', formulas: / NOW\(\)/, count: 1 },
  'libreoffice/right-to-left-sheet.xlsx': {
    reason: 'LibreOffice wrote a formula in its own words into the file.',
    formulas: / of:=SUM/,
    count: 1,
  },
  'poi/NumberFormatTests.xlsx': {
    reason: 'Formats of fractions with signs between their parts, and `#,.#,`, which pages show otherwise too.',
    formulas: / TEXT\(/,
    count: 138,
  },
};

describe.runIf(isThere)('saved results', () => {
  test.each(files)('the formulas of %s give what the file has saved', async (file) => {
    const workbook = await readWorkbook(readFileSync(join(data, file)), { limits: { keepsFormulas: true } });
    const found = compared(workbook);
    const known = exceptions[file];
    const all = [...found.other, ...found.notEvaluated];
    const rest = all.filter((told) => !known?.formulas.test(told));
    expect(rest.slice(0, 5)).toEqual([]);
    expect(all.length).toBeLessThanOrEqual(known?.count ?? 0);
  });
});
