import { makeBook, numericTexts, type TakenReport } from '@sheetwire/sheet/write/report-book';
import { writeCsv } from '@sheetwire/sheet/write/write-csv';
import { writeXlsx } from '@sheetwire/sheet/write/write-xlsx';

/** The file that is asked for: a workbook of all the pages, or comma separated text of one. */
export type FileRequest =
  | { readonly kind: 'xlsx'; readonly report: TakenReport }
  | { readonly kind: 'csv'; readonly report: TakenReport };

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
};
/** The share of the work that reading the pages is. */
const reading = 0.6;

/** Makes the file; it yields the share that is done now and then. Throws TooLarge. */
export function* makeFile({ kind, report }: FileRequest): Generator<number, Blob> {
  if (kind === 'csv') return new Blob(yield* csvParts(report), { type: types.csv });
  const book = yield* scaled(makeBook(report), 0, reading);
  return new Blob(yield* scaled(writeXlsx(book), reading, 1), { type: types.xlsx });
}

function* csvParts({ pages }: TakenReport): Generator<number, string[]> {
  const [page] = pages;
  if (!page) return [];
  const rows = page.html.split('<tr').length;
  const work = writeCsv(page, numericTexts(pages));
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    yield step.value / rows;
  }
}

function* scaled<T>(work: Generator<number, T>, from: number, to: number): Generator<number, T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    yield from + (to - from) * step.value;
  }
}
