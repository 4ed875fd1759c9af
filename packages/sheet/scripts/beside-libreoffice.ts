import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { drawBook } from './beside/our-pages.ts';
import { writeBooks } from './beside/own-books.ts';

/**
 * Pictures of pages beside LibreOffice's, to be looked at: `node packages/sheet/scripts/beside-libreoffice.ts OUT [FILE or
 * folder]…`. For each visible sheet OUT has a PNG with our page at the left, as the viewer draws it at 100 %, and
 * LibreOffice's at the right, as it prints the sheet on one page. Without files, OUT gets workbooks of its own with
 * every kind of rule, sparklines and pictures. What pages do not show is printed. Both programs take the fonts of the
 * machine (see `compare-libreoffice.ts`), or those that FONTCONFIG_FILE names. Needs Ghostscript and a Python that has
 * `uno` (`SHEETWIRE_PYTHON`, else /usr/bin/python3).
 */
const [out = '', ...given] = process.argv.slice(2);
const python = process.env.SHEETWIRE_PYTHON ?? '/usr/bin/python3';
const run = promisify(execFile);
const asking = 300_000;
/** Dots in an inch: as many as a page of the web has. */
const resolution = 96;

function filesOf(path: string): string[] {
  return statSync(path).isDirectory() ? globSync(join(path, '*.{xlsx,ods}')).toSorted() : [path];
}

/** Pictures of the sheets of a workbook as LibreOffice prints them, by name. */
async function theirPages(work: string, number: number): Promise<Map<string, Uint8Array>> {
  const answer: { readonly sheets?: readonly string[]; readonly fault?: string } = JSON.parse(
    readFileSync(join(work, `${number}.json`), 'utf8'),
  );
  if (!answer.sheets) {
    process.stdout.write(`  LibreOffice has no picture: ${answer.fault}\n`);
    return new Map();
  }
  const pattern = join(work, `${number}-%d.png`);
  const device = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=png16m', `-r${resolution}`];
  const smooth = ['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4'];
  await run('gs', [...device, ...smooth, `-sOutputFile=${pattern}`, join(work, `${number}.pdf`)], { timeout: asking });
  return new Map(answer.sheets.map((name, n) => [name, readFileSync(join(work, `${number}-${n + 1}.png`))]));
}

async function needGhostscript(): Promise<void> {
  try {
    await run('gs', ['--version']);
  } catch (cause) {
    throw new Error("Ghostscript draws LibreOffice's pages: install it (Debian: ghostscript).", { cause });
  }
}

const address = (png: Uint8Array) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;

async function putBeside(browser: Browser, pair: readonly (Uint8Array | undefined)[], path: string): Promise<void> {
  const tab = await browser.newPage({ viewport: { width: 400, height: 200 } });
  try {
    const images = pair.map((png) => (png ? `<img src="${address(png)}">` : '<p>none</p>'));
    await tab.setContent(
      `<body style="margin:10px;background:#999;display:inline-flex;gap:10px;align-items:start">${images.join('')}`,
    );
    await tab.locator('body').screenshot({ path });
  } finally {
    await tab.close();
  }
}

async function main(): Promise<void> {
  if (out === '') throw new Error('Name a folder for the pictures.');
  await needGhostscript();
  const work = join(out, 'work');
  mkdirSync(work, { recursive: true });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const files = given.length > 0 ? given.flatMap(filesOf) : await writeBooks(browser, join(out, 'books'));
    await run(python, [join(import.meta.dirname, 'beside', 'office_pages.py'), work, ...files], { timeout: asking });
    for (const [number, file] of files.entries()) {
      const { pages, notShown } = await drawBook(browser, readFileSync(file));
      const theirs = await theirPages(work, number);
      for (const { name, png } of pages) {
        const title = `${basename(file)} ${name}`.replaceAll(/[^\w.-]+/g, '-');
        await putBeside(browser, [png, theirs.get(name)], join(out, `${title}.png`));
        writeFileSync(join(work, `${title}.ours.png`), png);
        process.stdout.write(`${title}.png\n`);
      }
      for (const line of notShown) process.stdout.write(`  not shown: ${line}\n`);
    }
  } finally {
    await browser.close();
  }
}

await main();
