import { buildXlsx } from '@sheetwire/sheet/test-support/xlsx-builder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsInEveryScheme } from '../support/axe.ts';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
let key: string;
beforeAll(async () => {
  desk = await startDesk();
  key = (await desk.portal.publisher('DEMO/desk.publisher')).key;
});
afterAll(() => desk.stop());

type Line = readonly [name: string, level: number, shut?: 'hidden' | 'collapsed'];

const lines: readonly Line[] = [
  ['Desk', 0],
  ['Oslo', 2],
  ['Bergen', 2],
  ['Norway', 1],
  ['Malmö', 2, 'hidden'],
  ['Lund', 2, 'hidden'],
  ['Sweden', 1, 'collapsed'],
  ['North', 0],
];

/** A sheet with groups of rows, of which one is collapsed, and of columns. */
function book(rows: readonly Line[]): Uint8Array {
  const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const figures = (n: number) => ['B', 'C', 'D'].map((column, k) => `<c r="${column}${n}"><v>${n * 10 + k}</v></c>`);
  const body = rows.map(([name, level, shut], n) => {
    const marks = shut === 'hidden' ? ' hidden="1"' : shut === 'collapsed' ? ' collapsed="1"' : '';
    const cells = n === 0 ? ['Jan', 'Feb', 'Quarter'].map((head, k) => text(`${'BCD'[k]}1`, head)) : figures(n + 1);
    return `<row r="${n + 1}" outlineLevel="${level}"${marks}>${text(`A${n + 1}`, name)}${cells.join('')}</row>`;
  });
  const columns =
    '<cols><col min="1" max="1" width="18"/><col min="2" max="3" width="11" outlineLevel="1"/><col min="4" max="4" width="11"/></cols>';
  return buildXlsx({ sheets: [{ body: `${columns}<sheetData>${body.join('')}</sheetData>` }] });
}

async function put(rows: readonly Line[]): Promise<void> {
  const answer = await fetch(`${desk.portal.url}/api/v1/publish/workbook/DEMO/DESK/OUTLINE`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}` },
    body: new Uint8Array(book(rows)),
  });
  expect(await answer.json()).toMatchObject({ notShown: [] });
}

test('groups collapse and expand by buttons, levels and keys, live, and stay so in this browser', async () => {
  await put(lines);
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/DEMO/DESK/OUTLINE`);
  const shown = () => page.locator('.t tr:visible > :first-child').allInnerTexts();
  const button = (name: string) => page.getByRole('button', { name });
  await button('Rows 5 to 6, Sweden').waitFor();
  await expect.poll(shown).toEqual(['Desk', 'Oslo', 'Bergen', 'Norway', 'Sweden', 'North']);
  expect(await button('Rows 5 to 6, Sweden').getAttribute('aria-expanded')).toBe('false');
  expect(await faultsInEveryScheme(page)).toEqual([]);

  await button('Rows 5 to 6, Sweden').click();
  await button('Rows 2 to 3, Norway').focus();
  await page.keyboard.press('Enter');
  await expect.poll(shown).toEqual(['Desk', 'Norway', 'Malmö', 'Lund', 'Sweden', 'North']);

  // What comes goes where its group is, and groups are known again by their totals.
  await put([...lines.slice(0, 1), ['Voss', 2], ...lines.slice(1)]);
  await button('Rows 2 to 4, Norway').waitFor();
  await expect.poll(shown).toEqual(['Desk', 'Norway', 'Malmö', 'Lund', 'Sweden', 'North']);
  await page.reload();
  await button('Rows 2 to 4, Norway').waitFor();
  await expect.poll(shown).toEqual(['Desk', 'Norway', 'Malmö', 'Lund', 'Sweden', 'North']);

  await button('Rows, level 1').click();
  await expect.poll(shown).toEqual(['Desk', 'North']);
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect.poll(async () => (await shown()).length).toBe(9);

  const head = page.locator('[data-cell="C1"]');
  const before = await page.locator('[data-cell="D1"]').boundingBox();
  await button('Columns B to C, Quarter').click();
  expect(await head.isVisible()).toBe(false);
  const after = await page.locator('[data-cell="D1"]').boundingBox();
  expect(after?.x).toBeLessThan((before?.x ?? 0) - 100);
  await button('Columns, level 2').click();
  expect(await head.isVisible()).toBe(true);
  expect(visit.faults).toEqual([]);
  const folder = process.env.PICTURES;
  if (folder !== undefined) {
    await button('Columns B to C, Quarter').click();
    await page.screenshot({ path: `${folder}/shut.png` });
    await button('Columns, level 2').click();
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${folder}/${scheme}.png` });
    }
    await page.setViewportSize({ width: 390, height: 700 });
    await page.screenshot({ path: `${folder}/phone.png` });
  }
  await visit.close();
});
