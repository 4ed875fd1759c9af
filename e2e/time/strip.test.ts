import { versions as versionsCall } from '@sheetwire/contract/past/calls';
import { report } from '@sheetwire/contract/reports';
import type { Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { faultsInEveryScheme, faultsOf } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { upToDate } from '../support/up-to-date.ts';
import { phone } from '../support/ways.ts';
import type { Visit } from '../viewer/desk.ts';
import { positions, startVersionsDesk, type VersionsDesk } from '../viewer/versions-desk.ts';

const path = '/DEMO/DESK/BOOK';
const versions = 30;

let desk: VersionsDesk;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  desk = await startVersionsDesk();
  for (let n = 2; n <= versions; n++) await desk.publishBook(bookOf(n), more);
});
afterAll(() => desk.stop());
beforeEach(() => come());
afterEach(() => leave());

const more = { Notes: '<p>Closed</p>', Old: '<p>Last of its kind</p>' };

/** The price that a version shows; the first is the desk's own. */
function priceOf(version: number): string {
  return version === 1 ? '3.5915' : `4.${String(version).padStart(4, '0')}`;
}

/** Every fifth version has a row more. */
function bookOf(version: number) {
  const book = positions.map(([name, currency, mid, profit]) => {
    return [name, currency, name === 'USD SOFR 5Y' ? priceOf(version) : mid, profit] as const;
  });
  return version % 5 === 0 ? [...book, ['USD SOFR 30Y', 'USD', '3.9', '1'] as const] : book;
}

let newest = versions;
async function publish(): Promise<string> {
  newest++;
  await desk.publishBook(bookOf(newest), more);
  return priceOf(newest);
}

async function come(options = {}): Promise<void> {
  visit = await desk.open(options);
  page = visit.page;
  await visit.enter();
  await page.goto(`${desk.url}${path}`);
  await page.getByText(upToDate).waitFor();
}

async function leave(): Promise<void> {
  const { faults } = visit;
  await visit.close();
  expect(faults).toEqual([]);
}

const strip = () => page.getByTestId('time');
const slider = () => strip().getByRole('slider');
const words = () => slider().getAttribute('aria-valuetext');
const shows = (price: string) => page.getByTestId('report').getByRole('cell', { name: price, exact: true }).waitFor();
const heard = () => strip().getByRole('status').textContent();
const askedAt = () => new URL(page.url()).searchParams.get('at');
const back = () => strip().getByRole('button', { name: 'Back to live' });

async function open(): Promise<void> {
  await page.keyboard.press('t');
  await slider().waitFor();
}

test('keys step through the versions, and nothing on the screen looks live until it is', async () => {
  await open();
  expect(await heard()).toBe('');
  await page.keyboard.press('ArrowLeft');
  await shows(priceOf(newest - 1));
  await expect.poll(heard).toBe('Not live');
  await expect.poll(words).toMatch(/^(?:\S+ )?\d\d:\d\d:\d\d, (?:less than a|\d+) minutes? ago, not live, 1 newer$/);
  await expect.poll(() => page.title()).toBe('Sheetwire | DESK/BOOK (not live)');
  expect(await page.getByText(upToDate).count()).toBe(0);
  await page.keyboard.press('Shift+ArrowLeft');
  await shows(priceOf(newest - 11));
  await page.keyboard.press('ArrowRight');
  await shows(priceOf(newest - 10));
  await page.keyboard.press('Home');
  await shows(priceOf(1));
  const price = await publish();
  await expect.poll(words).toContain(`${newest - 1} newer`);
  await shows(priceOf(1));
  await back().focus();
  await page.keyboard.press('Enter');
  await shows(price);
  await page.getByText(upToDate).waitFor();
  await expect.poll(heard).toBe('Live again');
  // The button is gone: what it was in takes the keys still.
  expect(await slider().evaluate((track) => track === document.activeElement)).toBe(true);
  await expect.poll(() => page.title()).toBe('Sheetwire | DESK/BOOK');
  expect(askedAt()).toBe(null);
});

test('a pointer scrubs: cells are as they were, nothing reloads, and steps come in place of pages', async () => {
  await open();
  const box = await slider().boundingBox();
  if (!box) throw new Error('No strip');
  const y = box.y + box.height / 2;
  const answers: ('ops' | 'pages')[] = [];
  const note = async (response: Response) => {
    if (!response.url().endsWith(report.path) || !response.request().postData()?.includes('"at"')) return;
    answers.push('ops' in (await response.json()) ? 'ops' : 'pages');
  };
  page.on('response', note);
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  await page.evaluate(() => document.body.setAttribute('data-still', ''));
  const before = await askedByPage();
  await page.mouse.move(box.x + box.width * 0.9, y);
  await page.mouse.down();
  for (let share = 90; share >= 5; share -= 5)
    await page.mouse.move(box.x + (box.width * share) / 100, y, { steps: 3 });
  // The thumb is where the pointer is, whatever has come by then, and the words at it are within the strip.
  for (const share of [0.5, 0.52, 0.3, 0.05]) {
    const { thumb, words: said } = await drawnAt(share, box);
    expect(Math.abs(thumb - box.x - box.width * share)).toBeLessThan(1.5);
    expect(Math.abs(said.left - box.x - (box.width - said.width) * share)).toBeLessThan(1.5);
  }
  // Where no moment comes, a screen reader is told of the place all the same.
  const comes = Promise.withResolvers<void>();
  await page.route(`**${report.path}`, async (route) => {
    await comes.promise;
    await route.continue();
  });
  await page.mouse.move(box.x + box.width * 0.4, y);
  await expect.poll(shareTold).toBeCloseTo(0.4, 1);
  await page.mouse.move(box.x + box.width * 0.2, y);
  await expect.poll(shareTold).toBeCloseTo(0.2, 1);
  comes.resolve();
  await page.mouse.move(box.x + 1, y);
  // The words at the pointer follow a drag more slowly than it moves, and are those of where it rests.
  const place = (said: string | null) => said?.split(',')[0] ?? 'none';
  const over = async () => place(await strip().locator('.time-hover').textContent());
  await expect.poll(async () => (await over()) === place(await words())).toBe(true);
  await page.mouse.up();
  await shows(priceOf(1));
  await expect.poll(words).toContain('newer');
  await expect.poll(() => answers).toContain('ops');
  // All but the first were fetched and read by the worker.
  expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual([
    expect.stringMatching(/^\/assets\/steps\.worker-/),
  ]);
  expect((await askedByPage()) - before).toBeLessThan(answers.length);
  // A page that leaves takes its answers along, which then cannot be read.
  page.off('response', note);
  expect(await page.evaluate(() => document.body.hasAttribute('data-still'))).toBe(true);
  await expect.poll(askedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  // Escape ends a drag: the hand that is still down leads nowhere.
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, y);
  await page.keyboard.press('Escape');
  await page.mouse.move(box.x + box.width * 0.4, y, { steps: 3 });
  expect(await words()).not.toContain('not live');
  await page.mouse.up();
  await shows(priceOf(newest));
  await page.getByText(upToDate).waitFor();
});

/** How often the page itself asked for a report. */
function askedByPage(): Promise<number> {
  return page.evaluate(
    (path) => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path)).length,
    report.path,
  );
}

/** Of the strip's time, where a screen reader is told that the thumb is. */
async function shareTold(): Promise<number> {
  const [from = 0, to = 0, at = 0] = await slider().evaluate((track) =>
    ['valuemin', 'valuemax', 'valuenow'].map((name) => Number(track.getAttribute(`aria-${name}`))),
  );
  return (at - from) / (to - from);
}

/** Where the thumb and the words at the pointer are drawn right after a move; once more when the strip's times moved on. */
async function drawnAt(share: number, box: { readonly x: number; readonly y: number; width: number; height: number }) {
  for (;;) {
    const last = await slider().getAttribute('aria-valuemax');
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    const drawn = await slider().evaluate((track) => {
      const placeOf = (name: string) => {
        const { left, width } = track.querySelector(name)?.getBoundingClientRect() ?? { left: Number.NaN, width: 0 };
        return { left, width };
      };
      const { left, width } = placeOf('.time-thumb');
      return { thumb: left + width / 2, words: placeOf('.time-hover') };
    });
    if ((await slider().getAttribute('aria-valuemax')) === last) return drawn;
  }
}

soakTest('what is pressed on the strip before its times have come is gone to once they have', async () => {
  const come = Promise.withResolvers<void>();
  const asked = page.waitForRequest(`**${versionsCall.path}`);
  await page.route(`**${versionsCall.path}`, async (route) => {
    await come.promise;
    await route.continue();
  });
  await open();
  await asked;
  await slider().click({ position: { x: 1, y: 5 } });
  expect(await words()).not.toContain('not live');
  come.resolve();
  await shows(priceOf(1));
});

test('an address opens a moment, survives a reload and a sign-in, and goes back and forward', async () => {
  await page.goto(`${desk.url}${path}?at=7`);
  await shows(priceOf(7));
  await expect.poll(() => strip().innerText()).toContain(`${newest - 7} newer`);
  await slider().focus();
  await page.keyboard.press('ArrowRight');
  await shows(priceOf(8));
  const eighth = new Date(Number(await slider().getAttribute('aria-valuenow'))).toISOString();
  await expect.poll(askedAt).toBe(eighth.replace('.000Z', 'Z'));
  const at = askedAt();
  await page.reload();
  await shows(priceOf(8));
  await back().click();
  await shows(priceOf(newest));
  await page.goBack();
  await shows(priceOf(8));
  await page.goForward();
  await shows(priceOf(newest));
  await page.getByText(upToDate).waitFor();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${desk.url}${path}?at=${at}`);
  await page.getByLabel('Username or email').fill('DEMO/vera');
  await page.getByLabel('Password').fill(desk.password);
  await page.keyboard.press('Enter');
  await shows(priceOf(8));
  expect(askedAt()).toBe(at);
});

soakTest(
  'before all that is kept the page says so, a day wins over a moment, and what is no moment is told',
  async () => {
    await page.goto(`${desk.url}${path}?at=2020-01-02T03:04:05Z`);
    // With the day before it, once midnight has come.
    await page.getByText(/^There is no history before (?:\S+ )?\d\d:\d\d:\d\d\.$/).waitFor();
    expect(await page.getByTestId('report').isVisible()).toBe(false);
    await back().click();
    await shows(priceOf(newest));
    await page.goto(`${desk.url}${path}/${desk.day}?at=7`);
    await page.getByText(`Snapshot ${desk.day}`).waitFor();
    await expect.poll(askedAt).toBe(null);
    await strip().waitFor({ state: 'detached' });
    await page.goto(`${desk.url}${path}?at=yesterday`);
    await page
      .getByText(
        '“yesterday” is not a time. Enter one with its zone, such as at=2026-11-23T14:32:05Z. This is the live report.',
      )
      .waitFor();
    await page.goto(`${desk.url}${path}?at=2026-11-20`);
    await page.getByText('“2026-11-20” is a day. Add a time, such as at=2026-11-20T14:32:05Z').waitFor();
    await page.goto(`${desk.url}${path}?at=99999`);
    await page.getByText('Version 99,999 does not exist. This is the live report.').waitFor();
    await shows(priceOf(newest));
    await expect.poll(askedAt).toBe(null);
  },
);

/** The time of publication that the page tells, as its reader would type it. */
const publishedTime = () => page.locator('.published time').innerText();

/** The local time that the address names. */
const addressedTime = () =>
  page.evaluate((at) => (at === null ? '' : new Date(at).toLocaleTimeString('en-GB')), askedAt());

test('a time that is typed is gone to: in the strip, in the Date field, and in Go to', async () => {
  await open();
  const time = (await publishedTime()).slice(-'hh:mm:ss'.length);
  const day = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  const field = strip().getByLabel('Go to time');
  await field.fill(day);
  await field.press('Enter');
  await strip().getByText(`Add a time, such as ${day} 17:00`).waitFor();
  await field.fill(time);
  await field.press('Enter');
  await expect.poll(words).toContain('not live');
  await expect.poll(addressedTime).toBe(time);
  await shows(priceOf(newest));
  expect(await field.inputValue()).toBe('');
  await back().click();

  await page.goto(`${desk.url}${path}?settings=true`);
  const date = page.getByRole('textbox', { name: 'Date' });
  await date.fill(`${day} ${time} PM`);
  await date.press('Enter');
  await page.getByText('Enter the time as yyyy-mm-dd hh:mm:ss').waitFor();
  await date.fill('2199-01-01 10:00');
  await date.press('Enter');
  await page.getByText('This time is in the future').waitFor();
  expect(await date.inputValue()).toBe('2199-01-01 10:00');
  await date.fill(`${day} ${time}`);
  await date.press('Enter');
  await expect.poll(words).toContain('not live');
  await expect.poll(addressedTime).toBe(time);
  expect(await date.inputValue()).toBe('');
  await back().click();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to a report or action' }).fill(`${day} ${time}`);
  await page.getByRole('option', { name: `As of ${day} ${time}` }).click();
  await expect.poll(words).toContain('not live');
  await expect.poll(addressedTime).toBe(time);
});

soakTest('Space plays up to the live report, and a speed can be chosen', async () => {
  await open();
  await page.keyboard.press('Home');
  await shows(priceOf(1));
  await page.getByRole('button', { name: '60×' }).click();
  await slider().focus();
  await page.keyboard.press('Space');
  await page.getByText(upToDate).waitFor();
  await shows(priceOf(newest));
});

soakTest(
  'T opens the strip with its keys at hand, closes it and gives the focus back; a browser keeps that',
  async () => {
    await open();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toBe('Time');
    await page.reload();
    await slider().waitFor();
    await slider().focus();
    await page.keyboard.press('ArrowLeft');
    await shows(priceOf(newest - 1));
    await page.keyboard.press('t');
    await strip().waitFor({ state: 'detached' });
    await shows(priceOf(newest));
    await page.getByText(upToDate).waitFor();
    expect(await focused()).toBe('Time');
    await page.reload();
    await page.getByText(upToDate).waitFor();
    expect(await strip().count()).toBe(0);
  },
);

test('a right that is lost closes the past', async () => {
  await page.goto(`${desk.url}${path}?at=7`);
  await shows(priceOf(7));
  await desk.letView(false);
  await page.getByText('Report not found, or you have no access.').waitFor();
  expect(await page.getByTestId('report').innerText()).not.toContain(priceOf(7));
  await strip().waitFor({ state: 'detached' });
  await desk.letView(true);
  await shows(priceOf(newest));
});

test('a moment of the past is accessible', async () => {
  await open();
  await page.keyboard.press('ArrowLeft');
  await shows(priceOf(newest - 1));
  expect(await faultsOf(page)).toEqual([]);
});

soakTest('the strip and a moment of the past are accessible in every scheme, and fit a phone', async () => {
  // The colours of its cells are the portal's own.
  const daily = `${desk.url}/DEMO/DESK/DAILY`;
  await desk.publishPrice('3.6001');
  await page.goto(daily);
  await page.getByText(upToDate).waitFor();
  await open();
  expect(await faultsInEveryScheme(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await shows('3.5915');
  expect(await faultsInEveryScheme(page)).toEqual([]);
  await page.goto(`${daily}?at=2020-01-02T03:04:05Z`);
  await page.getByText('There is no history before').waitFor();
  expect(await faultsInEveryScheme(page)).toEqual([]);
  await leave();
  await come(phone);
  await page.goto(daily);
  await page.getByText(upToDate).waitFor();
  await page.getByRole('button', { name: 'Time', exact: true }).tap();
  const box = await slider().boundingBox();
  if (!box) throw new Error('No strip');
  // A finger that scrolls the page over the strip leads nowhere.
  await dragByTouch(box, [0.5, 0.5, 0.5], 40);
  expect(await words()).not.toContain('not live');
  await page.touchscreen.tap(box.x + 1, box.y + box.height / 2);
  await shows('3.5915');
  expect(await faultsOf(page)).toEqual([]);
  await back().tap();
  await shows('3.6001');
  await dragByTouch(box, [0.9, 0.6, 0.3, 0]);
  await shows('3.5915');
  expect(await words()).toContain('not live');
});

soakTest(
  'a long report is all of its moment once the hand rests, whatever was out of view, came or scrolled meanwhile',
  async () => {
    const first = newest + 1;
    for (let n = 0; n < 8; n++) await desk.publishBook(longBook(n), more);
    newest += 8;
    await shows('6.0');
    await open();
    // Each step changes six hundred cells, or brings a row; nobody waits for one before the next.
    for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowLeft');
    const sheet = await page.getByTestId('report').boundingBox();
    if (!sheet) throw new Error('No report');
    await page.mouse.move(sheet.x + 50, sheet.y + sheet.height / 2);
    await page.mouse.wheel(0, 9000);
    for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => otherThan(String(first + 1))).toEqual([]);
    const box = await slider().boundingBox();
    if (!box) throw new Error('No strip');
    const to = (share: number) => page.mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 6 });
    await to(0.99);
    await page.mouse.down();
    for (const share of [0.9, 0.6, 0.95, 0.8, 0.97]) await to(share);
    await page.mouse.up();
    await expect.poll(async () => otherThan(askedAt() ?? 'nothing')).toEqual([]);
    await back().click();
    await expect.poll(() => otherThan(String(newest))).toEqual([]);
  },
);

/** Every second version has other figures in six hundred rows, those between have a row more. */
function longBook(n: number) {
  const rows = Array.from({ length: 600 + (n >> 1) }, (_, row) => {
    return [`USD SOFR ${row}D`, 'USD', `${n - (n % 2)}.${row}`, '1'] as const;
  });
  return n % 2 === 0 ? rows : [...rows, ['USD SOFR 50Y', 'USD', '3.9', '1'] as const];
}

/** Some cells on the screen that are not those of a moment, or of a version; "none" where the pages cannot be had. */
function otherThan(moment: string): Promise<string[]> {
  const at = JSON.stringify(/^\d+$/.test(moment) ? Number(moment) : moment);
  return page.evaluate(`(async () => {
    const body = JSON.stringify({ topic: 'DEMO/DESK/BOOK', at: ${at} });
    const headers = { 'content-type': 'application/json' };
    const { pages } = await (await fetch('${report.path}', { method: 'POST', headers, body })).json();
    let [html] = pages ?? ['none'];
    if (html.startsWith('H4')) {
      const bytes = Uint8Array.from(atob(html), (one) => one.charCodeAt(0));
      html = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
    }
    const then = [...html.matchAll(/<(?:td|th)[^>]* data-cell="([^"]*)"[^>]*>([^<]*)</g)].map(([, name, inner]) => name + '=' + inner);
    const root = document.querySelector('[data-testid=report]').shadowRoot;
    const now = [...root.querySelectorAll(':is(td, th):not([data-fill])')].map((cell) => cell.dataset.cell + '=' + cell.innerHTML);
    if (then.length === 0 || then.length !== now.length) return [then.length + ' cells then, ' + now.length + ' now'];
    return now.filter((cell, n) => cell !== then[n]).slice(0, 5);
  })()`);
}

/** A finger that moves along the strip by shares of its width, `down` px with each, and is lifted at the last. */
async function dragByTouch(
  box: { x: number; y: number; width: number; height: number },
  shares: readonly number[],
  down = 0,
) {
  const line = await page.context().newCDPSession(page);
  let y = box.y + box.height / 2 - down;
  const pointAt = (share: number) => {
    y += down;
    return [{ x: box.x + 1 + share * (box.width - 2), y }];
  };
  const [first = 0, ...more] = shares;
  await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: pointAt(first) });
  for (const share of more)
    await line.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: pointAt(share) });
  await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await line.detach();
}
