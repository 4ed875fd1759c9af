import type { Book } from './book.ts';
import type { SheetGrid } from './cells/sheet-grid.ts';
import type { Node } from './node.ts';
import type { Value } from './values/value.ts';

/** Where and how a formula is evaluated. */
export interface Env {
  readonly book: Book;
  /** What a part of a formula gives there. */
  readonly evaluate: (node: Node, env: Env) => Value;
  readonly sheet: SheetGrid;
  readonly row: number;
  readonly column: number;
  /** How far the place lies from the one that the formula was written for. */
  readonly away: { readonly rows: number; readonly columns: number };
  /** Operators work over each cell of an area; else an area stands for its cell in the row or column of the formula. */
  readonly isArray: boolean;
  /** The place within whatever asks for more (a rule over many cells): what is fixed is kept. */
  readonly isKept: boolean;
  readonly locals: ReadonlyMap<string, Value>;
  /** Names that are being looked up. */
  readonly names: readonly string[];
  /** Told of the targets of links. */
  readonly onLink?: (target: string) => void;
}
