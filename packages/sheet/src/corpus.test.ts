import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lengthenPage, shortPage } from '@sheetwire/page/model/short-page';
import { describe, expect, test } from 'vitest';
import { showNumber, showText } from './format/number-format.ts';
import { readWorkbook, renderPages } from './publish-pages.ts';
import { type FormatRow, formatTables } from './test-support/format-tables.ts';

const data = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'xlsx');
const isThere = existsSync(data);
if (!isThere) process.stderr.write(`The sample workbooks are not in ${data}: their tests do not run.\n`);
const files = isThere ? globSync('*/*.xlsx', { cwd: data }) : [];

const voidTags = new Set(['col', 'img', 'br']);

/** Every open tag has its close, in order: the mark-up is what a canonical page may be. */
function unbalancedTag(html: string): string | undefined {
  const open: string[] = [];
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z]+)(?: [^<>]*)?>/g)) {
    if (name === undefined || voidTags.has(name)) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return name;
  }
  return open[0];
}

describe.runIf(isThere)('real workbooks', () => {
  test.each(files)('%s is published whole, no page empty where its sheet has values', async (file) => {
    const book = await readWorkbook(readFileSync(join(data, file)));
    const report = renderPages(book);
    expect(report.pages.length).toBeGreaterThan(0);
    for (const page of report.pages) {
      expect(unbalancedTag(page.html)).toBeUndefined();
      const names = [...page.html.matchAll(/ data-cell="([^"]+)"/g)].map(([, name]) => name);
      expect(new Set(names).size).toBe(names.length);
      // What viewers download is the same page once it has its addresses again (decision 82).
      expect(lengthenPage(shortPage(page.html)) === page.html).toBe(true);
      for (const [, number] of page.html.matchAll(/ data-s="(\d+)"/g)) expect(page.styles[Number(number)]).toBeTruthy();
    }
    const published = new Set(report.pages.map((page) => page.name));
    for (const sheet of book.sheets) {
      const shown = sheet.rows.filter((row) => !row.isHidden).flatMap((row) => row.cells);
      const hasText = shown.some((cell) => cell.value !== undefined && cell.value !== '');
      const page = report.pages.find(({ name }) => name === sheet.name);
      if (hasText && !sheet.isHidden) expect(page?.html.replace(/<(?!svg)[^>]*>/g, '').trim()).toBeTruthy();
      if (sheet.isHidden) expect(published).not.toContain(sheet.name);
    }
  });
});

/** Codes of the tables that spreadsheets themselves read in different ways (docs/publish/number-formats.md). */
const disputed = [/=\/=/, /^\|#_#\/#\|$/, /^\|#\\:\? \?0#\/000$/, /^#,\.#,$/, /^("h|\\h)/];
function isDisputed({ format }: FormatRow): boolean {
  return disputed.some((pattern) => pattern.test(format));
}

describe.runIf(isThere)('format tables', () => {
  test.each([
    ['GeneralFormatTests', 68],
    ['NumberFormatTests', 125],
    ['DateFormatTests', 45],
    ['TextFormatTests', 6],
    ['FormatConditionTests', 31],
  ])('%s: every row but the disputed ones shows the text of the table', async (name, least) => {
    const table = (await formatTables(data)).find((candidate) => candidate.name === name);
    const rows = table?.rows.filter((row) => !isDisputed(row)) ?? [];
    const wrong = rows.filter((row) => shown(row, table?.has1904Dates ?? false) !== row.expected.trim());
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(least);
  });
});

function shown({ format, value }: FormatRow, has1904Dates: boolean): string {
  const text = typeof value === 'number' ? showNumber(value, format, has1904Dates) : showText(value, format);
  return text.text.trim();
}
