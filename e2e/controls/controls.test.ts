import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { soakTest } from '../support/soak-test.ts';
import {
  type ControlsSite,
  connection,
  control,
  ivy,
  jon,
  note,
  type PublisherProcess,
  startControlsSite,
  topic,
  usable,
  vera,
} from './controls-site.ts';

const LIMIT = { timeout: 20_000 };
const CUT = 10_000;

let site: ControlsSite;
let publisher: PublisherProcess;
let page: Page;

beforeAll(async () => {
  site = await startControlsSite();
  publisher = await site.startPublisher({ hangs: true });
  page = await site.open(ivy, {}, `/${topic}`);
  await usable(page, 'Comment');
});
afterAll(async () => {
  await site?.stop();
  expect(site.faults).toEqual([]);
});

/** What the publisher was handed since the test began. */
function handed(from: number): string[] {
  return publisher.updates.slice(from);
}

const sheet = () => page.getByTestId('report');

/** Resolves once the sheet was recalculated so often and the page shows it. */
const recalculated = (times: number) =>
  expect
    .poll(
      async () => ({ shown: await sheet().locator('[data-cell=D5]').textContent(), handed: publisher.updates }),
      LIMIT,
    )
    .toMatchObject({ shown: String(times) });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });

test('every kind of control arrives, and the sheet follows', async () => {
  await control(page, 'Book').selectOption('USD swaps');
  await expect.poll(() => publisher.updates, LIMIT).toEqual(['Book=USD swaps']);
  await sheet().getByText('EUR swaps', { exact: true }).nth(1).waitFor({ state: 'detached' });
  await control(page, 'OnlyBreaches').check();
  await control(page, 'AsOf').fill('2026-11-20');
  await control(page, 'AsOf').fill('');
  await control(page, 'CutOff').fill('16:30');
  await control(page, 'Review').fill('2026-12-01T09:00');
  await control(page, 'Recalculate').click();
  await recalculated(1);
  await expect
    .poll(() => handed(1).toSorted(), LIMIT)
    .toEqual([
      'AsOf=2026-11-20',
      'AsOf=null',
      'CutOff=16:30',
      'OnlyBreaches=true',
      'Recalculate=clicked',
      'Review=2026-12-01T09:00',
    ]);
  expect(publisher.updates.at(-1)).toBe('Recalculate=clicked');
  await connection(page, 'connected');
});

test('Shift with Enter makes a line, Enter sends and makes none, Tab sends and moves on', async () => {
  const from = publisher.updates.length;
  const comment = control(page, 'Comment');
  await comment.fill('');
  await comment.pressSequentially('first');
  await comment.press('Shift+Enter');
  await comment.pressSequentially('second');
  await comment.press('Enter');
  await expect.poll(() => handed(from).at(-1), LIMIT).toBe('Comment=first\nsecond');
  expect(await comment.inputValue()).toBe('first\nsecond');
  await comment.pressSequentially('!');
  await comment.press('Tab');
  await expect.poll(() => handed(from).at(-1), LIMIT).toBe('Comment=first\nsecond!');
  expect(await control(page, 'Recalculate').evaluate((button) => button.matches(':focus'))).toBe(true);
});

test('a Submit sends its entries in their order; Cancel and another tab discard them', async () => {
  const from = publisher.updates.length;
  await tab('New limit').click();
  const submit = sheet().getByRole('button', { name: 'Submit' });
  const cancel = sheet().getByRole('button', { name: 'Cancel' });
  await control(page, 'NewLimit').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await control(page, 'NewLimit').fill('1750');
  await connection(page, 'connected-unsaved');
  await note(page, 'Not sent yet. Press Submit or Cancel.');
  await cancel.click();
  expect(await control(page, 'NewLimit').inputValue()).toBe('');
  await expect.poll(() => submit.isDisabled(), LIMIT).toBe(true);
  await control(page, 'NewLimit').fill('1750');
  await tab('Limits').click();
  await control(page, 'Comment').waitFor();
  await tab('New limit').click();
  expect(await control(page, 'NewLimit').inputValue()).toBe('');
  await control(page, 'NewLimit').fill('1800');
  await control(page, 'Reason').fill('More business');
  await submit.click();
  await expect.poll(() => handed(from), LIMIT).toEqual(['NewLimit=1800', 'Reason=More business', 'SetLimit=clicked']);
  await expect.poll(() => control(page, 'NewLimit').inputValue(), LIMIT).toBe('');
  await connection(page, 'connected');
  await tab('Limits').click();
});

test('Submit and Cancel keep the focus of who pressed them, take no second press, and let the keys go on', async () => {
  const from = publisher.updates.length;
  await tab('New limit').click();
  for (const [name, keys] of [
    ['Submit', ['Tab', 'Tab', 'Enter', 'Enter', 'Space']],
    ['Cancel', ['Tab', 'Tab', 'Tab', 'Space', 'Space', 'Enter']],
  ] as const) {
    const button = sheet().getByRole('button', { name });
    await (await usable(page, 'NewLimit')).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1900');
    for (const key of keys) await page.keyboard.press(key);
    await connection(page, 'connected');
    await expect.poll(() => handed(from), LIMIT).toEqual(['NewLimit=1900', 'SetLimit=clicked']);
    expect(await button.evaluate((it: HTMLElement) => [it.matches(':focus'), it.ariaDisabled, it.title])).toEqual([
      ...[true, 'true', 'No changes to submit.'],
    ]);
    await page.keyboard.press(name === 'Submit' ? 'Shift+Tab' : 'Tab');
    await button.and(page.locator(':disabled')).waitFor();
    expect(await button.getAttribute('aria-disabled')).toBeNull();
    const reached = await control(page, 'Reason').evaluate((text) => text.matches(':focus'));
    expect(reached).toBe(name === 'Submit');
  }
  await tab('Limits').click();
});

soakTest('words of a control cover no other control, in a wide window or a narrow one', async () => {
  const whole = page.viewportSize();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await tab('New limit').click();
    for (const name of ['NewLimit', 'Reason']) await (await usable(page, name)).fill('1950');
    await expect.poll(() => sheet().locator('.control-note:not([hidden])').count(), LIMIT).toBe(2);
    await expect.poll(() => sheet().evaluate(coveredByWords), LIMIT).toEqual([]);
    await sheet().getByRole('button', { name: 'Submit' }).click();
    await note(page, 'Done');
    expect(await sheet().evaluate(coveredByWords)).toEqual([]);
    await tab('Limits').click();
    await control(page, 'Comment').fill('#refuse this');
    await page.getByRole('button', { name: 'OK' }).click();
    await note(page, 'Not saved yet: the publisher has not confirmed it. Trying again.');
    await expect.poll(() => sheet().evaluate(coveredByWords), LIMIT).toEqual([]);
    await control(page, 'Comment').fill('taken');
    await connection(page, 'connected');
  }
  if (whole) await page.setViewportSize(whole);
});

/** The controls under words, save for a success on its own, and words that lie outside of the window. */
function coveredByWords(host: Element): string[] {
  const root = host.shadowRoot ?? host;
  const controls = [...root.querySelectorAll('[data-control], [data-submit], [data-cancel]')];
  return [...root.querySelectorAll('.control-note:not([hidden])')].flatMap((words) => {
    const at = words.getBoundingClientRect();
    const covered = controls.filter((one) => {
      const box = one.getBoundingClientRect();
      return box.left < at.right && box.right > at.left && box.top < at.bottom && box.bottom > at.top;
    });
    const isOwn = covered.length === 1 && ['Saved', 'Done'].includes(words.textContent);
    if (isOwn) return [];
    const names = covered.map((one) => `${words.textContent} over ${one.outerHTML}`);
    return at.right > innerWidth ? [...names, `${words.textContent} is outside`] : names;
  });
}

test('what is entered before the script for controls is there is sent once it is', async () => {
  const from = publisher.updates.length;
  const other = await site.open(jon, {}, '/help');
  const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>();
  await other.route('**/open-controls-*.js', async (route) => {
    await isLoaded;
    await route.continue();
  });
  const asked = other.waitForRequest('**/open-controls-*.js');
  await other.goto(`${site.url}/${topic}`);
  await asked;
  await control(other, 'Shift').selectOption('-50');
  await control(other, 'Recalculate').click();
  load();
  await expect.poll(() => handed(from), LIMIT).toEqual(['Shift=-50', 'Recalculate=clicked']);
  await recalculated(2);
  await other.context().close();
});

test('the browser asks before a page with an unsent entry is left, and only then', async () => {
  const other = await site.open(ivy, {}, `/${topic}#new-limit`);
  await (await usable(other, 'NewLimit')).click();
  await control(other, 'NewLimit').fill('99');
  await connection(other, 'connected-unsaved');
  const asked = other.waitForEvent('dialog');
  void other.reload().catch(() => undefined);
  await (await asked).dismiss();
  await other.getByTestId('report').getByRole('button', { name: 'Cancel' }).click();
  await connection(other, 'connected');
  await other.reload();
  await other.context().close();
});

test('what somebody else sets is told beside a text in use, and shows there within a second, the caret where it was', async () => {
  const other = await site.open(jon, {}, `/${topic}`);
  await usable(other, 'Comment');
  const comment = control(page, 'Comment');
  const markMiddle = () => comment.evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(2, 4));
  const caret = () =>
    comment.evaluate((text: HTMLTextAreaElement) => [text.matches(':focus'), text.selectionStart, text.selectionEnd]);
  // A page that is drawn again has texts in which nothing was typed.
  await page.reload();
  await usable(page, 'Comment');
  await comment.focus();
  await markMiddle();
  await control(other, 'Comment').fill('from jon');
  await control(other, 'Recalculate').click();
  await recalculated(3);
  await expect.poll(() => comment.inputValue(), LIMIT).toBe('from jon');
  expect(await caret()).toEqual([true, 2, 4]);
  await comment.fill('from ivy');
  await expect.poll(() => control(other, 'Comment').inputValue(), LIMIT).toBe('from ivy');
  await markMiddle();
  await control(other, 'Comment').fill('from jon again');
  await expect.poll(() => comment.inputValue(), LIMIT).toBe('from jon again');
  expect(await caret()).toEqual([true, 2, 4]);
  await other.context().close();
});

test('a text that the publisher refuses is told in an alert and tried again, until a newer one takes its place', async () => {
  await control(page, 'Comment').fill('#refuse this');
  await page.getByRole('alertdialog', { name: 'update failed' }).waitFor();
  await page.getByRole('button', { name: 'OK' }).click();
  await note(page, 'Not saved yet: the publisher has not confirmed it. Trying again.');
  await control(page, 'Comment').fill('taken');
  await expect.poll(() => publisher.updates.at(-1), LIMIT).toBe('Comment=taken');
  await connection(page, 'connected');
});

test('a publisher that is killed with a text in its hands loses nothing, and the viewer is told in words', async () => {
  await control(page, 'Comment').fill('#hang then said anew');
  await expect.poll(() => publisher.updates.at(-1), LIMIT).toBe('Comment=#hang then said anew');
  await publisher.kill();
  await page.getByRole('alertdialog', { name: 'update failed' }).waitFor();
  await page.getByRole('button', { name: 'OK' }).click();
  await connection(page, 'connected-unsaved');
  await note(page, 'Not saved yet: the publisher has not confirmed it. Trying again.');
  await control(page, 'Comment').fill('kept over the loss');
  publisher = await site.startPublisher();
  await expect.poll(() => publisher.updates, LIMIT).toContain('Comment=kept over the loss');
  await connection(page, 'connected');
  expect(publisher.updates.at(-1)).toBe('Comment=kept over the loss');
});

test('a text that is typed while the network is cut for 10 s arrives once', async () => {
  const from = publisher.updates.length;
  const comment = control(page, 'Comment');
  await comment.fill('');
  await expect.poll(() => handed(from), LIMIT).toEqual(['Comment=null']);
  await connection(page, 'connected');
  await page.context().setOffline(true);
  const until = performance.now() + CUT;
  await comment.pressSequentially('typed without a line');
  await connection(page, 'disconnected-unsaved');
  await note(page, 'Not saved yet: the server cannot be reached. Trying again.');
  await wait(until - performance.now());
  expect(handed(from)).toEqual(['Comment=null']);
  await page.context().setOffline(false);
  await connection(page, 'connected');
  expect(handed(from)).toEqual(['Comment=null', 'Comment=typed without a line']);
  expect(await comment.inputValue()).toBe('typed without a line');
  await comment.blur();
});

test('who may only view sees the same controls disabled, with the reason, and no finding of axe', async () => {
  const other = await site.open(vera, {}, `/${topic}`);
  for (const name of ['Book', 'OnlyBreaches', 'AsOf', 'CutOff', 'Review', 'Comment', 'Recalculate']) {
    await expect.poll(() => control(other, name).isDisabled(), LIMIT).toBe(true);
    const reason = 'You can view this report but not interact with it.';
    await expect.poll(() => control(other, name).getAttribute('title'), LIMIT).toBe(reason);
  }
  expect(await axeFindings(other)).toEqual([]);
  await other.context().close();
  expect(await axeFindings(page)).toEqual([]);
});
