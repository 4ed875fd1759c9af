import type { WrittenRow } from '../render/table/written-row.ts';
import { rowText } from '../render/table/written-row.ts';

/** One step from a page to the next: a new style, a cell, or a row of which more changed than cells. */
export type PageStep =
  | { readonly kind: 'style'; readonly number: number; readonly css: string }
  | { readonly kind: 'cell'; readonly cell: number; readonly html: string; readonly style?: number }
  | { readonly kind: 'row'; readonly row: number; readonly html: string };

/** Where a row stands on its page. */
export interface RowPlace {
  readonly row: number;
  readonly firstCell: number;
}

/** A cell of a row as it was. */
interface CellBefore {
  readonly n: number;
  readonly cell: string;
}

/** The steps from a row to what it is now: cell by cell, or the row where more changed than contents and styles. */
export function stepsOfRow(before: WrittenRow, after: WrittenRow, place: RowPlace): PageStep[] {
  return stepsOfCells(
    [...before.cells.entries()].map(([n, cell]) => ({ n, cell })),
    after,
    place,
  );
}

/** The same of a row of which these cells may be others, by place. */
export function stepsOfCells(
  before: readonly CellBefore[],
  after: WrittenRow,
  { row, firstCell }: RowPlace,
): PageStep[] {
  const steps: PageStep[] = [];
  for (const { n, cell: old } of before) {
    const cell = after.cells[n] ?? '';
    if (old === cell) continue;
    const [from, to] = [tagEnd(old), tagEnd(cell)];
    const style = newStyle(old.slice(0, from), cell.slice(0, to));
    if (style === null) return [{ kind: 'row', row, html: rowText(after) }];
    const html = cell.slice(to, -CLOSE);
    steps.push({ kind: 'cell', cell: firstCell + n, html, ...(style !== undefined && { style }) });
  }
  return steps;
}

const CLOSE = '</td>'.length;
const STYLE = ' data-s="';

/** Where the tag of a cell ends: values of its attributes are escaped. */
function tagEnd(cell: string): number {
  return cell.indexOf('>') + 1;
}

/** The new style number when that is all in which two open tags differ; null when anything else does. */
function newStyle(before: string, after: string): number | null | undefined {
  if (before === after) return undefined;
  const at = after.indexOf(STYLE);
  if (at < 0 || withoutStyle(before) !== withoutStyle(after)) return null;
  return Number(after.slice(at + STYLE.length, after.indexOf('"', at + STYLE.length)));
}

function withoutStyle(tag: string): string {
  const at = tag.indexOf(STYLE);
  return at < 0 ? tag : tag.slice(0, at) + tag.slice(tag.indexOf('"', at + STYLE.length) + 1);
}
