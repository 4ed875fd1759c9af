import { lastColumn, lastRow } from '../../address.ts';
import type { CellRange } from '../../model.ts';
import { parseReference } from '../../reference.ts';
import { areaIn, moved } from '../areas.ts';
import type { SheetGrid } from '../cells/sheet-grid.ts';
import type { Env } from '../env.ts';
import { NotEvaluated } from '../faults.ts';
import { str } from '../function-spec.ts';
import type { Node } from '../node.ts';
import { errors, isArea, type Value } from '../values/value.ts';

/**
 * The reference that a text names: cells, a name or a table, as a formula writes them; #REF! for what is not there.
 * Throws NotEvaluated for a text that is not understood.
 */
export function indirect([text, isPlain]: readonly Value[], env: Env): Value {
  const written = str(text).trim();
  const cells = isPlain === false ? numbered(written, env) : plain(written, env);
  if (cells) return cells;
  const node = nodeOf(written, env);
  return node ? referenceOf(node, { ...env, locals: new Map() }, isPlain !== false) : errors.reference;
}

function plain(written: string, env: Env): Value {
  const reference = parseReference(written);
  // Brackets name another workbook.
  if (!reference || reference.sheet?.includes('[')) return undefined;
  const sheet = sheetOf(reference.sheet, env);
  return sheet ? areaIn(sheet, reference.range) : errors.reference;
}

function sheetOf(name: string | undefined, env: Env): SheetGrid | undefined {
  return name === undefined || name === '' ? env.sheet : env.book.sheet(name);
}

/** The text read as a formula; undefined for one that no formula can be. Throws NotEvaluated. */
function nodeOf(written: string, env: Env): Node | undefined {
  try {
    return env.book.formula(written).root;
  } catch (fault) {
    // Brackets are those of a table or another workbook, which may be there.
    if (fault instanceof NotEvaluated && !written.includes('[')) return undefined;
    throw fault;
  }
}

function referenceOf(node: Node, env: Env, hasLetters: boolean): Value {
  switch (node.kind) {
    case 'area': {
      const sheet = sheetOf(node.sheet, env);
      return sheet && hasLetters ? areaIn(sheet, moved(node.area, here)) : errors.reference;
    }
    case 'name': {
      const sheet = sheetOf(node.sheet, env);
      const isThere = sheet && (env.book.nameOf(node.name, sheet.name) ?? env.book.table(node.name)) !== undefined;
      return isThere ? areaOr(env.evaluate(node, env)) : errors.reference;
    }
    case 'table':
      return areaOr(env.evaluate(node, env));
    case 'unary':
      if (node.operator === '#' && node.of.kind === 'area') return areaOr(env.evaluate(node, env));
      throw new NotEvaluated(notUnderstood);
    case 'value':
    case 'array':
      return errors.reference;
    case 'binary':
    case 'call':
    case 'let':
      throw new NotEvaluated(notUnderstood);
  }
}

const here = { rows: 0, columns: 0 };
const notUnderstood = 'The text of an INDIRECT is not evaluated.';

function areaOr(value: Value): Value {
  return isArea(value) ? value : errors.reference;
}

const PREFIX = /^(?:'((?:[^']|'')+)'|([^'!]+))!([\s\S]*)$/;
const CORNER = /^(?:R(\[-?\d+\]|\d+)?)?(?:C(\[-?\d+\]|\d+)?)?$/i;

/** `R2C3`, `R[1]C[-1]`, `R1C1:R5C1`, `R2`, `C1:C3`; undefined for what is none of these. */
function numbered(written: string, env: Env): Value {
  const [, quoted, name, rest] = PREFIX.exec(written) ?? [];
  const [first = '', second = first, ...more] = (rest ?? written).split(':');
  const [from, to] = [cornerOf(first, env), cornerOf(second, env)];
  const named = quoted?.replaceAll("''", "'") ?? name;
  if (!from || !to || more.length > 0 || named?.includes('[')) return undefined;
  const sheet = sheetOf(named, env);
  const range = {
    top: Math.min(from.top, to.top),
    left: Math.min(from.left, to.left),
    bottom: Math.max(from.bottom, to.bottom),
    right: Math.max(from.right, to.right),
  };
  const isThere = range.top >= 1 && range.left >= 1 && range.bottom <= lastRow && range.right <= lastColumn;
  return sheet && isThere ? areaIn(sheet, range) : errors.reference;
}

/** One side of a colon; a row or a column that is not told is all of them. */
function cornerOf(text: string, { row, column }: Env): CellRange | undefined {
  const found = text === '' ? undefined : CORNER.exec(text);
  if (!found) return undefined;
  const hasRow = /^r/i.test(text);
  const hasColumn = /c/i.test(text);
  const [top, bottom] = hasRow ? placed(found[1], row) : [1, lastRow];
  const [left, right] = hasColumn ? placed(found[2], column) : [1, lastColumn];
  return { top, left, bottom, right };
}

function placed(text: string | undefined, own: number): readonly [from: number, to: number] {
  const at = text === undefined ? own : text.startsWith('[') ? own + Number(text.slice(1, -1)) : Number(text);
  return [at, at];
}
