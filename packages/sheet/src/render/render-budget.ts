import { limits } from '@sheetwire/contract/limits';
import { Budget } from '../budget.ts';
import { counted } from '../read/read-budget.ts';
import { WorkbookError } from '../workbook-error.ts';

/** What the pages of one report may cost, counted while they are written (safety 3). */
export interface RenderBudget {
  /** Bytes of the pages and their styles. */
  readonly text: Budget;
  readonly runs: Budget;
  /** Characters of the number formats that are worked through. */
  readonly formats: Budget;
  readonly linkedCells: Budget;
  /** Looks that tables make of the cells' own. */
  readonly looks: Budget;
  readonly pages: Budget;
}

/** The budget of a report of which nothing was written yet. */
export function renderBudget(): RenderBudget {
  const { workbook, maxPages } = limits;
  return {
    text: new Budget(
      workbook.rendered,
      `The pages exceed ${workbook.rendered / 1024 / 1024} MiB: publish fewer sheets or a range, or shorten the longest texts.`,
    ),
    runs: new Budget(
      workbook.renderedRuns,
      'The text changes font too often: publish fewer sheets or a range, or clear the formatting within cells.',
    ),
    formats: new Budget(
      workbook.renderedFormats,
      'The number formats are too long for so many cells: shorten them, or publish fewer sheets or a range.',
    ),
    linkedCells: new Budget(
      workbook.linkedCells,
      'The links in the workbook overlap too often: remove duplicates and save it again.',
    ),
    looks: new Budget(
      workbook.tableLooks,
      'The tables in the workbook have too many cell styles: publish fewer sheets, or remove cell styles within tables.',
    ),
    pages: new Budget(
      maxPages,
      `The workbook makes more than ${counted(maxPages)} pages, the maximum for a report: choose the sheets to publish.`,
    ),
  };
}

/** Refuses a text before it is written when its characters are more than a cell, or what is left, may have. */
export function ensureCellText(budget: RenderBudget, characters: number): void {
  if (characters > limits.workbook.cellText) throw new WorkbookError(cellTooLong);
  budget.text.ensure(characters);
}

const cellTooLong = `A cell shows more than ${counted(limits.workbook.cellText)} characters: shorten its text, or close its opening quotation mark.`;
