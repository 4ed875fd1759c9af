import type { Reference } from '../reference.ts';
import type { Env } from './env.ts';
import { evaluate } from './evaluate.ts';
import { NotEvaluated, Pending } from './faults.ts';
import type { FormulaBook } from './formula-book.ts';
import { isArea } from './values/value.ts';

const noLocals: Env['locals'] = new Map();

/** The areas that the formula of a name gives now, as of a range that grows; undefined where it gives none. */
export function areasOfName(
  book: FormulaBook,
  { refers, sheet }: { readonly refers: string; readonly sheet: string | undefined },
): readonly Reference[] | undefined {
  const own = (sheet === undefined ? undefined : book.sheet(sheet)) ?? book.sheets[0];
  if (!own) return undefined;
  const place = { book, sheet: own, row: 1, column: 1, away: { rows: 0, columns: 0 } };
  try {
    const { root, unknown } = book.formula(refers);
    if (unknown.length > 0) return undefined;
    const value = evaluate(root, { ...place, evaluate, isArray: true, isKept: false, locals: noLocals, names: [] });
    return isArea(value) ? value.parts.map(({ sheet: { name }, ...range }) => ({ sheet: name, range })) : undefined;
  } catch (fault) {
    if (fault instanceof NotEvaluated || fault instanceof Pending) return undefined;
    throw fault;
  }
}
