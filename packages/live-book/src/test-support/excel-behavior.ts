import { areaName, areaOf } from '../cell-names.ts';
import type { CellArea } from '../live-book.ts';
import type { CellSpec, Edit, ListSpec, SheetSpec } from './book-spec.ts';
import { officeError } from './office-object.ts';

/** What an add-in may hear of. */
export const eventNames = [
  ...['onChanged', 'onCalculated', 'onFormatChanged', 'onRowHiddenChanged', 'onRowSorted', 'onAdded'],
  ...['onDeleted', 'onMoved', 'onNameChanged', 'onVisibilityChanged'],
];

/** The events of an edit. Of hidden columns, merged cells, lists and names Excel tells nothing. */
export function eventsOf(edit: Edit): (readonly [name: string, changeType: string])[] {
  const kinds: Readonly<Record<string, readonly [string, string][]>> = {
    set: [
      ['onChanged', 'RangeEdited'],
      ['onCalculated', ''],
    ],
    undo: [['onChanged', 'RangeEdited']],
    paste: [['onChanged', 'RangeEdited']],
    feed: [['onCalculated', '']],
    insertRow: [['onChanged', 'RowInserted']],
    deleteRow: [['onChanged', 'RowDeleted']],
    insertColumn: [['onChanged', 'ColumnInserted']],
    deleteColumn: [['onChanged', 'ColumnDeleted']],
    renameSheet: [['onNameChanged', '']],
    addSheet: [['onAdded', '']],
    deleteSheet: [['onDeleted', '']],
    moveSheet: [['onMoved', '']],
    hideSheet: [['onVisibilityChanged', '']],
    hideRow: [['onRowHiddenChanged', '']],
    format: [['onFormatChanged', '']],
    fill: [['onFormatChanged', '']],
  };
  return [...(kinds[Object.keys(edit)[0] ?? ''] ?? [])];
}

/** The area of an address; Excel refuses what is none. */
export function areaNamed(address: string): CellArea {
  const area = areaOf(address);
  if (!area) throw officeError('InvalidArgument');
  return area;
}

/** The list that all cells of an area are chosen from. */
export function listOver({ lists = [] }: SheetSpec, { top, left, bottom, right }: CellArea): ListSpec | undefined {
  return lists.find((list) => {
    const of = areaNamed(list.area);
    return of.top <= top && of.left <= left && of.bottom >= bottom && of.right >= right;
  });
}

/** A value as Excel hands it over: an error is its text. */
export function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'error' in value ? value.error : value;
}

/** What Excel makes of what an add-in writes, as if it were typed. */
export function typed(value: unknown): CellSpec {
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean' ? value : null;
  if (value.startsWith("'")) return value.slice(1);
  if (value === '') return null;
  if ('=+-@'.includes(value.slice(0, 1))) return { formula: value.slice(1) };
  if (value === 'true' || value === 'false') return value === 'true';
  return Number.isNaN(Number(value)) ? value : Number(value);
}

/** The areas that stay of an area without hidden rows and columns. */
export function visibleAreas({ hiddenRows = [], hiddenColumns = [] }: SheetSpec, area: CellArea | undefined): string[] {
  if (!area) return [];
  const rows = runsWithout(area.top, area.bottom, hiddenRows);
  const columns = runsWithout(area.left, area.right, hiddenColumns);
  return rows.flatMap(([top, bottom]) => columns.map(([left, right]) => areaName({ top, left, bottom, right })));
}

function runsWithout(from: number, to: number, gone: readonly number[]): [number, number][] {
  const ends = [...gone.filter((at) => at >= from && at <= to), to + 1].sort((a, b) => a - b);
  let start = from;
  const runs: [number, number][] = [];
  for (const end of ends) {
    if (end > start) runs.push([start, end - 1]);
    start = end + 1;
  }
  return runs;
}
