import type { Cell, SheetRow } from '../../model.ts';
import type { GroupPlace } from '../../outline/layout.ts';
import { groupFacts } from './outline.ts';

/** A row of a sheet while it is filled. */
export interface RowDraft {
  height: number | undefined;
  group: GroupPlace | undefined;
  readonly cells: Cell[];
  isSorted: boolean;
}

/** A row of which nothing is known yet. */
export function emptyRow(): RowDraft {
  return { height: undefined, group: undefined, cells: [], isSorted: true };
}

/** The row as a sheet has it; none where it says nothing. */
export function sheetRow({ height, group, cells, isSorted }: RowDraft, place: number): SheetRow[] {
  if (cells.length === 0 && height === undefined && !group) return [];
  if (!isSorted) cells.sort((a, b) => a.column - b.column);
  return [{ number: place + 1, height, style: 0, cells, ...groupFacts(group) }];
}
