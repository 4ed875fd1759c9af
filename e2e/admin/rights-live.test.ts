import { assumeAdmin, gropicPerms } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soakTest } from '../support/soak-test.ts';
import { type AdminSite, add, boss, report, select, startAdminSite } from './admin-site.ts';

/** Within that a change of rights shows in every open browser (semantics 2). */
const bound = 1000;
const rounds = 2;

let site: AdminSite;
beforeAll(async () => {
  site = await startAdminSite([
    'DEMO/gina',
    'DEMO/hal',
    'DEMO/vic',
    'DEMO/uma',
    'DEMO/xaver',
    'DEMO/yorick',
    'DEMO/zelda',
  ]);
  await site.call('DEMO/gina', assumeAdmin, { gropic: report });
  const { call } = await site.portal.publisher(boss);
  await call(publishReport, { topic: 'DEMO/RATES/WEEKLY', pages: [{ name: 'Page', html: '<p>Week one</p>' }] });
});
afterAll(async () => {
  await site.stop();
  expect(site.faults).toEqual([]);
});

async function give(gropic: string, viewers: string[], admins = ['DEMO/gina']): Promise<void> {
  await site.call(boss, gropicPerms, { gropic, viewers, publishers: [], interactors: [], admins });
}

const remove = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true });

/** Waits until the page lists exactly these. */
async function viewers(page: Page, names: readonly string[]): Promise<void> {
  const shown = page.getByRole('list', { name: 'Viewers', exact: true }).locator('.name');
  await expect.poll(() => shown.allInnerTexts(), { timeout: 20_000 }).toEqual(names);
}

/** From now on the page notes by its own clock when a text, in a report or around it, last came and went. */
async function watch(page: Page, text: string): Promise<void> {
  await page.evaluate((wanted) => {
    const changes = { childList: true, subtree: true, characterData: true };
    const observer = new MutationObserver(() => look());
    const roots = () => [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const look = () => {
      const parts = [document.body, ...roots()];
      for (const part of parts) observer.observe(part, changes);
      const is = parts.some(({ textContent }) => textContent.includes(wanted));
      if (is === was) return;
      document.body.dataset[is ? 'cameAt' : 'wentAt'] = String(performance.timeOrigin + performance.now());
      was = is;
    };
    let was = true;
    look();
  }, text);
}

/** When it last came or went, once it did. */
async function momentOf(page: Page, which: 'came' | 'went'): Promise<number> {
  await page.locator(`body[data-${which}-at]`).waitFor({ state: 'attached' });
  return page.evaluate((name) => {
    const at = Number(document.body.dataset[name]);
    delete document.body.dataset[name];
    return at;
  }, `${which}At`);
}

/** When the answer of the page's last save was there, by the page's own clock. */
function savedAt(page: Page): Promise<number> {
  return page.evaluate(() => {
    const saves = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/gropicperms/'));
    const last = saves.at(-1);
    return last instanceof PerformanceResourceTiming ? performance.timeOrigin + last.responseEnd : Number.NaN;
  });
}

/** Saves by pressing in the page; answers when the save was answered. */
async function saving(page: Page, press: () => Promise<void>): Promise<number> {
  const answered = page.waitForResponse('**/gropicperms/');
  await press();
  await (await answered).finished();
  return savedAt(page);
}

/** From now on the page hears nothing of what others save; the answer to what it had asked before has come. */
async function keepFromNews(page: Page): Promise<void> {
  const asked = Promise.withResolvers<void>();
  // It asks one thing at a time, so what is asked now comes after every answer.
  await page.route('**/admindetails/', () => asked.resolve());
  await asked.promise;
}

test('who loses the right loses the open report within a second, who gains it finds it listed and sees it', async () => {
  await give(report, ['DEMO/vic', 'DEMO/uma']);
  const gina = await site.open('DEMO/gina');
  await select(gina, 'RATES/DAILY PNL');
  const vic = await site.open('DEMO/vic', {}, `/${report}`);
  await vic.getByText('Day one').waitFor();
  await watch(vic, 'Day one');
  const uma = await site.open('DEMO/uma', {}, '/?entity=DEMO&group=RATES&settings=true');
  await uma.getByRole('combobox', { name: 'Report' }).click();
  await uma.getByRole('option', { name: 'DAILY PNL' }).waitFor();
  await watch(uma, 'DAILY PNL');
  const took: Record<'lost' | 'unlisted' | 'listed' | 'back', number[]> = {
    lost: [],
    unlisted: [],
    listed: [],
    back: [],
  };
  for (let round = 0; round < rounds; round++) {
    const lost = await saving(gina, () => remove(gina, 'vic').click());
    took.lost.push((await momentOf(vic, 'went')) - lost);
    const unlisted = await saving(gina, () => remove(gina, 'uma').click());
    took.unlisted.push((await momentOf(uma, 'went')) - unlisted);
    const listed = await saving(gina, () => add(gina, 'Add a viewer', 'uma'));
    took.listed.push((await momentOf(uma, 'came')) - listed);
    const back = await saving(gina, () => add(gina, 'Add a viewer', 'vic'));
    took.back.push((await momentOf(vic, 'came')) - back);
  }
  expect(Math.max(...Object.values(took).flat()), JSON.stringify(took)).toBeLessThan(bound);
  await Promise.all([gina, vic, uma].map((page) => page.context().close()));
});

test('two admins see each other’s changes within a second, and a save on old lists is told and loses nothing', async () => {
  await give(report, ['DEMO/zelda'], ['DEMO/gina', 'DEMO/hal']);
  const [gina, hal] = await Promise.all(
    ['DEMO/gina', 'DEMO/hal'].map(async (user) => {
      const page = await site.open(user);
      await select(page, 'RATES/DAILY PNL');
      await remove(page, 'zelda').waitFor();
      return page;
    }),
  );
  if (!gina || !hal) throw new Error('No page');
  await watch(hal, 'xaver');
  await watch(gina, 'zelda');
  const added = await saving(gina, () => add(gina, 'Add a viewer', 'xaver'));
  expect((await momentOf(hal, 'came')) - added).toBeLessThan(bound);
  const removed = await saving(hal, () => remove(hal, 'zelda').click());
  expect((await momentOf(gina, 'went')) - removed).toBeLessThan(bound);

  await keepFromNews(gina);
  await saving(hal, () => add(hal, 'Add a viewer', 'yorick'));
  await remove(gina, 'xaver').click();
  await gina.getByText('Someone else changed these rights.').waitFor();
  await viewers(gina, ['xaver', 'yorick']);
  await gina.getByRole('button', { name: 'Try again' }).click();
  for (const page of [gina, hal]) await viewers(page, ['yorick']);
  await gina.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all([gina.context().close(), hal.context().close()]);
});

soakTest(
  'an admin whom another removes is refused in an alert and told what is gone, and their change is not kept',
  async () => {
    await give(report, ['DEMO/zelda'], ['DEMO/gina', 'DEMO/hal']);
    const gina = await site.open('DEMO/gina');
    await select(gina, 'RATES/DAILY PNL');
    await remove(gina, 'zelda').waitFor();
    await keepFromNews(gina);
    await give(report, ['DEMO/zelda'], ['DEMO/hal']);
    await remove(gina, 'zelda').click();
    const alert = gina.getByRole('alertdialog');
    expect(await alert.locator('p').textContent()).toBe('Unauthorized');
    await alert.getByRole('button').click();
    await gina.unrouteAll({ behavior: 'ignoreErrors' });
    await gina.reload();
    await gina.getByText('You don’t administer any groups or reports yet.').waitFor();
    const hal = await site.open('DEMO/hal');
    await select(hal, 'RATES/DAILY PNL');
    await viewers(hal, ['zelda']);
    await give(report, ['DEMO/zelda'], ['DEMO/gina']);
    await hal.getByText(`You no longer administer ${report}.`).waitFor();
    await Promise.all([gina.context().close(), hal.context().close()]);
  },
);

soakTest('the icons are yellow until a change is saved', async () => {
  await give(report, []);
  const page = await site.open('DEMO/gina');
  await select(page, 'RATES/DAILY PNL');
  const held = Promise.withResolvers<void>();
  await page.route('**/gropicperms/', async (route) => {
    await held.promise;
    await route.continue();
  });
  const icons = page.getByTestId('connection');
  await expect.poll(() => icons.getAttribute('data-state')).toBe('connected');
  await add(page, 'Add a viewer', 'vic');
  await expect.poll(() => icons.getAttribute('data-state')).toBe('connected-unsaved');
  held.resolve();
  await expect.poll(() => icons.getAttribute('data-state')).toBe('connected');
  await page.context().close();
});
