import { type CellPage, joinCells } from './cells.ts';

/** A row, cut at its cells once somebody needs it. */
export interface PageRow {
  readonly html: string;
  cut: CellPage | undefined;
  readonly cells: number;
}

/** A page of canonical HTML cut at its rows: html = gaps[0] + rows[0] + gaps[1] + … + gaps[rows.length]. */
export interface RowPage {
  readonly gaps: string[];
  readonly rows: PageRow[];
}

/** Cuts a canonical page at its rows. */
export function splitRows(html: string): RowPage {
  const offsets = rowOffsets(html);
  const gaps: string[] = [];
  const rows: PageRow[] = [];
  let from = 0;
  for (let n = 0; n < offsets.length; n += 2) {
    const [start = 0, end = 0] = [offsets[n], offsets[n + 1]];
    gaps.push(html.slice(from, start));
    const own = html.slice(start, end);
    rows.push({ html: own, cut: undefined, cells: countCells(own) });
    from = end;
  }
  gaps.push(html.slice(from));
  return { gaps, rows };
}

/** The canonical HTML of a cut page. */
export function joinRows({ gaps, rows }: RowPage): string {
  const parts = rows.flatMap((row, n) => [gaps[n] ?? '', row.cut ? joinCells(row.cut) : row.html]);
  return parts.join('') + (gaps[rows.length] ?? '');
}

/** Whether each cell lies in one of the rows. */
export function hasCellsInRowsOnly({ gaps }: RowPage): boolean {
  return gaps.every((gap) => countCells(gap) === 0);
}

/** The start and end of every row of a canonical page in document order, as pairs of offsets. */
export function rowOffsets(html: string): number[] {
  const offsets: number[] = [];
  const open = /<tr(?:>| [^>]*>)/g;
  for (let row = open.exec(html); row; row = open.exec(html)) {
    const end = html.indexOf('</tr>', open.lastIndex);
    offsets.push(row.index, end + 5);
    open.lastIndex = end + 5;
  }
  return offsets;
}

function countCells(html: string): number {
  return html.match(/<t[dh](?:>| )/g)?.length ?? 0;
}
