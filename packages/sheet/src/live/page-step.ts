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

const TAG = /^<t[dh](?: [a-z-]+="[^"]*")*>/;
const CLOSE = '</td>'.length;
const STYLE = / data-s="(\d+)"/;

interface Parts {
  readonly tag: string;
  readonly html: string;
}

function partsOf(cell: string): Parts {
  const tag = TAG.exec(cell)?.[0] ?? '';
  return { tag, html: cell.slice(tag.length, -CLOSE) };
}

/** The steps from a row to what it is now: cell by cell, or the row where more changed than contents and styles. */
export function stepsOfRow(before: WrittenRow, after: WrittenRow, { row, firstCell }: RowPlace): PageStep[] {
  const steps: PageStep[] = [];
  for (const [n, cell] of after.cells.entries()) {
    const old = before.cells[n] ?? '';
    if (old === cell) continue;
    const [from, to] = [partsOf(old), partsOf(cell)];
    const style = from.tag === to.tag ? undefined : newStyle(from.tag, to.tag);
    if (style === null) return [{ kind: 'row', row, html: rowText(after) }];
    steps.push({ kind: 'cell', cell: firstCell + n, html: to.html, ...(style !== undefined && { style }) });
  }
  return steps;
}

/** The new style number when that is all in which two open tags differ; null when anything else does. */
function newStyle(before: string, after: string): number | null {
  const style = STYLE.exec(after)?.[1];
  return style !== undefined && before.replace(STYLE, '') === after.replace(STYLE, '') ? Number(style) : null;
}
