import { limits } from '@sheetwire/contract/limits';
import type { Cell, Workbook } from '../model.ts';
import type { ReportJob } from '../render/page/report-job.ts';
import type { WrittenReport } from '../render/selection.ts';
import type { ReportKeeper } from './report-keeper.ts';

/** How much of the work that all formulas may take may be done, so that none is ever short of it. */
export const MOST_SPENT = 0.7;

/** Whether values may be set on a workbook one by one: it is not too large, and has a result for every formula. */
export function canBeFollowed(workbook: Workbook): boolean {
  return !hasFormulas(workbook) && cellsOf(workbook) <= limits.values.followed;
}

function cellsOf({ sheets }: Workbook): number {
  return sheets.reduce((all, { rows }) => rows.reduce((sum, { cells }) => sum + cells.length, all), 0);
}

/** What a cell shows, or where it leads, is to be evaluated. */
function hasFormulas({ sheets }: Workbook): boolean {
  return sheets.some(({ isHidden, rows }) => {
    const isOpen = ({ formula, linkFormula }: Cell) =>
      formula !== undefined || (!isHidden && linkFormula !== undefined);
    return rows.some(({ cells }) => cells.some(isOpen));
  });
}

/** Whether a report is followed once it is written: with room for the work of its formulas, and without a clock. */
export function canFollow(
  { isFollowed, book }: ReportKeeper,
  { charts, sparklines }: ReportJob,
  { usesClock }: WrittenReport,
) {
  const hasRoom = (book?.spent ?? 0) <= MOST_SPENT && charts.cells.hasRoom && sparklines.notShown.length === 0;
  return isFollowed && !usesClock && hasRoom;
}
