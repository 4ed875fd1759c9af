import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publishReport } from '@sheetwire/contract/publish';
import type { CellStyle } from '@sheetwire/sheet/cell-style';
import type { Cell, Sheet, Workbook } from '@sheetwire/sheet/model';
import { readWorkbook } from '@sheetwire/sheet/publish-pages';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { upToDate } from '../support/up-to-date.ts';
import { type Desk, startDesk, type Visit } from './desk.ts';
import { takenPages, takenTopic } from './taken-report.ts';

let desk: Desk;
let visit: Visit;
let page: Page;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-export-'));
  desk = await startDesk();
  const { call } = await desk.portal.publisher('DEMO/desk.publisher');
  await call(publishReport, { topic: takenTopic, pages: takenPages, metadata: { Desk: 'Rates' } });
  visit = await desk.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = visit.page;
  await visit.enter();
  await page.goto(`${desk.url}/${takenTopic}`);
  await page.getByText(upToDate).waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.take-away button:focus').waitFor();
});
afterAll(async () => {
  await visit?.close();
  await desk?.stop();
  await rm(folder, { recursive: true, force: true });
});

const expected = { timeout: 20_000 };
const shownPage = () => page.getByRole('group', { name: /^This page/ });
const wholeReport = () => page.getByRole('group', { name: /^Whole report/ });

async function downloaded(ask: () => Promise<void>): Promise<Download> {
  const coming = page.waitForEvent('download');
  await ask();
  return coming;
}

async function kept(download: Download): Promise<string> {
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** The workbook as LibreOffice read it and wrote it again. */
async function readByOffice(path: string): Promise<Workbook> {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const out = join(folder, 'office');
  const args = [
    '--headless',
    '--norestore',
    `-env:UserInstallation=${profile}`,
    '--convert-to',
    'xlsx',
    '--outdir',
    out,
  ];
  const office = spawn(process.env.SHEETWIRE_SOFFICE ?? 'soffice', [...args, path], { stdio: 'ignore' });
  const [code] = await once(office, 'exit');
  expect(code).toBe(0);
  return readWorkbook(await readFile(join(out, path.slice(folder.length + 1))));
}

function cellAt(sheet: Sheet | undefined, row: number, column: number): Cell | undefined {
  return sheet?.rows.find(({ number }) => number === row)?.cells.find((cell) => cell.column === column);
}

test('a spreadsheet program opens the downloaded report with the values, looks and merges of the page', async () => {
  const download = await downloaded(() => wholeReport().getByRole('button', { name: 'Excel (.xlsx)' }).press('Enter'));
  expect(download.suggestedFilename()).toMatch(/^DEMO DESK TAKEN \d{4}-\d\d-\d\d \d{4}\.xlsx$/);
  await page.getByText('saved to Downloads.').waitFor();

  const book = await readByOffice(await kept(download));
  expect(book.sheets.map(({ name }) => name)).toEqual(['Positions all', 'Wide', 'Notes', 'METADATA']);
  const [sheet] = book.sheets;
  const valuesOf = (row: number) => [1, 2, 3, 4].map((column) => cellAt(sheet, row, column)?.value);
  expect([3, 4, 5].map(valuesOf)).toEqual([
    ['Rates & Credit', 1_240_500.25, 0.125, 46_346],
    ['=HYPERLINK("x")', -98_400, -0.008, 46_345],
    ['FX', 7.1, 0.0125, 46_346],
  ]);
  const lookAt = (row: number, column: number): CellStyle | undefined =>
    book.styles[cellAt(sheet, row, column)?.style ?? -1];
  const formats = [2, 3, 4].map((column) => lookAt(4, column)?.format.replaceAll('\\', ''));
  expect(formats).toEqual(['#,##0.00_);(#,##0.00)', '0.0%', 'yyyy-mm-dd']);
  expect(lookAt(2, 2)).toMatchObject({ font: { isBold: true, color: '#ffffff' }, fill: { ground: '#1f4e79' } });
  expect(lookAt(3, 2)?.borders.bottom).toEqual({ style: 'medium', color: '#c00000' });
  expect(sheet?.merges).toEqual([
    { top: 1, left: 1, bottom: 2, right: 1 },
    { top: 1, left: 2, bottom: 1, right: 4 },
  ]);
  expect(sheet?.links.map(({ target }) => target)).toEqual(['https://desk.example/fx']);
  expect(sheet?.columns.slice(0, 2).map(({ width }) => Math.round((width ?? 0) * 7))).toEqual([140, 110]);
});

test('the shown page is downloaded as text that no spreadsheet takes for a formula', async () => {
  const download = await downloaded(() => shownPage().getByRole('button', { name: 'CSV (.csv)' }).press('Enter'));
  expect(download.suggestedFilename()).toMatch(/^DEMO DESK TAKEN Positions all \d{4}-\d\d-\d\d \d{4}\.csv$/);
  expect(await readFile(await kept(download), 'utf8')).toBe(
    [
      '\ufeffBook,20 November 2026,,',
      ',Position,Change,As of',
      'Rates & Credit,"1,240,500.25",12.5%,2026-11-20',
      '"\'=HYPERLINK(""x"")","(98,400.00)",-0.8%,2026-11-19',
      'FX,$ 7.10,+1.25%,2026-11-20',
      '',
    ].join('\r\n'),
  );
});

test('the shown page goes to the clipboard as cells', async () => {
  await shownPage().getByRole('button', { name: 'Copy' }).press('Enter');
  await page.getByText('Page copied.').waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text.split('\n')[2]).toBe('Rates & Credit\t1,240,500.25\t12.5%\t2026-11-20');
});

const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
const marked = () => page.locator('[data-r]').count();
const cell = (name: string) => page.locator(`[data-cell=${name}]`);

test('a rectangle of cells is marked by dragging and copied as cells, merged ones whole', async () => {
  await page.getByRole('tab', { name: 'Positions: all' }).click();
  await cell('C5').hover();
  await page.mouse.down();
  await cell('B3').hover();
  await page.mouse.up();
  await expect.poll(marked, expected).toBe(6);
  await page.keyboard.press('Control+c');
  await expect.poll(clipboard, expected).toBe('1,240,500.25\t12.5%\n(98,400.00)\t-0.8%\n$ 7.10\t+1.25%');

  await cell('A2').or(cell('A1')).first().click();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(marked, expected).toBe(5);
  await page.keyboard.press('Control+c');
  await expect.poll(clipboard, expected).toBe('Book\t20 November 2026\t\t\n\tPosition\tChange\tAs of');
  await page.keyboard.press('Escape');
  await expect.poll(marked, expected).toBe(0);
});

test('who selects all after a rectangle was marked copies all', async () => {
  await cell('C5').hover();
  await page.mouse.down();
  await cell('B3').hover();
  await page.mouse.up();
  await expect.poll(marked, expected).toBe(6);
  await page.keyboard.press('Control+a');
  expect(await marked()).toBe(0);
  await page.keyboard.press('Control+c');
  await expect.poll(clipboard, expected).toContain('Book\t20 November 2026');
  expect(await clipboard()).toContain('1,240,500.25\t12.5%');
  await page.evaluate(() => document.getSelection()?.removeAllRanges());
});

test('keys alone mark cells from the first on screen; a table with looks and texts that stay texts is copied', async () => {
  await page.getByTestId('report').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+Control+ArrowRight');
  await expect.poll(marked, expected).toBe(8);
  const copiedHtml = async () => {
    await page.keyboard.press('Control+c');
    return page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return (await item?.getType('text/html'))?.text();
    });
  };
  // What reads numbers is loaded at the first mark.
  await expect.poll(copiedHtml, expected).toContain('sdval="-98400"');
  const html = await copiedHtml();
  expect(html).toContain('border-block-end:2px solid #c00000');
  expect(html).toContain("mso-number-format:'\\@'");
  await page.keyboard.press('Escape');
});

test('paper shows the report alone, a wide page across, and all pages when they are asked for', async () => {
  const boxes = async () => {
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    // The browser says only some time later that it has printed.
    await expect.poll(() => page.getByTestId('report').evaluate((host) => host.style.zoom), expected).toBe('');
    await page.locator('#printed').waitFor({ state: 'detached' });
    return [...pdf.matchAll(/\/MediaBox \[0 0 (\d+)[\d.]* (\d+)/g)].map(
      ([, wide, tall]) => Number(wide) > Number(tall),
    );
  };
  expect(await boxes()).toEqual([false]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByText('Published:').isVisible()).toBe(true);
  expect(await page.getByRole('heading', { name: 'Export' }).isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  await page.getByRole('tab', { name: 'Wide' }).click();
  await page.getByRole('group', { name: 'This page: Wide' }).waitFor();
  expect(await boxes()).toEqual([true]);
  await page.evaluate('window.print = () => undefined');
  await wholeReport().getByRole('button', { name: 'Print' }).press('Enter');
  await page.locator('#printed').waitFor({ state: 'attached' });
  expect(await boxes()).toEqual([true, true, true]);
});

test('on paper no report draws over the head of the portal, nor one page over the name of the next', async () => {
  const box = '<div style="position:relative;top:-130px;height:130px;background:#f0f">NOT THE HEAD</div>';
  const { call } = await desk.portal.publisher('DEMO/desk.publisher');
  const pages = ['First', 'Second'].map((name) => ({ name, html: `${box}<p>Text</p>` }));
  await call(publishReport, { topic: 'DEMO/DESK/OVER', pages });
  const reader = await page.context().newPage();
  await reader.goto(`${desk.url}/DEMO/DESK/OVER`);
  await reader.getByText(upToDate).waitFor();
  const coverers = (of: string) =>
    reader.locator(of).evaluateAll((heads) =>
      heads.flatMap((head) => {
        const { left, top, width, height } = head.getBoundingClientRect();
        const rows = Array.from({ length: 10 }, (_, n) => top + ((n + 0.5) * height) / 10);
        const met = rows.map((y) => document.elementFromPoint(left + Math.min(width, 600) / 2, y));
        return met.filter((element) => element?.shadowRoot).map((element) => element?.className);
      }),
    );
  await reader.emulateMedia({ media: 'print' });
  expect(await coverers('.report-head, .tabs')).toEqual([]);
  await reader.emulateMedia({ media: null });
  await reader.evaluate('window.print = () => undefined');
  await reader.getByRole('button', { name: 'Export', exact: true }).click();
  await reader
    .getByRole('group', { name: /^Whole report/ })
    .getByRole('button', { name: 'Print' })
    .click();
  await reader.locator('#printed').waitFor({ state: 'attached' });
  await reader.emulateMedia({ media: 'print' });
  await reader.evaluate(() => document.getElementById('printed')?.removeAttribute('inert'));
  expect(await reader.locator('#printed h2').count()).toBe(2);
  expect(await coverers('.report-head, #printed h2')).toEqual([]);
  await reader.close();
});

test('the choices close by Escape, and no fault was found with them', async () => {
  expect(await axeFindings(page)).toEqual([]);
  await wholeReport().getByRole('button', { name: 'Print' }).press('Escape');
  await page.locator('button[aria-label=Export]:focus').waitFor();
  expect(await page.locator('.take-away').count()).toBe(0);
  expect(visit.faults).toEqual([]);
});

test('a report that is paused is taken along as such', async () => {
  await page.goto(`${desk.url}/${takenTopic}?paused=true`);
  await page.getByText('(paused)').waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  const download = await downloaded(() => wholeReport().getByRole('button', { name: 'Excel (.xlsx)' }).press('Enter'));
  const { sheets } = await readWorkbook(await readFile(await kept(download)));
  const facts = sheets.at(-1)?.rows.map(({ cells }) => cells.map(({ value }) => value));
  expect(facts).toContainEqual(['As Of:', 'paused']);
});
