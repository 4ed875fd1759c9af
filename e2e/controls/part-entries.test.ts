import { publishReport } from '@sheetwire/contract/publish';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { boss } from '../admin/admin-site.ts';
import { oneOf } from '../support/soak.ts';
import { soakTest } from '../support/soak-test.ts';
import { connection, control, ivy, topic, usable } from './controls-site.ts';
import { type FormDesk, startFormDesk } from './form-desk.ts';

const LIMIT = { timeout: 20_000 };
/** Longer than an entry goes on after its last key (spec 9). */
const AT_REST = 1900;
const unfinished = 'Not sent: this is not a valid date or time.';

let desk: FormDesk;
let page: Page;
let publish: (given?: Partial<Shown>) => Promise<unknown>;

interface Shown {
  readonly region: string;
  readonly due: string;
  /** Rows above the controls. */
  readonly above: number;
}

beforeAll(async () => {
  desk = await startFormDesk();
  const { call } = await desk.site.portal.publisher(boss);
  publish = ({ region = 'North', due = '2026-11-20', above = 0 } = {}) => {
    const html = `<table><tbody>${rows({ region, due, above }).join('')}</tbody></table>`;
    return call(publishReport, { topic, pages: [{ name: 'Form', html }] });
  };
  await publish();
  page = await desk.site.open(ivy, {}, `/${topic}`);
});
afterAll(async () => {
  await desk?.stop();
  expect(desk.site.faults).toEqual([]);
});
beforeEach(async () => {
  desk.answer = () => ({ status: 'updated' });
  await publish();
  await page.reload();
  await usable(page, 'Due');
});

function rows({ region, due, above }: Shown): string[] {
  const options = ['North', 'South', 'Sorrow', 'East'].map(
    (one) => `<option${one === region ? ' selected' : ''}>${one}</option>`,
  );
  const cells = [
    ...Array.from({ length: above }, (_, n) => `Row ${n}`),
    `<input type="date" data-control="Due" value="${due}">`,
    '<input type="datetime-local" data-control="Start" value="2026-11-20T10:30">',
    `<select data-control="Region">${options.join('')}</select>`,
    '<textarea data-control="Amount" data-submit-tag="one"></textarea>',
    '<input type="date" data-control="Pay" data-submit-tag="one">',
    '<button data-submit="one">Submit</button> <button data-cancel="one">Cancel</button>',
    '<button data-control="Run">Run</button>',
    '<textarea data-control="Free"></textarea>',
  ];
  return cells.map((cell, n) => `<tr><td data-cell="A${n + 1}">Label</td><td data-cell="B${n + 1}">${cell}</td></tr>`);
}

const value = (name: string) => control(page, name).inputValue();
const isHalf = (name: string) => control(page, name).evaluate((it: HTMLInputElement) => it.validity.badInput);
const noted = () => page.getByTestId('report').locator('.control-note:not([hidden])').allInnerTexts();
const button = (name: string) => page.getByTestId('report').getByRole('button', { name, exact: true });
const rest = () => page.waitForTimeout(AT_REST);

/** Types into the first part of a date and on. */
async function type(name: string, ...keys: string[]): Promise<void> {
  await control(page, name).focus();
  for (const key of keys)
    await (key.length > 1 && /^[A-Z]/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key));
}

soakTest('Tab from one part of a date to the next sends nothing on the way', async () => {
  const from = desk.updates.length;
  await type('Due', '1', 'Tab', '3', 'Tab', '2027', 'Enter');
  await type('Start', '1', 'Tab', '3', 'Tab', '2027', 'Tab', '9', '45', 'Enter');
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Due=2027-01-03', 'Start=2027-01-03T09:45']);
});

test('a date whose parts come one by one is sent as a whole', async () => {
  const from = desk.updates.length;
  await type('Start', '12');
  await page.waitForTimeout(700);
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Start=2026-12-24T10:30']);
});

test.each(oneOf(3, ['20', '202', '20279']))('%s is no year: nothing is sent, and it is told', async (year) => {
  const from = desk.updates.length;
  await type('Due', `1231${year}`);
  await rest();
  expect(desk.updates.slice(from)).toEqual([]);
  await connection(page, 'connected-unsaved');
  await control(page, 'Region').focus();
  await expect.poll(noted, LIMIT).toEqual([expect.stringContaining(unfinished)]);
  expect([await value('Due'), desk.updates.slice(from)]).toEqual(['2026-11-20', []]);
});

soakTest('keys that pass options of a list send the one on which they rest', async () => {
  const from = desk.updates.length;
  await control(page, 'Region').focus();
  await page.keyboard.type('sorrow', { delay: 150 });
  expect(await value('Region')).toBe('Sorrow');
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Region=Sorrow']);
  for (let n = 0; n < 2; n++) {
    await page.keyboard.press('ArrowUp');
    await page.waitForTimeout(600);
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Region=Sorrow', 'Region=North']);
});

test('a Submit does not go without a date that its user half filled in, and says so', async () => {
  const from = desk.updates.length;
  await type('Amount', '1750');
  await type('Pay', '12');
  await button('Submit').click();
  await page.getByRole('alertdialog').getByText('Not sent: "Pay" is not a valid date or time.').waitFor();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.poll(noted, LIMIT).toContainEqual(expect.stringContaining(unfinished));
  expect([desk.updates.slice(from), await value('Amount')]).toEqual([[], '1750']);
  await type('Pay', '12312026');
  await button('Submit').click();
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Amount=1750', 'Pay=2026-12-31']);
});

soakTest('a press does not go behind the back of a date that was half filled in', async () => {
  const from = desk.updates.length;
  await type('Due', 'Delete');
  await button('Run').click();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByTestId('report').getByRole('button', { name: 'Dismiss' }).click();
  await button('Run').click();
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Run=clicked']);
});

soakTest('the browser asks before a page with a date begun is left', async () => {
  await type('Pay', '12');
  await connection(page, 'connected-unsaved');
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => undefined);
  await (await asked).dismiss();
  expect(await isHalf('Pay')).toBe(true);
  await control(page, 'Pay').fill('2026-12-31');
  await button('Cancel').click();
  await connection(page, 'connected');
});

test('a date begun is there again after an alert and over updates; keys for one that went with its rows enter nothing', async () => {
  const from = desk.updates.length;
  const answer = Promise.withResolvers<{ status: 'rejected' }>();
  desk.answer = () => answer.promise;
  await control(page, 'Region').selectOption('East');
  await type('Due', '12', 'Delete');
  answer.resolve({ status: 'rejected' });
  await page.getByRole('button', { name: 'OK' }).click();
  desk.answer = () => ({ status: 'updated' });
  await publish({ region: 'South', due: '2026-12-01' });
  await expect.poll(() => value('Region'), LIMIT).toBe('South');
  expect(await isHalf('Due')).toBe(true);
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Region=East', 'Due=2026-12-24']);
  await publish();
  await expect.poll(() => value('Due'), LIMIT).toBe('2026-11-20');
  await page.keyboard.press('Delete');
  await publish({ above: 3 });
  await expect.poll(noted, LIMIT).toContainEqual(expect.stringContaining(unfinished));
  await page.keyboard.type('24');
  await rest();
  expect([desk.updates.slice(from + 2), await value('Due')]).toEqual([[], '2026-11-20']);
});

soakTest('characters that are being put together are neither sent nor taken away by what was sent before', async () => {
  const from = desk.updates.length;
  await control(page, 'Free').focus();
  const line = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    line.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const answer = Promise.withResolvers<{ status: 'updated' }>();
  desk.answer = () => answer.promise;
  await page.keyboard.type('a');
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Free=a']);
  await compose('ni');
  answer.resolve({ status: 'updated' });
  await rest();
  expect([desk.updates.slice(from), await value('Free')]).toEqual([['Free=a'], 'ani']);
  await page.keyboard.insertText('日');
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Free=a', 'Free=a日']);
  await expect.poll(() => value('Free'), LIMIT).toBe('');
});

soakTest('a date that is emptied part by part is sent as none, one whose digits are taken back is not', async () => {
  const from = desk.updates.length;
  await control(page, 'Due').focus();
  for (const key of ['Delete', 'Tab', 'Delete', 'Tab', 'Delete']) await page.keyboard.press(key);
  await button('Run').click();
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Due=null', 'Run=clicked']);
  await connection(page, 'connected');
  await type('Pay', '12');
  expect(await isHalf('Pay')).toBe(true);
  await expect.poll(() => button('Cancel').isEnabled(), LIMIT).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Backspace');
  await button('Run').click();
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Due=null', 'Run=clicked', 'Run=clicked']);
  await connection(page, 'connected');
});

soakTest('a date of the year one that its publisher wrote is a date like any other', async () => {
  const from = desk.updates.length;
  await publish({ due: '0001-01-01' });
  await expect.poll(() => value('Due'), LIMIT).toBe('0001-01-01');
  await page.reload();
  await usable(page, 'Due');
  for (let n = 0; n < 4; n++) await page.keyboard.press('Tab');
  await button('Run').click();
  await expect.poll(() => desk.updates.slice(from), LIMIT).toEqual(['Run=clicked']);
  expect((await noted()).filter((words) => words !== 'Done')).toEqual([]);
});
