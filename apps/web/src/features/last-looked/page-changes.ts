import { commonSequence, pairEqualGaps } from '@sheetwire/page/compare/common-sequence';
import { isBlank, type Sheet } from '@sheetwire/page/compare/sheet';
import { diffSheets } from '@sheetwire/page/compare/sheet-diff';
import { type PageLook, sheetOf } from './look.ts';

/** A place on a page that changed since the look: a cell by its row and its place there, or a whole row that came. */
export interface ChangedPlace {
  /** Of all rows of the page; -1 for what lies around its tables. */
  readonly row: number;
  /** -1 for the whole row. */
  readonly at: number;
}

/** What changed on a page since it was looked at, in the order of the sheet; what is no more has no place. */
export function pageChanges(before: PageLook | undefined, now: PageLook): ChangedPlace[] {
  if (!before) return [{ row: -1, at: -1 }];
  const sheets = now.tables.map(sheetOf);
  const older = before.tables.map(sheetOf);
  const partner = commonSequence(older.map(headKey), sheets.map(headKey));
  pairEqualGaps(partner, older.length);
  const places: ChangedPlace[] = before.text === now.text ? [] : [{ row: -1, at: -1 }];
  let firstRow = 0;
  for (const [n, sheet] of sheets.entries()) {
    for (const place of tableChanges(older[partner[n] ?? -1], sheet)) {
      places.push({ row: firstRow + place.row, at: place.at });
    }
    firstRow += sheet.rows.length;
  }
  return places;
}

function headKey({ rows, headRow }: Sheet): string {
  return (rows[Math.max(0, headRow)] ?? []).map(({ value }) => value).join(' ');
}

function tableChanges(from: Sheet | undefined, to: Sheet): ChangedPlace[] {
  const diff = from && diffSheets(from, to);
  const cells = Map.groupBy(diff?.cells ?? [], ({ row }) => row);
  return to.rows.flatMap((row, n): ChangedPlace[] => {
    if ((diff?.rowOf[n] ?? -1) < 0) return row.every(({ value }) => isBlank(value)) ? [] : [{ row: n, at: -1 }];
    return (cells.get(n) ?? []).filter(({ at }) => at >= 0).map(({ at }) => ({ row: n, at }));
  });
}

/**
 * The places after rows came and went above or among them: places in rows that went are gone. As many rows as went are
 * those rows written anew.
 */
export function afterSplice(
  places: readonly ChangedPlace[],
  { at, remove, added }: { readonly at: number; readonly remove: number; readonly added: number },
): ChangedPlace[] {
  if (added === remove) return [...places];
  return places
    .filter(({ row }) => row < at || row >= at + remove)
    .map((place) => (place.row < at ? place : { ...place, row: place.row + added - remove }));
}
