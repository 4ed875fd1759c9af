import { readFile } from 'node:fs/promises';
import { captureSnapshot } from '@sheetwire/contract/admin';
import { onControlAction } from '@sheetwire/contract/reports';
import { readWorkbook } from '@sheetwire/sheet/publish-pages';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boss } from '../admin/admin-site.ts';
import {
  type ControlsSite,
  ivy,
  jon,
  type PublisherProcess,
  startControlsSite,
  topic,
} from '../controls/controls-site.ts';
import { upToDate } from '../support/up-to-date.ts';
import { way } from '../support/ways.ts';
import { Hands, keysOnly } from './keyboard-only.ts';

/** The most presses of Tab between two things that one uses after each other. */
const NEAR = 4;
/** The same from one part of the page to another: out of the settings, over the bar of a comparison. */
const FAR = 10;

let site: ControlsSite;
let publisher: PublisherProcess;
/** What is seen; the hands do the rest. */
let page: Page;
let hands: Hands;
let day: string;
let clipboard: () => Promise<string>;

beforeAll(async () => {
  site = await startControlsSite();
  publisher = await site.startPublisher();
  const { message = '' } = await site.call(boss, captureSnapshot, { topic, location: 'Reykjavik', backdate: true });
  day = /\d{4}-\d\d-\d\d/.exec(message)?.[0] ?? message;
  const opened = await site.open('', { permissions: ['clipboard-read', 'clipboard-write'] }, '/login');
  clipboard = () => opened.evaluate(() => navigator.clipboard.readText());
  hands = new Hands(opened);
  page = keysOnly(opened);
});
afterAll(async () => {
  await site?.stop();
  expect(site.faults).toEqual([]);
});

const LIMIT = { timeout: 20_000 };
const live = () => page.getByText(upToDate).waitFor();
const sheet = () => page.getByTestId('report');
const chosenTab = () => page.getByRole('tab', { selected: true }).innerText();

/** What the publisher is handed next: values of several controls in any order (semantics 5), then what is pressed. */
function handed(from: number, values: readonly string[], pressed: readonly string[] = []): Promise<void> {
  const updates = () => {
    const all = publisher.updates.slice(from);
    return [all.slice(0, values.length).toSorted(), all.slice(values.length)];
  };
  return expect.poll(updates, LIMIT).toEqual([values.toSorted(), pressed]);
}

async function chooses(field: string, typed: string, option: string): Promise<void> {
  await hands.type(typed);
  await page.getByRole('option', { name: option }).waitFor();
  await hands.press('ArrowDown', 'Enter');
  await hands.stands(field);
}

test('keys alone log in and choose a report', async () => {
  await hands.stands('Username or email');
  await hands.type(ivy);
  await hands.tabTo('Password', 1);
  await hands.type(site.portal.password);
  expect(await hands.tabTo('SUBMIT', NEAR)).toEqual(['Show characters', 'SUBMIT']);
  await hands.press('Enter');
  await page.getByRole('combobox', { name: 'Report' }).waitFor();
  await hands.tabTo('Group', FAR);
  await chooses('Group', 'DESK', 'DESK');
  await hands.tabTo('Report', 1);
  await chooses('Report', 'LIM', 'LIMITS');
  await live();
});

test('keys alone pick a day in the calendar and go back to the live report', async () => {
  await hands.tabTo('Choose a date', NEAR);
  await hands.press('Enter');
  const focused = page.locator('[data-day]:focus');
  const today = await focused.getAttribute('data-day');
  await hands.press('ArrowUp');
  await hands.stand();
  await expect.poll(() => focused.getAttribute('data-day')).not.toBe(today);
  await hands.press('Escape');
  await hands.stands('Choose a date');
  await hands.press('Enter');
  await page.locator(`[data-day="${today}"]:focus`).waitFor();
  await hands.press('Enter');
  await page.waitForURL(`**/${topic}/${today}**`);
  await page.getByText(`the latest one before ${today}`).waitFor();
  await hands.stands('Choose a date');
  await hands.tabTo('CLEAR', 1);
  await hands.press('Enter');
  await live();
  await hands.stands('CLEAR');
  expect(await hands.tabTo('HIDE SETTINGS', FAR)).toEqual([
    ...['Show Metadata', 'Update Live', 'Flash Changes', 'HIDE SETTINGS'],
  ]);
});

test('keys alone turn the tabs around, begin a pause, jump to now in it and end it', async () => {
  await hands.tabTo('Update Live', NEAR, 'Shift+Tab');
  const turns = [
    ['Control+PageDown', 'New limit'],
    ['Shift+PageDown', 'Log'],
    ['Alt+PageDown', 'Limits'],
    ['Control+PageUp', 'Log'],
    ['Shift+PageUp', 'New limit'],
    ['Alt+PageUp', 'Limits'],
  ] as const;
  for (const [keys, name] of turns) {
    await hands.press(keys);
    await expect.poll(chosenTab, { message: keys }).toBe(name);
  }
  await hands.stands('Update Live');
  await hands.press('Space');
  await page.getByText('(paused)').waitFor();
  await site.call(jon, onControlAction, { topic, attributeVal: 'Shift', controlVal: '50' });
  await page.getByText(/1 version behind/).waitFor();
  await hands.tabTo('Jump to now', FAR, 'Shift+Tab');
  await hands.press('Enter');
  await sheet().getByText('1,400', { exact: true }).waitFor();
  await hands.stands('Jump to now');
  await hands.tabTo('Update Live', FAR);
  await hands.press('Space');
  await live();
  await hands.tabTo('HIDE SETTINGS', NEAR);
  await hands.press('Enter');
  await hands.stands('DESK/LIMITS');

  await hands.press('p');
  await page.getByText('(paused)').waitFor();
  expect(await hands.tabTo('Update Live', NEAR)).toEqual(['Compare', 'Time', 'Export', 'Update Live']);
  await hands.press('Enter');
  await live();
  await hands.stands('Compare');
});

test('each kind of control is set by keys, arrives at the publisher and keeps the focus while the sheet follows', async () => {
  const from = publisher.updates.length;
  expect(await hands.tabTo('Report page Limits', NEAR)).toEqual(['Time', 'Export', 'Limits', 'Report page Limits']);
  await hands.tabTo('Book', 1);
  await hands.type('USD');
  await hands.tabTo('Shift of rates, bp', 1);
  await hands.press('ArrowDown');
  await hands.tabTo('Only breaches', 1);
  await hands.press('Space');
  await sheet().getByText('Within', { exact: true }).first().waitFor({ state: 'detached' });
  await handed(from, ['Book=USD swaps', 'Shift=100', 'OnlyBreaches=true']);
  await hands.stands('Only breaches');
  await hands.tabTo('As of', 1);
  await hands.type('11202026');
  await hands.tabTo('Cut off', NEAR);
  await hands.type('0430PM');
  await hands.tabTo('Next review', NEAR);
  await hands.type('12012026');
  await hands.press('ArrowRight');
  await hands.type('0900AM');
  await hands.tabTo('Comment', NEAR);
  await hands.press('Control+a');
  await hands.type('Seen');
  await hands.press('Shift+Enter');
  await hands.type('by keys');
  await hands.tabTo('Recalculate', 1);
  await hands.press('Enter');
  await sheet().locator('[data-cell=D5]', { hasText: /^1$/ }).waitFor();
  await hands.stands('Recalculate');
  const values = ['AsOf=2026-11-20', 'CutOff=16:30', 'Review=2026-12-01T09:00', 'Comment=Seen\nby keys'];
  await handed(from + 3, values, ['Recalculate=clicked']);
});

test('keys alone submit the entries of a form together, and cancel them', async () => {
  const from = publisher.updates.length;
  await hands.press('Control+PageDown');
  await expect.poll(chosenTab).toBe('New limit');
  await hands.stands('Report page New limit');
  await hands.tabTo('Measure', 1);
  await hands.press('ArrowDown');
  await hands.tabTo('Limit, USD k', 1);
  await hands.type('1750');
  await hands.tabTo('Reason', 1);
  await hands.type('More business');
  await hands.tabTo('Submit', 1);
  await hands.press('Enter');
  await handed(from, [], ['Measure=DV01, gross', 'NewLimit=1750', 'Reason=More business', 'SetLimit=clicked']);
  await hands.stands('Submit');
  await hands.tabTo('Limit, USD k', NEAR, 'Shift+Tab');
  await hands.type('99');
  await hands.tabTo('Cancel', NEAR);
  await hands.press('Space');
  await hands.stands('Cancel');
  await handed(from + 4, []);
});

test('keys alone compare the report with a day, walk through the differences and come back', async () => {
  await hands.tabTo('Compare', FAR, 'Shift+Tab');
  await hands.press('Enter');
  await hands.stands('From');
  await hands.press('Escape');
  await hands.stands('Compare');
  await hands.press('Enter');
  await hands.stands('From');
  await hands.tabTo('Choose From', 1);
  await hands.press('Enter');
  const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  await hands.stands(`${new Intl.DateTimeFormat('en-GB', date).format(new Date(day))}, snapshot, selected`);
  await hands.press('Enter');
  await hands.stands('Choose From');
  await hands.tabTo('Show differences', NEAR);
  await hands.press('Enter');
  await page.waitForURL(`**/${topic}?compare=${day}#new-limit`);
  await page.getByText(/^\d+ differences$/).waitFor();
  await hands.stands(way.isMobile ? 'Close comparison' : 'Compare again');
  await hands.press('Control+PageUp');
  await expect.poll(chosenTab).toMatch(/^Limits/);
  await hands.press('Alt+ArrowDown', 'Alt+ArrowDown');
  await page.getByText(/^2 of \d+$/).waitFor();
  if (way.isMobile) {
    await hands.tabTo('List', 2 * NEAR);
    await hands.press('Enter');
  }
  await hands.tabTo('Differences', FAR);
  await hands.press('Home', 'Enter');
  await page.getByTestId('comparison').locator('[data-diff-n="0"]:focus').waitFor();
  await hands.stand();
  await hands.press('Escape');
  await hands.stands('Differences');
  await hands.tabTo('Close comparison', FAR, 'Shift+Tab');
  await hands.press('Enter');
  await live();
  await hands.stands('Compare');
});

test('keys alone download the page as a workbook and as text, and copy cells', async () => {
  await hands.tabTo('Export', 2);
  await hands.press('Enter');
  await hands.stands('Excel (.xlsx)');
  const book = await readWorkbook(await readFile(await (await downloaded()).path()));
  expect(book.sheets.map(({ name }) => name)).toEqual(['Limits', 'METADATA']);
  const values = book.sheets[0]?.rows.flatMap(({ cells }) => cells.map(({ value }) => value));
  expect(values).toEqual(expect.arrayContaining(['USD swaps', 'DV01, gross', 1750, 'Breach']));
  await hands.stands('Excel (.xlsx)');
  await hands.tabTo('CSV (.csv)', 1);
  const text = await readFile(await (await downloaded()).path(), 'utf8');
  expect(text).toContain('\r\n"DV01, gross",USD swaps,"1,750","2,896",Breach\r\n');
  await hands.press('Escape');
  await hands.stands('Export');

  await hands.tabTo('Report page Limits', NEAR);
  await hands.press('Shift+ArrowDown', 'Control+c');
  await expect.poll(clipboard).toBe('Scenario\nBook');
  await hands.press('Escape');
  await hands.stands('Report page Limits');
});

async function downloaded(): Promise<Download> {
  const coming = page.waitForEvent('download');
  await hands.press('Enter');
  return coming;
}

test('keys alone go by the palette to Account and back, are shown the keys, and log out', async () => {
  await goTo('account', 'Account');
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  await hands.tabTo('Clear Recent Topics', FAR);
  await hands.press('Enter');
  await hands.stands('NO-Cancel');
  await hands.press('Escape');
  await hands.stands('Clear Recent Topics');
  await goTo('limits', 'DESK/LIMITS');
  await live();
  await hands.tabTo('Report page Limits', 2 * FAR);
  await hands.press('?');
  await hands.stands('CLOSE');
  await hands.press('Escape');
  await hands.stands('Report page Limits');
  await goTo('logout', 'Logout', 'YES-Logout');
  await page.waitForURL('**/login');
  await hands.stands('Username or email');
  expect(hands.faults).toEqual([]);
});

/** Through the palette: what is typed, and what is taken one after the other. */
async function goTo(typed: string, ...taken: readonly string[]): Promise<void> {
  await hands.press('Control+k');
  await hands.stands('Go to a report or action');
  await hands.type(typed);
  for (const name of taken) {
    await page.getByRole('option', { name, selected: true }).waitFor();
    await hands.press('Enter');
  }
  await page.getByRole('combobox', { name: 'Go to a report or action' }).waitFor({ state: 'detached' });
}
