import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { oneOf } from '../support/soak.ts';
import { soakTest } from '../support/soak-test.ts';
import { way } from '../support/ways.ts';
import { connection, control, ivy, jon, topic, usable } from './controls-site.ts';
import { type FormDesk, type FormValues, firstValues, startFormDesk } from './form-desk.ts';

const LIMIT = { timeout: 20_000 };
/** Without a stream, what others see comes with the next poll. */
const SOON = way.isPolling ? LIMIT : { timeout: 1000, interval: 20 };
/** Nothing moves under the hands of who types; 1.75 s after the last key it does (spec 9), and within a second more. */
const SETTLED = way.isPolling ? LIMIT : { timeout: 2750, interval: 20 };
/** How long a control that only has the focus counts as in use (spec 9). */
const AT_REST = 1900;

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
  desk.answer = () => ({ status: 'updated' });
  await desk.publish();
  await usable(page, 'Note');
  for (const name of ['Note', 'Due'] as const) await expect.poll(() => shown(name), LIMIT).toBe(firstValues[name]);
});

type Name = keyof FormValues;

const shown = (name: Name, on = page) => control(on, name).evaluate(valueIn);
const hasFocus = (name: Name) => control(page, name).evaluate((element) => element.matches(':focus'));

function valueIn(element: Element): string {
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return String(element.checked);
  return 'value' in element ? String(element.value) : '';
}

/** Enters a value as a user does, and stays in the control. */
async function enter(name: Name, value: string): Promise<Locator> {
  const found = control(page, name);
  await found.focus();
  if (name === 'Approve') await found.setChecked(value === 'true');
  else if (name === 'Region') await found.selectOption(value);
  else await found.fill(value);
  return found;
}

/** Resolves once nothing was typed for as long as an entry goes on (spec 4, midEntry). */
const rest = () => page.waitForTimeout(AT_REST);

const entries: readonly (readonly [name: Name, own: string, theirs: string])[] = [
  ['Note', 'mine', 'theirs'],
  ['Region', 'South', 'East'],
  ['Approve', 'true', 'false'],
  ['Due', '2026-12-01', '2026-12-24'],
  ['Start', '2026-12-01T09:00', '2026-12-24T18:00'],
  ['Cut', '16:30', '12:00'],
];

test.each(oneOf(3, entries))(
  '%s follows its publisher once its entry is settled, and keeps the focus',
  async (name, own, theirs) => {
    desk.answer = async ({ value }) => {
      await desk.publish({ [name]: value });
      return { status: 'updated' };
    };
    const from = desk.updates.length;
    const element = await (await enter(name, own)).elementHandle();
    await expect.poll(() => desk.updates.slice(from), LIMIT).toContain(`${name}=${own}`);
    await connection(page, 'connected');
    await rest();
    expect([await shown(name), await hasFocus(name)]).toEqual([own, true]);
    await desk.publish({ [name]: theirs });
    await expect.poll(() => shown(name), SOON).toBe(theirs);
    await desk.publish({ [name]: own });
    await expect.poll(() => shown(name), SOON).toBe(own);
    expect([await hasFocus(name), await element?.evaluate((one) => one.isConnected)]).toEqual([true, true]);
  },
);

test('what the publisher made of an entry shows once nothing more is typed, with the caret where it was', async () => {
  desk.answer = async ({ value }) => {
    await desk.publish({ Note: value?.toUpperCase() ?? null });
    return { status: 'updated' };
  };
  const other = await desk.site.open(jon, {}, `/${topic}`);
  await usable(other, 'Note');
  await enter('Note', 'words');
  await expect.poll(() => shown('Note', other), LIMIT).toBe('WORDS');
  await expect.poll(() => shown('Note'), SETTLED).toBe('WORDS');
  await page.keyboard.type(' and more');
  await expect.poll(() => shown('Note', other), LIMIT).toBe('WORDS AND MORE');
  await expect.poll(() => shown('Note'), SETTLED).toBe('WORDS AND MORE');
  expect(await hasFocus('Note')).toBe(true);
  await other.context().close();
});

soakTest('an entry that was taken and never published gives way to what everybody else sees', async () => {
  for (const [name, own] of entries) {
    await enter(name, own);
    await expect.poll(() => desk.updates.at(-1), LIMIT).toBe(`${name}=${own}`);
    await expect.poll(() => shown(name), { timeout: 3000, interval: 20 }).toBe(firstValues[name]);
  }
});

test('what is being typed anew is never taken away, whatever is published meanwhile', async () => {
  const note = control(page, 'Note');
  await note.fill('');
  await note.focus();
  const typed = 'a sentence that takes a while to type, with news coming in all the time';
  for (const [n, letter] of [...typed].entries()) {
    const news = desk.publish({ Note: `news ${n}`, Cut: `1${n % 10}:00` });
    await Promise.all([news, note.pressSequentially(letter, { delay: 40 })]);
  }
  expect(await note.inputValue()).toBe(typed);
  await expect.poll(() => desk.updates.at(-1), LIMIT).toBe(`Note=${typed}`);
});

soakTest('a date of which a part is missing waits for it, whatever is published meanwhile', async () => {
  await control(page, 'Due').focus();
  await page.keyboard.press('Delete');
  await rest();
  await desk.publish({ Due: '2026-12-24', Cut: '12:00' });
  await expect.poll(() => shown('Cut'), SOON).toBe('12:00');
  await rest();
  expect([await shown('Due'), await hasFocus('Due')]).toEqual(['', true]);
  await page.keyboard.type('12312026');
  await expect.poll(() => desk.updates.at(-1), LIMIT).toBe('Due=2026-12-31');
});

/** The first part of the date has the focus, as for who comes with Tab. */
async function dueAnew(): Promise<void> {
  await control(page, 'Due').evaluate((element) => element.blur());
  await control(page, 'Due').focus();
}

soakTest('a day that its month does not have is not sent as the day that its first digit makes', async () => {
  const from = desk.updates.length;
  await dueAnew();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('31');
  await rest();
  expect([desk.updates.slice(from), await shown('Due'), await hasFocus('Due')]).toEqual([[], '', true]);
  await dueAnew();
  await expect.poll(() => shown('Due'), LIMIT).toBe('2026-11-20');
  expect(await control(page, 'Due').getAttribute('data-state')).toBe('failed');
  await page.keyboard.type('12312026');
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Due=2026-12-31']);
});

soakTest('a year is not sent before its user had the time to type it', async () => {
  const from = desk.updates.length;
  await dueAnew();
  await page.keyboard.type('123120', { delay: 20 });
  await page.waitForTimeout(800);
  await page.keyboard.type('27', { delay: 20 });
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Due=2027-12-31']);
});

soakTest('what is begun anew is not taken away by the end of what was sent before', async () => {
  const from = desk.updates.length;
  await dueAnew();
  await page.keyboard.type('12');
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Due=2026-12-20']);
  await page.keyboard.press('Delete');
  await rest();
  expect([await shown('Due'), await hasFocus('Due')]).toEqual(['', true]);
  await page.keyboard.type('24');
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Due=2026-12-20', 'Due=2026-12-24']);
});

test('a control in use follows over rows that come and go, and a text keeps its caret', async () => {
  const note = control(page, 'Note');
  await note.focus();
  await note.evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(2, 2));
  await rest();
  for (const [rows, text] of [
    [3, 'third'],
    [0, 'fourth'],
  ] as const) {
    await desk.publish({ Note: text }, rows);
    await expect.poll(() => shown('Note'), SOON).toBe(text);
    expect(await hasFocus('Note')).toBe(true);
    expect(await note.evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(2);
  }
});
