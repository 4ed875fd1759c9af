import type { SheetTable } from '../../model.ts';

/** The tables that reach over a row, for rows in rising order; those of the file's order first. */
export function tablesOfRows(tables: readonly SheetTable[]): (row: number) => readonly SheetTable[] {
  const waiting = [...tables.entries()].sort(([, a], [, b]) => a.range.top - b.range.top);
  let next = 0;
  let open: (readonly [place: number, table: SheetTable])[] = [];
  let found: readonly SheetTable[] = [];
  let ends = Number.POSITIVE_INFINITY;
  return (row) => {
    const before = next;
    while ((waiting[next]?.[1].range.top ?? Number.POSITIVE_INFINITY) <= row) next++;
    if (next === before && row <= ends) return found;
    open = [...open, ...waiting.slice(before, next)].filter(([, { range }]) => range.bottom >= row);
    open.sort(([a], [b]) => a - b);
    found = open.map(([, table]) => table);
    ends = found.reduce((least, { range }) => Math.min(least, range.bottom), Number.POSITIVE_INFINITY);
    return found;
  };
}
