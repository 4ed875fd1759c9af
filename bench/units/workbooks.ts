import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Child, cores } from '../lib/child.ts';
import { type Figure, median } from '../lib/figures.ts';
import { interleave, ratio, type Side } from '../lib/interleave.ts';
import { madeBook } from '../lib/made-book.ts';
import type { Plan } from '../lib/plan.ts';
import { peakMemoryMib } from '../lib/process-figures.ts';

const CELLS = 200_000;
const MANY = 1_000_000;
const ANSWER = 60_000;
const CONVERSION = 300_000;

/** Workbooks read and made into pages, beside SheetJS (`BENCH_SHEETJS`, its folder) and LibreOffice. */
export async function workbooks({ rounds }: Plan): Promise<Figure[]> {
  const work = mkdtempSync(join(tmpdir(), 'bench-books-'));
  const peer = process.env.BENCH_SHEETJS;
  try {
    const book = join(work, 'book.xlsx');
    writeFileSync(book, madeBook(CELLS));
    return [
      ...(await speeds(book, peer, rounds)),
      await memory(work),
      ...(await sizes({ work, peer, folder: process.env.BENCH_WORKBOOKS ?? samples })),
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const samples = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'xlsx');

type Question = 'read' | 'render' | 'pages' | 'sent' | 'drawn';

/** A process that reads and renders, by the portal's way or that of SheetJS. */
class Reader {
  readonly child: Child;

  constructor(peer?: string) {
    const script = join(import.meta.dirname, '..', 'servers', 'workbook-main.ts');
    const most = '--max-old-space-size=4096';
    const args = peer === undefined ? [] : [peer];
    this.child = new Child(cores.server, [process.execPath, '--expose-gc', most, script, ...args]);
  }

  async started(): Promise<this> {
    await this.child.line(/^ready/);
    return this;
  }

  async ask(what: Question, file: string): Promise<number> {
    this.child.write(`${what} ${file}`);
    const line = await this.child.line(/^(?:done|fault) /, ANSWER);
    if (line.startsWith('fault ')) throw new Error(line);
    return Number(line.slice('done '.length));
  }
}

const noPeer = 'BENCH_SHEETJS names no folder of SheetJS';
const READ = 'workbook, read 200,000 cells / SheetJS';
const RENDER = 'workbook, render 200,000 cells / sheet_to_html';

async function speeds(book: string, peer: string | undefined, rounds: number): Promise<Figure[]> {
  if (peer === undefined) {
    return [READ, RENDER].map((id) => ({ id, unit: 'ratio', values: [], notRun: noPeer }));
  }
  const readers = [await new Reader().started(), await new Reader(peer).started()];
  const [ours, theirs] = readers;
  const side = (name: string, reader: Reader | undefined): Side => ({
    name,
    runs: 2,
    run: async () => ({
      'seconds of reading': (await reader?.ask('read', book)) ?? Number.NaN,
      'seconds of rendering': (await reader?.ask('render', book)) ?? Number.NaN,
    }),
  });
  const sides = [side('portal', ours), side('SheetJS', theirs)];
  try {
    // The first run of each compiles.
    await interleave(sides, 1);
    const measured = await interleave(sides, rounds);
    const pair = { of: 'portal', against: 'SheetJS' };
    return [
      ratio(measured, { id: READ, metric: 'seconds of reading', ...pair }),
      ratio(measured, { id: RENDER, metric: 'seconds of rendering', ...pair }),
    ];
  } finally {
    for (const { child } of readers) await child.stop();
  }
}

/** The most memory of a process that reads a workbook larger than any that is published. */
async function memory(work: string): Promise<Figure> {
  const book = join(work, 'many.xlsx');
  writeFileSync(book, madeBook(MANY));
  const reader = await new Reader().started();
  try {
    await reader.ask('read', book);
    const values = [peakMemoryMib(reader.child.pid)];
    return { id: 'workbook, memory of 1,000,000 cells', unit: 'MiB', values };
  } finally {
    await reader.child.stop();
  }
}

interface SizeJob {
  readonly work: string;
  readonly peer: string | undefined;
  readonly folder: string;
}

const OFFICE = 'workbook, short page bytes / LibreOffice HTML';
const SHEETJS = 'workbook, short page bytes / sheet_to_html';

/** Bytes under gzip of the pages of a mixed set of workbooks, all together, in the short form that the viewer receives (decision 82). */
async function sizes({ work, peer, folder }: SizeJob): Promise<Figure[]> {
  const files = globSync('*/*.xlsx', { cwd: folder })
    .toSorted()
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).size < LARGEST);
  const missing = (id: string, notRun: string): Figure => ({ id, unit: 'ratio', values: [], notRun });
  if (files.length === 0) return [OFFICE, SHEETJS].map((id) => missing(id, 'BENCH_WORKBOOKS names no workbooks'));
  const ours = await answers('sent', files);
  const whole = await answers('pages', files);
  const drawn = await answers('drawn', files);
  const office = await officeBytes(files, work);
  const theirs = peer === undefined ? undefined : await answers('pages', files, peer);
  return [
    office ? shareOf(OFFICE, { ours, whole, theirs: office, drawn }) : missing(OFFICE, 'LibreOffice is not installed'),
    theirs ? shareOf(SHEETJS, { ours, whole, theirs, drawn }) : missing(SHEETJS, noPeer),
  ];
}

/** Larger files hold one text or one merge over and over, and would be all of the set. */
const LARGEST = 500_000;

type Answers = readonly (number | undefined)[];

async function answers(what: Question, files: readonly string[], peer?: string): Promise<Answers> {
  const reader = await new Reader(peer).started();
  const found: number[] = [];
  try {
    for (const file of files) found.push(await reader.ask(what, file));
    return found;
  } finally {
    await reader.child.stop();
  }
}

async function officeBytes(files: readonly string[], work: string): Promise<Answers | undefined> {
  const out = join(work, 'html');
  const profile = `-env:UserInstallation=${pathToFileURL(join(work, 'profile')).href}`;
  if (!existsSync('/usr/bin/soffice')) return undefined;
  // One by one: a file over which LibreOffice breaks down costs that file alone.
  const one = `soffice --headless --norestore "${profile}" --convert-to html --outdir "${out}" "$file" >/dev/null 2>&1`;
  const child = new Child(cores.client, ['sh', '-c', `for file; do ${one}; done; echo converted`, 'sh', ...files]);
  try {
    await child.line(/^converted/, CONVERSION);
  } finally {
    await child.stop();
  }
  return files.map((file) => {
    const html = join(out, `${file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '')}.html`);
    return existsSync(html) ? gzipSync(readFileSync(html), { level: 6 }).length : undefined;
  });
}

/**
 * By workbook; `whole` are the pages with every address, as programs receive them; `drawn` tells those with charts, pictures
 * or notes, of which the other side writes none or only a link.
 */
interface Compared {
  readonly ours: Answers;
  readonly whole: Answers;
  readonly theirs: Answers;
  readonly drawn: Answers;
}

function shareOf(id: string, { ours, whole, theirs, drawn }: Compared): Figure {
  const pairs = ours.flatMap((own, n) => {
    const [other, all = Number.NaN] = [theirs[n], whole[n]];
    return own !== undefined && other !== undefined ? [{ own, all, other, isDrawn: drawn[n] === 1 }] : [];
  });
  const share = (some: typeof pairs, side: 'own' | 'all' = 'own') =>
    some.reduce((sum, pair) => sum + pair[side], 0) / some.reduce((sum, { other }) => sum + other, 0);
  const middle = median(pairs.map(({ own, other }) => own / other));
  const tables = pairs.filter(({ isDrawn }) => !isDrawn);
  const alone = tables.length === 0 ? '' : `; ${share(tables).toFixed(3)} over the ${tables.length} of tables alone`;
  const note = `${pairs.length} workbooks, the middle one ${middle.toFixed(2)}${alone}; ${share(pairs, 'all').toFixed(3)} with every address, as programs receive them`;
  return { id, unit: 'ratio', values: [share(pairs)], note };
}
