import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { shortPage } from '@sheetwire/page/model/short-page';
import { readWorkbook, renderPages } from '@sheetwire/sheet/publish-pages';
import { ownCpu } from '../lib/alternate.ts';

/**
 * Reads and renders workbooks as it is told, line by line: `read FILE`, `render FILE`, `pages FILE`, `sent FILE` or
 * `drawn FILE`, as the portal does, or as SheetJS does where its folder is the first argument. Answers the CPU seconds, the
 * bytes under gzip of the pages as they are or as viewers download them, or 1 where the pages hold charts, pictures, notes
 * or other drawings, which tables alone do not.
 */
interface Way {
  read(bytes: Buffer): Promise<unknown>;
  /** The pages as one text, each as `write` gives it. */
  render(book: unknown, write?: (html: string) => string): string;
}

/** What is used of SheetJS. */
interface SheetJs {
  read(bytes: Buffer): {
    readonly SheetNames: readonly string[];
    readonly Sheets: Readonly<Record<string, { readonly '!ref'?: string }>>;
  };
  readonly utils: { sheet_to_html(sheet: unknown): string };
}

const MOST = 2_000_000;

const portal: Way = {
  // The bound of a report is beside the point here.
  read: (bytes) => readWorkbook(bytes, { limits: { cells: MOST } }),
  render: (book, write = (html) => html) => {
    const report = renderPages(book as Awaited<ReturnType<typeof readWorkbook>>, {}, { topic: 'ACME/A/B' });
    return report.pages.map(({ html, styles }) => write(html) + styles.join('')).join('');
  },
};

function sheetJs(folder: string): Way {
  const library: SheetJs = createRequire(import.meta.url)(folder);
  return {
    read: async (bytes) => library.read(bytes),
    render: (book) => {
      const { SheetNames, Sheets } = book as ReturnType<SheetJs['read']>;
      // A sheet that is one chart has no cells.
      const filled = SheetNames.filter((name) => Sheets[name]?.['!ref'] !== undefined);
      return filled.map((name) => library.utils.sheet_to_html(Sheets[name])).join('');
    },
  };
}

const folder = process.argv[2];
const way = folder === undefined ? portal : sheetJs(folder);
const books = new Map<string, unknown>();

async function bookOf(file: string): Promise<unknown> {
  const known = books.get(file) ?? (await way.read(readFileSync(file)));
  books.clear();
  books.set(file, known);
  return known;
}

async function answer(what: string, file: string): Promise<number> {
  const bytes = readFileSync(file);
  const book = what === 'read' ? undefined : await bookOf(file);
  globalThis.gc?.();
  const from = ownCpu();
  if (what === 'read') await way.read(bytes);
  else if (what === 'sent') return gzipSync(way.render(book, shortPage), { level: 6 }).length;
  else {
    const text = way.render(book);
    if (what === 'pages') return gzipSync(text, { level: 6 }).length;
    if (what === 'drawn') return Number(/<svg |<img | data-(?:drawing|note)="/.test(text));
  }
  return ownCpu() - from;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const at = line.indexOf(' ');
  void answer(line.slice(0, at), line.slice(at + 1)).then(
    (value) => process.stdout.write(`done ${value}\n`),
    (fault: unknown) => process.stdout.write(`fault ${fault instanceof Error ? fault.message : String(fault)}\n`),
  );
});
process.stdout.write('ready\n');
