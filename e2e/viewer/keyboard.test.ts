import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

/** A keyboard is all that there is: Tab goes on until the control of this role and name has the focus. */
async function tabTo(page: Page, role: 'button' | 'checkbox' | 'combobox' | 'textbox', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).first();
  for (let presses = 0; presses < 40; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches the ${role} ${name}`);
}

const chosenTab = (page: Page) => page.getByRole('tab', { selected: true }).innerText();

test('keys alone log in, choose a report, turn its pages, pause it, go to a day and hide the settings', async () => {
  const visit = await desk.open();
  const { page } = visit;
  const { keyboard } = page;
  await page.goto(`${desk.url}/login`);
  await tabTo(page, 'textbox', 'Username or email');
  await keyboard.type('DEMO/vera');
  await keyboard.press('Tab');
  await keyboard.type(desk.password);
  await tabTo(page, 'button', 'SUBMIT');
  await keyboard.press('Enter');

  await page.getByRole('combobox', { name: 'Report' }).waitFor();
  await tabTo(page, 'combobox', 'Group');
  await keyboard.type('DESK');
  await page.getByRole('option', { name: 'DESK' }).waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await tabTo(page, 'combobox', 'Report');
  await keyboard.type('DAI');
  await page.getByRole('option', { name: 'DAILY' }).waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('cell', { name: '3.5915' }).waitFor();

  const turns = [
    ['Control+PageDown', 'Month to Date'],
    ['Shift+PageDown', 'P&L'],
    ['Alt+PageDown', 'Positions'],
    ['Control+PageUp', 'P&L'],
    ['Shift+PageUp', 'Month to Date'],
    ['Alt+PageUp', 'Positions'],
  ] as const;
  for (const [keys, name] of turns) {
    await keyboard.press(keys);
    await expect.poll(() => chosenTab(page), { message: keys }).toBe(name);
  }

  await tabTo(page, 'checkbox', 'Update Live');
  await keyboard.press('Space');
  await page.getByText('(paused)').waitFor();
  await keyboard.press('Space');
  await page.getByText('Live', { exact: true }).waitFor();

  await tabTo(page, 'textbox', 'Date');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByRole('grid', { name: 'Date' }).waitFor();
  await keyboard.press('ArrowUp');
  const day = await page.evaluate(() => document.activeElement?.getAttribute('data-day'));
  await keyboard.press('Enter');
  await page.waitForURL(`**/DEMO/DESK/DAILY/${day}**`);

  await tabTo(page, 'button', 'CLEAR');
  await keyboard.press('Enter');
  await page.getByRole('cell', { name: '3.5915' }).waitFor();
  await tabTo(page, 'button', 'HIDE SETTINGS');
  await keyboard.press('Enter');
  await page.getByRole('region', { name: 'Settings' }).waitFor({ state: 'detached' });
  await visit.close();
  expect(visit.faults).toEqual([]);
});
