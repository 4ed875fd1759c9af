import { limits } from '@sheetwire/contract/limits';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { upToDate } from '../support/up-to-date.ts';
import { type Position, positions, startVersionsDesk, type VersionsDesk } from './versions-desk.ts';

let desk: VersionsDesk;
beforeAll(async () => {
  desk = await startVersionsDesk();
});
afterAll(() => desk.stop());

const withMid = (mid: string, of = 'USD SOFR 5Y', book = positions): Position[] =>
  book.map(([name, currency, old, profit]) => [name, currency, name === of ? mid : old, profit]);
const marks = (page: Page) => page.getByTestId('report').locator('[data-since]');
const chip = (page: Page) => page.getByText(/^1 change since /);

/** What this browser keeps of one kind, as text; nothing while it keeps nothing. */
function kept(page: Page, kind: 'looks' | 'dismissed' | 'owner'): Promise<string> {
  return page.evaluate(async (name) => {
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map((one) => one.name);
    if (!names.includes('sheetwire-looks')) return '';
    const database = await ended(indexedDB.open('sheetwire-looks'));
    const all = database.objectStoreNames.contains(name)
      ? await ended(database.transaction(name).objectStore(name).getAll())
      : [];
    database.close();
    return all.length === 0 ? '' : JSON.stringify(all);
  }, kind);
}

/** Sees the report long enough for it to count, and goes elsewhere. */
async function look(page: Page): Promise<void> {
  const seen = async () => {
    await page.goto(`${desk.url}/${desk.topic}`);
    await page.getByText(upToDate).waitFor();
    await expect.poll(() => kept(page, 'owner')).not.toBe('');
    await page.clock.fastForward(limits.lookVisible);
    await page.goto(`${desk.url}/account`);
    return kept(page, 'looks');
  };
  await expect.poll(seen).toContain(desk.topic);
}

/** Surely longer than a visit lasts: each tab has a clock of its own, which may lag on a busy machine. */
const away = limits.lookAway + 60_000;

test('what changed between two visits is marked, shown by keys, dismissed, and forgotten at logout', async () => {
  const visit = await desk.open();
  const { page } = visit;
  await page.clock.install();
  await visit.enter();
  await look(page);
  expect(await kept(page, 'looks')).not.toMatch(/SOFR|3\.59|Instrument/);

  await desk.publishBook(withMid('3.6001'));
  await page.clock.fastForward(away);
  await page.goto(`${desk.url}/${desk.topic}`);
  await chip(page).waitFor();
  await page.clock.fastForward(limits.lookVisible);
  await page.reload();
  await chip(page).waitFor();
  await expect.poll(() => marks(page).allInnerTexts()).toEqual(['3.6001']);
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('1 of 1').waitFor();
  expect(await page.getByTestId('report').locator('[data-since=now]').innerText()).toBe('3.6001');
  expect(await axeFindings(page)).toEqual([]);

  await desk.publishBook(withMid('3.6002'));
  await page.getByRole('cell', { name: '3.6002' }).waitFor();
  await expect.poll(() => marks(page).allInnerTexts()).toEqual(['3.6002']);
  const before = await kept(page, 'looks');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await marks(page).waitFor({ state: 'detached' });
  await expect.poll(() => kept(page, 'looks')).not.toBe(before);

  await page.goto(`${desk.url}/account`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'YES-Logout' }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => kept(page, 'looks')).toBe('');
  await visit.close();
  expect(visit.faults).toEqual([]);
});

soakTest(
  'what is dismissed in one tab is so in the other, and the older look of that one does not bring it back',
  async () => {
    const visit = await desk.open();
    const { page } = visit;
    const context = page.context();
    await context.clock.install();
    await visit.enter();
    await look(page);
    await desk.publishBook(withMid('3.7001'));
    await context.clock.fastForward(away);
    const other = await context.newPage();
    await other.goto(`${desk.url}/${desk.topic}?paused=true`);
    await page.goto(`${desk.url}/${desk.topic}`);
    for (const tab of [page, other]) await chip(tab).waitFor();
    await context.clock.fastForward(limits.lookVisible);

    await desk.publishBook(withMid('3.7002'));
    await page.getByRole('cell', { name: '3.7002' }).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    // Sooner than any reader goes elsewhere, a browser would drop what it has not written yet.
    await expect.poll(() => kept(page, 'dismissed')).not.toBe('');
    for (const tab of [page, other]) await marks(tab).waitFor({ state: 'detached' });
    await other.getByRole('cell', { name: '3.7001' }).waitFor();
    await page.goto(`${desk.url}/account`);
    const before = await kept(page, 'looks');
    await other.goto(`${desk.url}/account`);
    await expect.poll(() => kept(page, 'looks')).not.toBe(before);

    await desk.publishBook(withMid('3.6100', 'USD SOFR 2Y', withMid('3.7002')));
    await context.clock.fastForward(away);
    await page.goto(`${desk.url}/${desk.topic}`);
    await chip(page).waitFor();
    await expect.poll(() => marks(page).allInnerTexts()).toEqual(['3.6100']);
    await visit.close();
    expect(visit.faults).toEqual([]);
  },
);
