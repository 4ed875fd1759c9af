import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, startDesk } from './desk.ts';

const DAYS = 3 * 24 * 60 * 60 * 1000;

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

test('a device whose clock is ten minutes fast does not take a publisher for silent', async () => {
  for (const price of ['3.5916', '3.5917', '3.5918']) await desk.publishPrice(price);
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.clock.setSystemTime(Date.now() + 10 * limits.silenceStep);
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByRole('cell', { name: '3.5918' }).waitFor();
  const status = page.getByText('Live', { exact: true }).or(page.getByText(/^Publisher silent/));
  await status.waitFor();
  expect(await status.innerText()).toBe('Live');
  await visit.close();
  expect(visit.faults).toEqual([]);
});

test('on a device whose clock is ten minutes slow all times are the server’s: one that is shown can be entered', async () => {
  await desk.publishPrice('3.6001');
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.clock.setSystemTime(Date.now() - 10 * limits.silenceStep);
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByRole('cell', { name: '3.6001' }).waitFor();
  const published = await page.locator('.published time').innerText();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Compare' });
  await panel.getByRole('textbox', { name: 'From' }).fill(published);
  await panel.getByRole('button', { name: 'Show differences' }).click();
  await panel.getByText(`Both sides show the same version, published ${published}.`).waitFor();
  await visit.close();
  expect(visit.faults).toEqual([]);
});

test('on a device whose clock is ten minutes slow a link leads to its moment, by the time that it names', async () => {
  await desk.publishPrice('3.6002');
  const moment = new Date(Date.now() + 1).toISOString();
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(moment));
  await desk.publishPrice('3.6003');
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.clock.setSystemTime(Date.now() - 10 * limits.silenceStep);
  await page.goto(`${desk.url}/DEMO/DESK/DAILY?at=${moment}`);
  await page.getByRole('cell', { name: '3.6002' }).waitFor();
  const named = await page.evaluate((at) => new Date(at).toLocaleTimeString('en-GB'), moment);
  await page.getByTestId('time').getByText(named).first().waitFor();
  expect(new URL(page.url()).searchParams.get('at')).toBe(moment);
  await visit.close();
  expect(visit.faults).toEqual([]);
});

test('on a device whose clock is days slow the calendar’s today is the server’s', async () => {
  await desk.publishPrice('3.6004');
  const visit = await desk.open();
  const { page } = visit;
  await visit.enter();
  await page.clock.setSystemTime(Date.now() - DAYS);
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByRole('cell', { name: '3.6004' }).waitFor();
  await page.locator('.report-name button').click();
  await page.getByRole('button', { name: 'Choose a date' }).click();
  const today = page.locator('[data-today]');
  const dayHere = await page.evaluate((at) => new Date(at).toLocaleDateString('sv'), Date.now());
  await expect.poll(() => today.getAttribute('data-day')).toBe(dayHere);
  await visit.close();
  expect(visit.faults).toEqual([]);
});
