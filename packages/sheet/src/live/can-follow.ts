import { limits } from '@sheetwire/contract/limits';
import type { Cell, Workbook } from '../model.ts';
import type { ReportJob } from '../render/page/report-job.ts';
import type { WrittenReport } from '../render/selection.ts';
import type { ReportKeeper } from './report-keeper.ts';

/** How much of the work that all formulas may take may be done, so that none is ever short of it. */
export const MOST_SPENT = 0.7;

/** Whether values may be set on a workbook one by one: it is not too large, and its formulas can be followed. */
export function canBeFollowed(workbook: Workbook): boolean {
  return !hasOpenFormulas(workbook) && cellsOf(workbook) <= limits.values.followed;
}

function cellsOf({ sheets }: Workbook): number {
  return sheets.reduce((all, { rows }) => rows.reduce((sum, { cells }) => sum + cells.length, all), 0);
}

/** Where a cell leads is to be evaluated, or what it shows by an array or over a saved result that may count. */
function hasOpenFormulas({ sheets }: Workbook): boolean {
  return sheets.some(({ isHidden, rows }) => {
    const isOpen = ({ formula, linkFormula, value }: Cell) =>
      (formula && (formula.fills || (!formula.isAsked && value !== undefined))) || (!isHidden && linkFormula);
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
