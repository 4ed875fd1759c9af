import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import { phone } from '../support/ways.ts';
import { connection, control, ivy, jon, topic, usable } from './controls-site.ts';
import { type FormDesk, firstValues, startFormDesk } from './form-desk.ts';

const LIMIT = { timeout: 20_000 };
/** Between two versions: more of them are refused. */
const PAUSE = 20;
const why = 'Above the limit of 500';

let desk: FormDesk;
let page: Page;

beforeAll(async () => {
  desk = await startFormDesk();
  page = await desk.site.open(ivy, {}, `/${topic}`);
});
afterAll(async () => {
  await desk?.stop();
  expect(desk.site.faults).toEqual([]);
});
beforeEach(async () => {
  desk.answer = () => ({ status: 'rejected', message: why });
  await usable(page, 'Note');
  await dismissAll();
});

const sheet = () => page.getByTestId('report');
const notes = () => sheet().locator('.control-note:not([hidden])');
const noted = () => notes().allInnerTexts();
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const refusal = (entry: string) => expect.stringContaining(`${entry}, refused: ${why}.`);

/** The button of the alert that tells of a refusal, once it is there. */
async function alerted(): Promise<Locator> {
  const ok = page.getByRole('button', { name: 'OK' });
  await ok.waitFor().catch(async (cause: unknown) => {
    const line = await page.getByTestId('connection').getAttribute('data-state');
    const shown = await sheet().locator('.page').allInnerTexts();
    const told = { line, handed: desk.updates.slice(-4), noted: await noted(), shown };
    throw new Error(`no alert: ${JSON.stringify(told)}`, { cause });
  });
  return ok;
}

/** Takes the alert of a refusal away, which is told beside the control too. */
async function confirmAlert(): Promise<void> {
  const ok = await alerted();
  await ok.click();
}

async function dismissAll(): Promise<void> {
  const dismiss = notes().getByRole('button', { name: 'Dismiss' });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

test('every kind of entry that is refused stays readable with its reason, and others see what it does', async () => {
  await control(page, 'Region').selectOption('South');
  await confirmAlert();
  await control(page, 'Approve').click();
  await confirmAlert();
  await control(page, 'Due').fill('2026-12-01');
  await confirmAlert();
  await control(page, 'Start').fill('2026-12-01T09:00');
  await confirmAlert();
  await control(page, 'Cut').fill('16:30');
  await confirmAlert();
  await control(page, 'Run').click();
  await confirmAlert();
  const told = ['"South"', 'On', '"2026-12-01"', '"2026-12-01 09:00"', '"16:30"'].map(refusal);
  told.push(expect.stringContaining(`Refused: ${why}.`));
  await expect.poll(noted, LIMIT).toEqual(expect.arrayContaining(told));
  expect(await notes().count()).toBe(told.length);
  expect(await control(page, 'Region').inputValue()).toBe(firstValues.Region);
  expect(await control(page, 'Approve').isChecked()).toBe(false);
  await dismissAll();
});

test('a refused entry stays over updates, whole pages, tabs and a lost line, until the user changes the control', async () => {
  await control(page, 'Region').selectOption('South');
  await confirmAlert();
  const stays = () => expect.poll(noted, LIMIT).toEqual([refusal('"South"')]);
  await stays();
  await desk.publish({ Note: 'an update beside', Region: 'East' });
  await expect.poll(() => control(page, 'Region').inputValue(), LIMIT).toBe('East');
  await stays();
  await desk.publish({}, 4);
  await sheet().getByText('Row 3').waitFor();
  await stays();
  await tab('Other').click();
  await sheet().getByText('Nothing to fill in').waitFor();
  expect(await noted()).toEqual([]);
  await tab('Form').click();
  await stays();
  await page.context().setOffline(true);
  await control(page, 'Cut').fill('12:00');
  await connection(page, 'disconnected-unsaved');
  await expect.poll(noted, LIMIT).toContainEqual(refusal('"South"'));
  desk.answer = () => ({ status: 'updated' });
  await page.context().setOffline(false);
  await connection(page, 'connected');
  await desk.publish({ Note: 'after the line was lost' });
  await expect.poll(() => control(page, 'Note').inputValue(), LIMIT).toBe('after the line was lost');
  await stays();
  await control(page, 'Region').selectOption('South');
  await expect.poll(noted, LIMIT).toEqual([]);
  await expect.poll(() => desk.updates.at(-1), LIMIT).toBe('Region=South');
  await connection(page, 'connected');
});

test('it is taken away by its button or by Escape, and its control has the focus', async () => {
  const region = control(page, 'Region');
  const hasFocus = () => region.evaluate((element) => element.matches(':focus'));
  for (const way of ['button', 'key'] as const) {
    await region.focus();
    await region.selectOption('South');
    await confirmAlert();
    await expect.poll(noted, LIMIT).toEqual([refusal('"South"')]);
    if (way === 'button') await notes().getByRole('button', { name: 'Dismiss' }).press('Enter');
    else await page.keyboard.press('Escape');
    await expect.poll(noted, LIMIT).toEqual([]);
    expect(await hasFocus()).toBe(true);
  }
});

soakTest('one press of Escape is enough, whatever is published at that moment', async () => {
  const region = control(page, 'Region');
  const stop = publishing();
  for (let n = 0; n < 8; n++) {
    await region.focus();
    await region.selectOption('South');
    await alerted();
    await page.keyboard.press('Enter');
    await expect.poll(noted, LIMIT).toEqual([refusal('"South"')]);
    await expect.poll(() => region.evaluate((element) => element.matches(':focus')), LIMIT).toBe(true);
    await page.keyboard.press('Escape');
    expect(await noted()).toEqual([]);
  }
  await stop();
});

soakTest(
  'an alert is shown also before the browser has told that the one before it was closed, by Enter or by Escape',
  async () => {
    const told = await page.evaluateHandle(() => new AbortController());
    // It tells with the next frame, which a busy machine draws late.
    await told.evaluate(({ signal }) => {
      document.addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true, signal });
    });
    for (const key of ['Enter', 'Escape', 'Enter']) {
      await control(page, 'Region').selectOption('South');
      await alerted();
      await page.keyboard.press(key);
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    }
    await told.evaluate((it) => it.abort());
    await expect.poll(noted, LIMIT).toEqual([refusal('"South"')]);
  },
);

/** Resolves once the page has drawn what it has, and begins to draw again. */
function shownFrame(): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Publishes other values and rows all the time; the answer ends it, with the form as it was. */
function publishing(): () => Promise<void> {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const news = (async () => {
    for (let n = 0; !ended.signal.aborted; n++) {
      await desk.publish({ Region: n % 2 === 0 ? 'East' : 'North', Cut: `1${n % 10}:00` }, n % 4);
      await wait(PAUSE);
      // A page that is drawn anew without end leaves nobody time to press a key.
      await shownFrame();
    }
  })();
  return async () => {
    ended.abort();
    await news;
    await desk.publish();
  };
}

soakTest('Escape takes a refusal away from a control that its publisher has locked since', async () => {
  desk.answer = () => ({ status: 'skip_retry', message: why });
  const text = control(page, 'Note');
  await text.fill('never');
  await confirmAlert();
  await expect.poll(noted, LIMIT).toEqual([refusal('"never"')]);
  await desk.publish({ Note: 'locked' }, 0, 'readonly');
  await expect.poll(() => text.inputValue(), LIMIT).toBe('locked');
  await text.focus();
  await page.keyboard.press('Escape');
  expect(await noted()).toEqual([]);
  await desk.publish();
  await expect.poll(() => text.inputValue(), LIMIT).toBe('first');
});

test('a screen reader is told once, and finds it at the control', async () => {
  const region = control(page, 'Region');
  await region.selectOption('South');
  await confirmAlert();
  await expect
    .poll(() => sheet().locator('.control-notes > .told').innerText(), LIMIT)
    .toContain(`"South", refused: ${why}.`);
  await expect.poll(() => region.getAttribute('aria-invalid')).toBe('true');
  const described = await region.evaluate((element) => {
    const root = element.getRootNode();
    const id = element.getAttribute('aria-describedby') ?? '';
    return root instanceof ShadowRoot ? root.getElementById(id)?.textContent : undefined;
  });
  expect(described).toContain(`"South", refused: ${why}.`);
  expect(await axeFindings(page)).toEqual([]);
  await dismissAll();
  expect([await region.getAttribute('aria-invalid'), await region.getAttribute('aria-describedby')]).toEqual([
    null,
    null,
  ]);
});

soakTest('a text that is refused is tried again, with the reason, and can be given up', async () => {
  await control(page, 'Note').fill('abc');
  await confirmAlert();
  await expect.poll(noted, LIMIT).toEqual([expect.stringContaining(`"abc", refused: ${why}. Trying again.`)]);
  expect(await control(page, 'Note').inputValue()).toBe('abc');
  await dismissAll();
  await connection(page, 'connected');
  await expect.poll(() => control(page, 'Note').inputValue(), LIMIT).not.toBe('abc');
  const sent = desk.updates.length;
  desk.answer = () => ({ status: 'skip_retry', message: why });
  await control(page, 'Note').fill('never');
  await confirmAlert();
  await expect.poll(noted, LIMIT).toEqual([refusal('"never"')]);
  expect(desk.updates.slice(sent).filter((update) => update === 'Note=abc').length).toBeLessThan(2);
  await dismissAll();
});

/** Names of the controls that words lie over. */
function coveredControls({ shadowRoot }: Element): (string | undefined)[] {
  const boxes = [...(shadowRoot?.querySelectorAll('.control-note:not([hidden])') ?? [])].map((note) =>
    note.getBoundingClientRect(),
  );
  const controls = [...(shadowRoot?.querySelectorAll<HTMLElement>('[data-control]') ?? [])];
  const isCovered = (control: HTMLElement) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return boxes.some((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top);
  };
  return controls.filter(isCovered).map(({ dataset }) => dataset.control);
}

soakTest(
  'what is not confirmed stands there after another tab and another page of the portal, and can be dismissed',
  async () => {
    desk.answer = () => ({ status: 'updated' });
    await control(page, 'Region').selectOption('South');
    await expect.poll(noted, LIMIT).toEqual([expect.stringContaining('Saved')]);
    desk.answer = () => ({ status: 'rejected' });
    await control(page, 'Note').fill('stuck');
    await confirmAlert();
    const stands = async () => {
      const words = 'Not saved yet: the publisher has not confirmed it. Trying again.';
      await expect.poll(noted, LIMIT).toEqual([expect.stringContaining(words)]);
      expect(await control(page, 'Note').inputValue()).toBe('stuck');
      expect(await sheet().evaluate(coveredControls)).toEqual([]);
    };
    await stands();
    await tab('Other').click();
    await sheet().getByText('Nothing to fill in').waitFor();
    await tab('Form').click();
    await stands();
    // On a phone the user's name stands over it, and leads there too.
    await page.getByRole('link', { name: 'Account', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Account' }).waitFor();
    await connection(page, 'connected-unsaved');
    await page.goBack();
    await usable(page, 'Note');
    await stands();
    await dismissAll();
    await connection(page, 'connected');
    await expect.poll(() => control(page, 'Note').inputValue(), LIMIT).toBe('first');
  },
);

test('a long or hostile reason is text, inside the window, wide or narrow', async () => {
  const whole = page.viewportSize();
  const hostile = `<img src=x onerror="document.title='run'"><b>no</b> \u202e${'long '.repeat(150)}`;
  desk.answer = () => ({ status: 'skip_retry', message: hostile });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await control(page, 'Note').fill(`${'an entry of many words '.repeat(30)}<i>`);
    await confirmAlert();
    await expect.poll(noted, LIMIT).toEqual([expect.stringContaining('<img src=x onerror=')]);
    expect(await notes().locator('img, b, i').count()).toBe(0);
    expect(await page.title()).not.toBe('run');
    const box = await notes().boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
    expect(box?.height).toBeLessThan(220);
    expect(await axeFindings(page)).toEqual([]);
    await dismissAll();
  }
  if (whole) await page.setViewportSize(whole);
});

soakTest('on a phone a text is seen whole, and makes no column wider or narrower', async () => {
  const { promise, resolve } = Promise.withResolvers<{ status: 'updated' }>();
  desk.answer = () => promise;
  const phonePage = await desk.site.open(jon, phone, `/${topic}`);
  const text = await usable(phonePage, 'Note');
  const look = () =>
    text.evaluate((element) => ({
      width: Math.round(element.getBoundingClientRect().width),
      isCut: element.scrollHeight > element.clientHeight,
    }));
  const { width } = await look();
  for (const words of ['a', 'a text of many words that takes some lines '.repeat(3)]) {
    await text.fill(words);
    expect(await look()).toEqual({ width, isCut: false });
  }
  resolve({ status: 'updated' });
  await connection(phonePage, 'connected');
  await phonePage.context().close();
});
