import { spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Cell, Sheet, Workbook } from '../src/model.ts';
import { readDelimited, readWorkbook } from '../src/publish-pages.ts';
import { shownText } from '../src/render/cell-content.ts';
import { type FormatRow, formatTableBook, formatTables } from '../src/test-support/format-tables.ts';

/**
 * Compares the text of every cell with what LibreOffice shows: `node packages/sheet/scripts/compare-libreoffice.ts
 * [folder]`. One LibreOffice process with a profile of its own converts all files; beside the files as they stand,
 * every row of the format tables (format × value) is put in a cell of its own and compared. Prints counts for each
 * file and every difference that docs/publish/number-formats.md does not list.
 */
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const data = process.argv[2] ?? join(root, '..', 'shared', 'data', 'xlsx');
const accepted = join(root, 'docs', 'publish', 'number-formats.md');
const conversionMs = 170_000;
const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1';

interface Difference {
  readonly cell: string;
  readonly format: string;
  readonly value: string;
  readonly ours: string;
  readonly theirs: string;
}

function out(text: string): void {
  process.stdout.write(`${text}\n`);
}

function convert(files: readonly string[], work: string): Promise<void> {
  const profile = pathToFileURL(join(work, 'profile')).href;
  const args = ['--headless', '--norestore', `-env:UserInstallation=${profile}`, '--convert-to', filter];
  return new Promise((resolve, reject) => {
    const office = spawn('soffice', [...args, '--outdir', join(work, 'csv'), ...files], { stdio: 'ignore' });
    const timer = setTimeout(() => office.kill('SIGKILL'), conversionMs);
    office.once('error', reject);
    office.once('exit', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`soffice ended with ${code}`));
    });
  });
}

function cellsOf(sheet: Sheet): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const row of sheet.rows) for (const cell of row.cells) cells.set(`${row.number},${cell.column}`, cell);
  return cells;
}

/** Text for comparison: spaces at the edges are room, not text; a line end is one whatever its form. */
function comparable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').trim();
}

function compareSheet(book: Workbook, sheet: Sheet, csv: string): { equal: number; different: Difference[] } {
  const theirs = cellsOf(readDelimited(readFileSync(csv), { delimiter: ',' }).sheets[0] ?? sheet);
  const different: Difference[] = [];
  let equal = 0;
  for (const [key, cell] of cellsOf(sheet)) {
    const look = book.styles[cell.style];
    if (cell.value === undefined || !look) continue;
    const ours = comparable(shownText(cell, look, book.has1904Dates).text);
    const their = theirs.get(key);
    const text = comparable(their?.shown ?? String(their?.value ?? ''));
    if (ours === text) equal++;
    else different.push({ cell: key, format: look.format, value: JSON.stringify(cell.value), ours, theirs: text });
  }
  return { equal, different };
}

function csvOf(work: string, file: string, sheet: string, count: number): string {
  const stem = basename(file).replace(/\.[^.]+$/, '');
  return join(work, 'csv', count >= 1 ? `${stem}-${sheet}.csv` : `${stem}.csv`);
}

async function compareFile(work: string, file: string, known: ReadonlySet<string>): Promise<[number, number, number]> {
  const book = await readWorkbook(readFileSync(file));
  let equal = 0;
  let listed = 0;
  const open: string[] = [];
  for (const sheet of book.sheets.filter((candidate) => !candidate.isHidden)) {
    const result = compareSheet(book, sheet, csvOf(work, file, sheet.name, book.sheets.length));
    equal += result.equal;
    for (const { cell, format, value, ours, theirs } of result.different) {
      const line = `\`${format}\` ${value}: \`${ours}\`, LibreOffice \`${theirs}\``;
      if (known.has(line)) listed++;
      else open.push(`  ${sheet.name} ${cell}  ${line}`);
    }
  }
  out(`${basename(file)}: ${equal} equal, ${listed} different as listed, ${open.length} different and not listed`);
  for (const line of open) out(line);
  return [equal, listed, open.length];
}

function knownDifferences(): Set<string> {
  const text = globSync(accepted).length > 0 ? readFileSync(accepted, 'utf8') : '';
  return new Set(
    text
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .map((line) => line.slice(2)),
  );
}

async function main(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'compare-'));
  mkdirSync(join(work, 'made'));
  const files = globSync(
    [
      'poi/*Format*Tests.xlsx',
      'xlsxwriter/date_examples01.xlsx',
      'closedxml/Styles_StyleNumberFormat.xlsx',
      'poi/AverageTaxRates.xlsx',
      'closedxml/Misc_ShowCase.xlsx',
    ],
    { cwd: data },
  ).map((file) => join(data, file));
  const rows: FormatRow[] = [];
  for (const table of await formatTables(data)) rows.push(...table.rows);
  const made = join(work, 'made', 'every-format.xlsx');
  writeFileSync(made, formatTableBook(rows));
  try {
    await convert([...files, made], work);
    const known = knownDifferences();
    const sums = [0, 0, 0];
    for (const file of [...files, made]) {
      const counts = await compareFile(work, file, known);
      for (const [n, count] of counts.entries()) sums[n] = (sums[n] ?? 0) + count;
    }
    out(`In all: ${sums[0]} equal, ${sums[1]} different as listed, ${sums[2]} different and not listed`);
    process.exitCode = sums[2] === 0 ? 0 : 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

await main();
