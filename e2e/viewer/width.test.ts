import { userSettings } from '@sheetwire/contract/accounts';
import { publishReport } from '@sheetwire/contract/publish';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { cutFields, narrowDesk } from '../support/cut-fields.ts';
import { startVersionsDesk, type VersionsDesk } from './versions-desk.ts';

const long = 'DEMO/EMERGING MARKETS RATES/DAILY PROFIT AND LOSS';
const recents = [long, 'DEMO/EMERGING MARKETS RATES/LIMITS AND BREACHES', 'DEMO/DESK/DAILY'];

let desk: VersionsDesk;
beforeAll(async () => {
  desk = await startVersionsDesk();
  const { call } = await desk.portal.publisher('DEMO/desk.publisher');
  for (const topic of recents.slice(0, 2)) {
    await call(publishReport, { topic, pages: [{ name: 'Positions of the whole desk', html: '<p>Open</p>' }] });
  }
  const pages = monthNames.map((name) => ({ name: `${name} 2026, closed books`, html: `<p>${name}</p>` }));
  await call(publishReport, { topic: months, pages });
});
afterAll(() => desk.stop());

const months = 'DEMO/DESK/MONTHS';
const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'];

const picker = (page: Page, name: string) => page.getByRole('combobox', { name });
const compare = (page: Page) => page.getByRole('button', { name: 'Compare', exact: true }).click();

interface Look {
  readonly name: string;
  readonly path: () => string;
  readonly ready: (page: Page) => Promise<unknown>;
}

const looks: readonly Look[] = [
  { name: 'the settings', path: () => `/${long}?settings=true`, ready: (page) => picker(page, 'Report').waitFor() },
  {
    name: 'the settings of a day',
    path: () => `/${desk.topic}/${desk.day}?settings=true`,
    ready: (page) => picker(page, 'Report').waitFor(),
  },
  {
    name: 'an open list of reports',
    path: () => `/${long}?settings=true`,
    async ready(page) {
      await picker(page, 'Report').click();
      await page.getByRole('listbox', { name: 'Report' }).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'the open calendar',
    path: () => `/${desk.topic}?settings=true`,
    async ready(page) {
      await page.getByRole('button', { name: 'Choose a date' }).click();
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'the fields of a comparison beside the settings',
    path: () => `/${desk.topic}?settings=true`,
    async ready(page) {
      await compare(page);
      await page.getByRole('textbox', { name: 'From' }).waitFor();
    },
  },
  {
    name: 'a comparison',
    path: () => `/${desk.topic}?compare=2099-12-31`,
    ready: (page) => page.getByText(`No snapshot on 2099-12-31, so this is ${desk.day}`).waitFor(),
  },
  {
    name: 'what can be taken along',
    path: () => `/${long}`,
    async ready(page) {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('group', { name: /^Whole report/ }).waitFor();
    },
  },
  {
    name: 'the palette',
    path: () => `/${long}`,
    async ready(page) {
      await page.getByRole('button', { name: 'Go to a report or action' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'the account',
    path: () => '/account',
    ready: (page) => page.getByRole('heading', { name: 'Account' }).waitFor(),
  },
  { name: 'help', path: () => '/help', ready: (page) => page.getByRole('heading', { name: 'Help contact' }).waitFor() },
];

test('at 1024 px no field is cut, with long names, with lists and panels open', async () => {
  const visit = await desk.open(narrowDesk);
  const { page } = visit;
  await visit.enter();
  const data = { user: 'DEMO/vera', recentReports: recents };
  const headers = { 'sec-fetch-site': 'same-origin' };
  for (const { name, path, ready } of looks) {
    await page.context().request.post(`${desk.origin}${userSettings.path}`, { data, headers });
    await page.goto(`${desk.url}${path()}`);
    await ready(page);
    expect.soft(await cutFields(page), name).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect.soft(await cutFields(page), `${name} at 1280 px`).toEqual([]);
    await page.setViewportSize(narrowDesk.viewport);
    expect.soft(await axeFindings(page), name).toEqual([]);
  }
  await visit.close();
  expect(visit.faults).toEqual([]);
});

/** Whether the chosen tab is seen whole, with no arrow over it. */
function isChosenSeen(page: Page): Promise<boolean> {
  return page.getByRole('tab', { selected: true }).evaluate((tab) => {
    const { left, right } = tab.getBoundingClientRect();
    const isUnder = (arrow: Element) => {
      const box = arrow.getBoundingClientRect();
      return box.left < right && box.right > left;
    };
    return left >= 0 && right <= innerWidth && ![...document.querySelectorAll('.tabs > .button')].some(isUnder);
  });
}

test('the chosen tab stays in view, whatever is chosen and however narrow the window becomes', async () => {
  const visit = await desk.open({ viewport: { width: 1280, height: 800 } });
  const { page } = visit;
  await visit.enter();
  await page.goto(`${desk.url}/${months}#june-2026,-closed-books`);
  await page.getByTestId('report').getByText('June').waitFor();
  for (const width of [1024, 720, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => isChosenSeen(page)).toBe(true);
  }
  await page.setViewportSize(narrowDesk.viewport);
  await page.getByRole('tab', { selected: true }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'End', 'Home', 'ArrowLeft']) {
    await page.keyboard.press(key);
    await expect.poll(() => isChosenSeen(page)).toBe(true);
  }
  await visit.close();
  expect(visit.faults).toEqual([]);
});
