import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTableBook, formatTables } from '../src/test-support/format-tables.ts';
import { likenessReason } from './compare/accepted.ts';
import { compareBook } from './compare/compare-book.ts';
import { everyChartBook } from './compare/every-chart.ts';
import { type Count, kinds, Ledger } from './compare/ledger.ts';
import { likenesses, type Pair } from './compare/likeness.ts';
import type { OfficeBook } from './compare/office-book.ts';
import { writtenChartBook } from './compare/written-charts.ts';

/**
 * Compares what pages show with what LibreOffice shows: `node packages/sheet/scripts/compare-libreoffice.ts [folder]
 * [answers]`. One LibreOffice with a profile of its own reads every workbook of the folder, one that holds every row of
 * the format tables, and two of charts that state their looks as Excel does: one has a chart of each kind that tests
 * have, one those that Excel makes; its answers are kept in the second folder, and taken from there when they are. Texts, colours,
 * fonts and alignment of cells (conditional formats applied), the structure of charts and their likeness are compared;
 * pictures of the charts side by side lie in the second folder. Both programs take the fonts of the machine: with Carlito
 * and the Liberation fonts the charts have the letters that their authors saw.
 * Every difference that neither docs/publish/number-formats.md nor `compare/accepted.ts` gives a reason for is printed,
 * and makes the exit code 1. `SHEETWIRE_PYTHON` names a Python that has `uno` (else /usr/bin/python3).
 */
const root = join(import.meta.dirname, '..', '..', '..');
const data = process.argv[2] ?? join(root, '..', 'shared', 'data', 'xlsx');
const kept = process.argv[3];
const python = process.env.SHEETWIRE_PYTHON ?? '/usr/bin/python3';
const asking = 900_000;
/** A workbook of Excel's whose theme and styles the one of charts takes. */
const themed = join('xlsxwriter', 'chart_line01.xlsx');
/** Drawings that are as alike as this are the same picture. */
const alike = 0.95;

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

/** The workbooks of the folder, one made of every row of the format tables, and two made of charts. */
async function filesIn(work: string): Promise<string[]> {
  const rows = (await formatTables(data)).flatMap((table) => table.rows);
  mkdirSync(join(work, 'made'), { recursive: true });
  const made = join(work, 'made', 'every-format.xlsx');
  writeFileSync(made, formatTableBook(rows));
  const theme = readFileSync(join(data, themed));
  const charts = join(work, 'made', 'every-chart.xlsx');
  writeFileSync(charts, everyChartBook(theme));
  const written = join(work, 'made', 'written-charts.xlsx');
  writeFileSync(written, writtenChartBook(theme));
  const files = globSync(['*/*.xlsx', '*/*.ods'], { cwd: data }).toSorted();
  return [...files.map((file) => join(data, file)), made, charts, written];
}

function told({ equal, listed, open }: Count): string {
  const all = equal + open;
  const share = all === 0 ? '' : ` (${((100 * equal) / all).toFixed(2)} %)`;
  return `${equal} equal${share}, ${listed} different as listed, ${open} not listed`;
}

async function tellLikeness(pairs: readonly (Pair & { readonly name: string })[]): Promise<void> {
  const pictures = kept === undefined ? undefined : join(kept, 'pairs');
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  const found = await likenesses(pairs, { pictures });
  const all = pairs.map(({ name }, n) => ({ n, name, share: found[n] ?? 0 }));
  for (const { n, name, share } of all.toSorted((a, b) => a.share - b.share))
    out(`  ${share.toFixed(3)}  ${n}.png  ${name}${share < alike ? `: ${likenessReason(name)}` : ''}`);
  const made: readonly string[] = ['every-chart', 'written-charts'];
  for (const [what, book] of [
    ['the files', undefined],
    ['charts of each kind', 'every-chart'],
    ['charts as Excel makes them', 'written-charts'],
  ] as const) {
    const own = all.filter(({ name }) => made.find((start) => name.startsWith(start)) === book);
    const good = own.filter(({ share }) => share >= alike);
    out(`likeness: ${good.length} of ${own.length} drawings of ${what} at ${alike} or more`);
  }
}

async function main(): Promise<void> {
  const work = kept ?? mkdtempSync(join(tmpdir(), 'compare-'));
  mkdirSync(work, { recursive: true });
  try {
    const files = await filesIn(work);
    if (!existsSync(join(work, `${files.length - 1}.json`))) await ask(files, work);
    const ledger = new Ledger(data, readFileSync(join(root, 'docs', 'publish', 'number-formats.md'), 'utf8'));
    const pairs: (Pair & { name: string })[] = [];
    for (const [number, file] of files.entries()) {
      ledger.open(file);
      const answer: OfficeBook = JSON.parse(readFileSync(join(work, `${number}.json`), 'utf8'));
      if ('fault' in answer) ledger.fault(answer.fault);
      else pairs.push(...(await compareBook({ file, work, number, ledger }, answer.sheets)));
      for (const line of ledger.close()) out(line);
    }
    await tellLikeness(pairs);
    for (const kind of kinds) out(`${kind}: ${told(ledger.counts[kind])}`);
    process.exitCode = kinds.every((kind) => ledger.counts[kind].open === 0) ? 0 : 1;
  } finally {
    if (kept === undefined) rmSync(work, { recursive: true, force: true });
  }
}

await main();
