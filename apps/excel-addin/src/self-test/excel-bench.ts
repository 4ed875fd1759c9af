import { limits } from '@sheetwire/contract/limits';
import { addIn } from '@sheetwire/contract/publishing/add-in';
import { areaName } from '@sheetwire/live-book/cell-names';
import type { OfficeContext } from '@sheetwire/live-book/office/office-api';
import { openOfficeBook } from '@sheetwire/live-book/office/office-book';
import type { OfficeGlobals } from '#office/office-globals.ts';
import { pageClock } from '#office/page-clock.ts';
import type { Bench } from './checks.ts';

const SHEET = `${addIn.namespace} self-test`;

type Present = { [Name in 'Office' | 'Excel']-?: NonNullable<OfficeGlobals[Name]> };
/** What the self-test alone does to a workbook. */
interface MoreSheets {
  add(name: string): { activate(): void; delete(): void };
}

/** A sheet of its own in the open workbook; `end` takes it away again. */
export async function openBench({ Excel, Office }: Present): Promise<{ bench: Bench; end: () => Promise<void> }> {
  const run = <T>(work: (context: OfficeContext) => Promise<T>) => Excel.run(work);
  const inSheet = (work: (sheet: ReturnType<OfficeContext['workbook']['worksheets']['getItem']>) => void) =>
    run(async (context) => {
      work(context.workbook.worksheets.getItem(SHEET));
      await context.sync();
    });
  await run(async (context) => {
    moreOf(context).add(SHEET);
    await context.sync();
  });
  const book = await openOfficeBook({ run, document: Office.context.document });
  const bench: Bench = {
    book,
    sheet: SHEET,
    set: (address, value) => inSheet((sheet) => Object.assign(sheet.getRange(address), { values: [[value]] })),
    fill: (rows, columns) =>
      inSheet((sheet) => {
        const area = areaName({ top: 1, left: 1, bottom: rows, right: columns });
        const ones = Array.from({ length: rows }, () => Array.from({ length: columns }, () => 1));
        Object.assign(sheet.getRange(area), { values: ones });
      }),
    format: (address, format) =>
      inSheet((sheet) => Object.assign(sheet.getRange(address), { numberFormat: [[format]] })),
    late: () =>
      new Promise((resolve) => {
        pageClock.after(limits.liveBook.bookPause, () => resolve(false));
      }),
  };
  const end = async () => {
    await book.close();
    await run(async (context) => {
      Object.assign(context.workbook.worksheets.getItem(SHEET)).delete();
      await context.sync();
    });
  };
  return { bench, end };
}

function moreOf({ workbook }: OfficeContext): MoreSheets {
  // The adapter itself adds no sheets: its types leave this out.
  return workbook.worksheets as unknown as MoreSheets;
}
