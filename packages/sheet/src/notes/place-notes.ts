import { holds } from '../address.ts';
import type { Sheet } from '../model.ts';
import type { MergeGrid } from '../render/merges.ts';
import { placeFrom, type VisibleGrid } from '../render/visible.ts';
import { noteHtml } from './note-html.ts';

interface NotePage {
  readonly grid: VisibleGrid;
  readonly merges: MergeGrid;
}

/** Adds the marks of notes to what lies over the cells of a page, by the place of the cell; answers how many lie beyond it. */
export function addNotes(held: Map<number, string>, { notes = [] }: Sheet, { grid, merges }: NotePage): number {
  const { rows, columns, range } = grid;
  let beyond = 0;
  for (const { row, column, text } of notes) {
    if (!holds(range, row, column)) {
      beyond++;
      continue;
    }
    const place = { row: placeFrom(rows, row), column: placeFrom(columns, column) };
    if (rows[place.row]?.number !== row || columns[place.column]?.number !== column) continue;
    const area = merges.areas[(merges.covered[place.row * columns.length + place.column] ?? 0) - 1];
    const at = area ? area.top * columns.length + area.left : place.row * columns.length + place.column;
    const html = noteHtml(text, { ...place, rows: rows.length, columns: columns.length });
    held.set(at, (held.get(at) ?? '') + html);
  }
  return beyond;
}
