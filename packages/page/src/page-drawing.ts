import { type GridPage, type RowGrid, toRowGrid } from './row-grid.ts';

/** How a page is drawn, as text: what is drawn at once, with a place for each run of blocks that comes later. */
export interface PageDrawing extends Pick<RowGrid, 'isPaper' | 'isText' | 'isUnmeasured'> {
  readonly html: string;
  readonly later: readonly (readonly string[])[];
}

export interface DrawingOptions {
  /** The accessible name of the page's tables. */
  readonly label: string;
  /** A page of more cells is cut behind its first ones. */
  readonly cellsAtOnce?: AtOnce;
}

/** A table without widths is measured by its first rows: more of them are drawn then. */
interface AtOnce {
  readonly measured: number;
  readonly unmeasured: number;
}

/** The drawing of a page: pure text to text, for a worker too. */
export function drawingOf(page: GridPage, { label, cellsAtOnce }: DrawingOptions): PageDrawing {
  const { html, cellCount, isPaper, isText, isUnmeasured } = toRowGrid(page, { label });
  const most = cellsAtOnce?.[isUnmeasured ? 'unmeasured' : 'measured'] ?? cellCount;
  return { ...(cellCount > most ? cut(html, most) : { html, later: [] }), isPaper, isText, isUnmeasured };
}

const BLOCK = /<tbody[^>]* data-n="(\d+)" data-w="[^>]*>/g;
const END = '</tbody>';

/** Leaves the blocks behind the first so many cells for later. No block holds another: a table within tables has none. */
function cut(html: string, cells: number): Pick<PageDrawing, 'html' | 'later'> {
  const later: string[][] = [];
  let kept = '';
  let from = 0;
  for (const tag of html.matchAll(BLOCK)) {
    if (Number(tag[1]) < cells) continue;
    const end = html.indexOf(END, tag.index) + END.length;
    const block = html.slice(tag.index, end);
    if (tag.index > from || later.length === 0) {
      kept += `${html.slice(from, tag.index)}<tbody data-later="${later.length}"></tbody>`;
      later.push([]);
    }
    later.at(-1)?.push(block);
    from = end;
  }
  return { html: kept + html.slice(from), later };
}
