import type { Cell, CellFormula, NotShown, Sheet, SheetRow, Workbook } from '../model.ts';
import { quoted } from '../workbook-error.ts';
import { scalarOf } from './areas.ts';
import { cellEnv, type FormulaAt } from './calculate.ts';
import type { SheetGrid } from './cells/sheet-grid.ts';
import { NotEvaluated } from './faults.ts';
import { FormulaBook } from './formula-book.ts';
import type { Node } from './node.ts';
import { toText } from './values/coerce.ts';

/** A workbook with the targets of its HYPERLINK formulas, and the links that have none. */
export interface LinkedWorkbook {
  readonly workbook: Workbook;
  readonly notShown: NotShown[];
  /** A target tells of the clock. */
  readonly usesClock: boolean;
}

/** Evaluates where the formulas of visible cells lead, over the results that the workbook has (fidelity 5). */
export function withLinks(workbook: Workbook, now: Date): LinkedWorkbook {
  if (!workbook.sheets.some(hasLinks)) return { workbook, notShown: [], usesClock: false };
  const book = new FormulaBook(workbook, now);
  const notShown: NotShown[] = [];
  const sheets = workbook.sheets.map((sheet) => {
    const grid = hasLinks(sheet) ? book.sheet(sheet.name) : undefined;
    if (!grid) return sheet;
    const lost = new Map<string, number>();
    const rows = sheet.rows.map((row) => linkedRow(row, { book, grid, lost }));
    for (const [why, count] of lost) notShown.push({ sheet: quoted(sheet.name), what: 'links', count, why });
    return { ...sheet, rows };
  });
  return { workbook: { ...workbook, sheets }, notShown, usesClock: book.hasAskedTime };
}

function hasLinks({ isHidden, rows }: Sheet): boolean {
  return !isHidden && rows.some(({ cells }) => cells.some(isLinking));
}

function isLinking({ linkFormula }: Cell): boolean {
  return linkFormula !== undefined;
}

interface Linking {
  readonly book: FormulaBook;
  readonly grid: SheetGrid;
  /** How many links have no target, by the reason. */
  readonly lost: Map<string, number>;
}

function linkedRow(row: SheetRow, linking: Linking): SheetRow {
  if (!row.cells.some(isLinking)) return row;
  return { ...row, cells: row.cells.map((cell) => linkedCell(cell, row, linking)) };
}

function linkedCell(cell: Cell, row: SheetRow, { book, grid, lost }: Linking): Cell {
  const { linkFormula, ...rest } = cell;
  if (!linkFormula) return cell;
  try {
    const link = targetOf(linkFormula, { book, sheet: grid, row: row.number, column: cell.column });
    return link === undefined || link === '' ? rest : { ...rest, link };
  } catch (fault) {
    if (!(fault instanceof NotEvaluated)) throw fault;
    if (!row.isHidden) lost.set(fault.why, (lost.get(fault.why) ?? 0) + 1);
    return rest;
  }
}

/** Where a formula leads; undefined where it leads nowhere. Throws NotEvaluated. */
function targetOf(formula: CellFormula, place: FormulaAt): string | undefined {
  const { book } = place;
  book.share();
  const { root } = book.formula(formula.text);
  const env = cellEnv(place, formula);
  const whole = isLink(root) ? root.args[0] : undefined;
  // What the cell shows is known; only its target is asked for.
  if (whole) {
    const text = toText(scalarOf(env.evaluate(whole, env), env));
    return typeof text === 'string' ? text : undefined;
  }
  const found = new Set<string>();
  env.evaluate(root, { ...env, onLink: (target) => found.add(target) });
  if (found.size > 1) throw new NotEvaluated(several);
  return [...found][0];
}

const several = 'Their formulas lead to more than one address.';

function isLink(node: Node): node is Extract<Node, { kind: 'call' }> {
  return node.kind === 'call' && node.name === 'HYPERLINK';
}
