import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { withRules } from '../src/conditional/apply-rules.ts';
import { ChartCells } from '../src/drawings/chart/cell-values.ts';
import { withFormulas } from '../src/formula/calculate.ts';
import type { Sheet, Workbook } from '../src/model.ts';
import { readWorkbook, renderPages } from '../src/publish-pages.ts';
import { type FormatRow, formatTableBook, formatTables } from '../src/test-support/format-tables.ts';
import { reasonFor } from './compare/accepted.ts';
import { compareChart } from './compare/drawings.ts';
import { compareLooks, type Difference } from './compare/looks.ts';
import type { OfficeBook, OfficeSheet } from './compare/office-book.ts';
import { pageLooks } from './compare/office-page.ts';
import { shownCells } from './compare/shown-cells.ts';
import { compareTexts } from './compare/texts.ts';

/**
 * Compares what pages show with what LibreOffice shows: `node packages/sheet/scripts/compare-libreoffice.ts [folder]`.
 * One LibreOffice with a profile of its own reads every workbook of the folder, and one that holds every row of the
 * format tables. Texts, colours, fonts and alignment of cells (conditional formats applied) and the structure of charts
 * are compared; every difference that neither docs/publish/number-formats.md nor `accepted.ts` gives a reason for is
 * printed, and makes the exit code 1. `SHEETWIRE_PYTHON` names a Python that has `uno` (else /usr/bin/python3).
 */
const root = join(import.meta.dirname, '..', '..', '..');
const data = process.argv[2] ?? join(root, '..', 'shared', 'data', 'xlsx');
const python = process.env.SHEETWIRE_PYTHON ?? '/usr/bin/python3';
const asking = 900_000;

const kinds = ['texts', 'colors', 'fonts', 'alignment', 'charts'] as const;
type Kind = (typeof kinds)[number];

interface Count {
  equal: number;
  /** Different for a reason that is listed. */
  listed: number;
  open: number;
}
type Counts = Record<Kind, Count>;

function noCounts(): Counts {
  const none = (): Count => ({ equal: 0, listed: 0, open: 0 });
  return { texts: none(), colors: none(), fonts: none(), alignment: none(), charts: none() };
}

function out(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Has LibreOffice tell of all files; its answers lie in the folder by the number of the file. */
function ask(files: readonly string[], work: string): Promise<void> {
  const script = join(import.meta.dirname, 'compare', 'office.py');
  return new Promise((resolve, reject) => {
    const asked = spawn(python, [script, work, ...files], { stdio: ['ignore', 'inherit', 'inherit'], timeout: asking });
    asked.once('error', reject);
    asked.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`office.py ended with ${code}`))));
  });
}

/** What one workbook is compared by. */
interface Compared {
  readonly file: string;
  readonly work: string;
  readonly number: number;
  readonly counts: Counts;
  readonly open: string[];
}

async function compareFile({ file, work, number, counts, open }: Compared, known: ReadonlySet<string>): Promise<void> {
  const answer: OfficeBook = JSON.parse(readFileSync(join(work, `${number}.json`), 'utf8'));
  const name = relative(data, file);
  if ('fault' in answer) {
    open.push(`  LibreOffice could not read it: ${answer.fault}`);
    return;
  }
  const book = await readWorkbook(readFileSync(file));
  const now = new Date();
  const pages = new Map(renderPages(book, {}, { now, topic: 'A/B/C' }).pages.map((page) => [page.name, page]));
  const { workbook: shown } = withRules(withFormulas(book, now).workbook, now);
  const ruled = pageLooks(readFileSync(join(work, `${number}.html`), 'utf8'), answer.sheets);
  const tell = (kind: Kind, sheet: string, { cell, what, ours, theirs }: Difference) => {
    const line = `${what}: \`${ours}\`, LibreOffice \`${theirs}\``;
    const isListed = known.has(line) || reasonFor({ file: name, kind, what, ours, theirs }) !== undefined;
    counts[kind][isListed ? 'listed' : 'open']++;
    if (!isListed) open.push(`  ${kind}  ${sheet} ${cell}  ${line}`);
  };
  for (const [n, theirs] of answer.sheets.entries()) {
    const sheet = shown.sheets.find((one) => one.name === theirs.name);
    if (!sheet) continue;
    const csv = csvOf(work, number, theirs.name);
    if (csv !== undefined) {
      const texts = compareTexts(shown, sheet, csv);
      counts.texts.equal += texts.equal;
      for (const difference of texts.different) tell('texts', theirs.name, difference);
    }
    const page = pages.get(theirs.name);
    if (page) {
      const looks = compareLooks(shownCells(page), theirs, theirs.hasRules ? (ruled[n] ?? new Map()) : new Map());
      for (const kind of ['colors', 'fonts', 'alignment'] as const) {
        counts[kind].equal += looks[kind].compared - looks[kind].different.length;
        for (const difference of looks[kind].different) tell(kind, theirs.name, difference);
      }
    }
    compareCharts(shown, sheet, theirs, (difference) => {
      if (difference) tell('charts', theirs.name, difference);
      else counts.charts.equal++;
    });
  }
}

/** One sheet has no name of its own in the name of its file. */
function csvOf(work: string, number: number, sheet: string): string | undefined {
  return [`${number}-${sheet}.csv`, `${number}.csv`].map((name) => join(work, name)).find((path) => existsSync(path));
}

function compareCharts(
  book: Workbook,
  sheet: Sheet,
  theirs: OfficeSheet,
  tell: (difference: Difference | undefined) => void,
): void {
  const cells = new ChartCells(book);
  const ours = (sheet.drawings ?? []).flatMap((drawing) =>
    drawing.content.kind === 'chart' ? [{ drawing, chart: drawing.content }] : [],
  );
  for (const [n, { drawing, chart }] of ours.entries()) {
    const other = theirs.charts[n];
    const faults = other ? compareChart(drawing, chart, other, cells) : ['LibreOffice has none'];
    if (faults.length === 0) tell(undefined);
    for (const what of faults) tell({ cell: drawing.name, what, ours: '', theirs: '' });
  }
  for (const { name } of theirs.charts.slice(ours.length))
    tell({ cell: name, what: 'not drawn', ours: '', theirs: '' });
}

function knownDifferences(): Set<string> {
  const text = readFileSync(join(root, 'docs', 'publish', 'number-formats.md'), 'utf8');
  return new Set(
    text
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .map((line) => line.slice(2)),
  );
}

function told({ equal, listed, open }: Count): string {
  const all = equal + open;
  const share = all === 0 ? '' : ` (${((100 * equal) / all).toFixed(2)} %)`;
  return `${equal} equal${share}, ${listed} different as listed, ${open} not listed`;
}

async function main(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'compare-'));
  mkdirSync(join(work, 'made'));
  const files = globSync(['*/*.xlsx', '*/*.ods'], { cwd: data })
    .toSorted()
    .map((file) => join(data, file));
  const rows: FormatRow[] = [];
  for (const table of await formatTables(data)) rows.push(...table.rows);
  const made = join(work, 'made', 'every-format.xlsx');
  writeFileSync(made, formatTableBook(rows));
  const all = [...files, made];
  try {
    await ask(all, work);
    const known = knownDifferences();
    const sums = noCounts();
    for (const [number, file] of all.entries()) {
      const open: string[] = [];
      await compareFile({ file, work, number, counts: sums, open }, known);
      if (open.length > 0) out([basename(file), ...open].join('\n'));
    }
    for (const kind of kinds) out(`${kind}: ${told(sums[kind])}`);
    process.exitCode = kinds.every((kind) => sums[kind].open === 0) ? 0 : 1;
  } finally {
    if (process.env.SHEETWIRE_KEEP === undefined) rmSync(work, { recursive: true, force: true });
    else out(`kept: ${work}`);
  }
}

await main();
