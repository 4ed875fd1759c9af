import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';

const width = 1560;
/** How many pictures of a form stand beside and under each other, so that their words can still be read. */
const grids = [
  { form: 'light', columns: 2, rows: 3 },
  { form: 'dark', columns: 2, rows: 3 },
  { form: 'narrow', columns: 2, rows: 3 },
  { form: 'phone', columns: 4, rows: 2 },
  { form: 'phone-dark', columns: 4, rows: 2 },
  { form: 'phone-whole', columns: 4, rows: 1 },
] as const;

/** Lays the pictures of a folder out on sheets, sheet-<form>-<number>.png, in the order of their names. */
export async function makeSheets(folder: string): Promise<void> {
  const files = await readdir(folder);
  for (const name of files.filter(isSheet)) await rm(join(folder, name));
  const browser = await openChromium();
  const page = await browser.newPage();
  for (const { form, columns, rows } of grids) {
    const pictures = files.filter((name) => !isSheet(name) && name.endsWith(`.${form}.png`)).toSorted();
    for (let sheet = 0; sheet * columns * rows < pictures.length; sheet++) {
      const laid = pictures.slice(sheet * columns * rows).slice(0, columns * rows);
      await layOut(page, join(folder, `sheet-${form}-${sheet + 1}`), sheetOf(laid, columns));
    }
  }
  await browser.close();
}

function isSheet(name: string): boolean {
  return name.startsWith('sheet-');
}

async function layOut(page: Page, place: string, html: string): Promise<void> {
  await writeFile(`${place}.html`, html);
  await page.setViewportSize({ width, height: 100 });
  await page.goto(pathToFileURL(`${place}.html`).href);
  await page.screenshot({ path: `${place}.png`, fullPage: true });
  await rm(`${place}.html`);
}

function sheetOf(pictures: readonly string[], columns: number): string {
  const figures = pictures.map((name) => `<figure><figcaption>${name}</figcaption><img src="${name}"></figure>`);
  return `<!doctype html><style>
    body { margin: 0; padding: 8px; background: #888; font: 13px sans-serif;
      display: grid; gap: 8px; grid-template-columns: repeat(${columns}, minmax(0, 1fr)); align-items: start }
    figure { margin: 0 } img { width: 100%; display: block }
  </style>${figures.join('')}`;
}
