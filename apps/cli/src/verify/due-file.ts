import { decodePage } from '@sheetwire/client/decode-page';
import type { Output } from '@sheetwire/contract/call';
import type { report } from '@sheetwire/contract/reports';
import type { Workbook } from '@sheetwire/sheet/model';
import { readDelimited, readWorkbook } from '@sheetwire/sheet/publish-pages';
import { type BookComparison, compareBooks } from '@sheetwire/sheet/verify/compare-books';
import { compareFacts } from '@sheetwire/sheet/verify/compare-facts';
import { factsSheet, makeBook, numericTexts, type ShownPage } from '@sheetwire/sheet/write/report-book';
import { writeCsv } from '@sheetwire/sheet/write/write-csv';
import { writeXlsx } from '@sheetwire/sheet/write/write-xlsx';

/** The pages of a version as the portal's export takes them. */
export async function pagesOf(answer: Output<typeof report>): Promise<ShownPage[]> {
  const { pages = [], pageNames = [], styles = [] } = answer;
  const html = await Promise.all(pages.map(decodePage));
  return html.map((text, n) => ({ name: pageNames[n] ?? '', html: text, styles: styles[n] ?? [] }));
}

/** What the portal says of a version beside its pages. */
export interface DueFacts {
  readonly topic: string;
  readonly by: string;
  readonly utc: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * A workbook against the one that the portal would export of that version: of all its pages, or of those that the file has,
 * and what its last sheet says of the report.
 */
export async function compareWorkbook(
  given: Workbook,
  pages: readonly ShownPage[],
  facts: DueFacts,
): Promise<BookComparison> {
  const all = await madeOf(pages, facts);
  const names = new Set(given.sheets.map(({ name }) => name));
  const isTaken = all.sheets.map(({ name }) => names.has(name));
  const own = pages.filter(({ name }) => name.trim().toUpperCase() !== factsSheet);
  const taken = own.filter((_, n) => isTaken[n]);
  // How numbers are written is learned from the pages that a file has.
  const due = taken.length === 0 || taken.length === own.length ? all : await madeOf(taken, facts);
  const compared = compareBooks(given, due, ({ name }) => name !== factsSheet);
  return { ...compared, others: [...compared.others, ...compareFacts(given, all, facts.utc)] };
}

async function madeOf(pages: readonly ShownPage[], { topic, by, metadata }: DueFacts): Promise<Workbook> {
  const facts = { topic, publishedAt: undefined, sender: by, shownDate: null, metadata };
  const book = ended(makeBook({ pages, facts, baseUrl: '' }));
  return readWorkbook(new Uint8Array(Buffer.concat(ended(writeXlsx(book)))));
}

/** A CSV file against the page of the address, or else the page that it is most like. */
export function compareCsv(bytes: Uint8Array, pages: readonly ShownPage[], page: string): BookComparison {
  const given = readDelimited(bytes, csv);
  const named = pages.filter(({ name }) => page === '' || name.toUpperCase() === page.toUpperCase());
  const compared = named.map((one) => {
    const text = ended(writeCsv(one, numericTexts([one]))).join('');
    return compareBooks(given, readDelimited(Buffer.from(text), csv), () => true);
  });
  const [best] = compared.toSorted((a, b) => a.others.length - b.others.length);
  return best ?? { confirmed: 0, others: [], unknown: [page] };
}

const csv = { delimiter: ',', name: 'CSV' };

/** What work that tells how far it is comes to. */
function ended<T>(work: Generator<number, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
