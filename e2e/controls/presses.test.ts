import { limits } from '@sheetwire/contract/limits';
import { publishReport } from '@sheetwire/contract/publish';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boss } from '../admin/admin-site.ts';
import { type ControlsSite, control, ivy, startControlsSite, topic, usable, vera } from './controls-site.ts';

let site: ControlsSite;
let publish: (html: string) => Promise<unknown>;
let page: Page;
let beside: Page;
let presses: number;

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const go = row('<button data-control="Go" type="button">Go</button>');
const before = `<table>${row('First')}${go}</table>`;
const withRow = `<table>${row('First')}${row('New')}${go}</table>`;
const otherPage = `<p>New</p>${before}`;

beforeAll(async () => {
  site = await startControlsSite();
  const { call } = await site.portal.publisher(boss);
  publish = (html) => call(publishReport, { topic, pages: [{ name: 'Limits', html }], holdControls: true });
  await publish(before);
  page = await site.open(ivy, {}, `/${topic}`);
  beside = await site.open(vera, {}, `/${topic}`);
  countPresses(page);
});
afterAll(async () => {
  await site?.stop();
  expect(site.faults).toEqual([]);
});

function countPresses(of: Page): void {
  of.on('request', (request) => {
    if (request.url().endsWith('/oncontrolaction/')) presses++;
  });
}

/** Publishes, and resolves once another viewer sees it. */
async function published(html: string): Promise<void> {
  await publish(html);
  const isNew = html.includes('New');
  await shown(beside, 'New').waitFor({ state: isNew ? 'visible' : 'detached' });
}

const shown = (where: Page, text: string) => where.getByTestId('report').getByText(text, { exact: true });

async function overGo(on = page): Promise<void> {
  await published(before);
  await shown(on, 'New').waitFor({ state: 'detached' });
  await (await usable(on, 'Go')).hover();
  presses = 0;
}

type Pressing = Record<'down' | 'up', () => Promise<void>>;

/** Presses while this is published; a press that a busy machine made longer than any is held is made again. */
async function pressed(html: string, { down, up }: Pressing, on = page): Promise<void> {
  for (let tries = 0, took = Number.POSITIVE_INFINITY; took > limits.pressHold; tries++) {
    expect(tries).toBeLessThan(10);
    await overGo(on);
    const from = performance.now();
    await down();
    await published(html);
    await up();
    took = performance.now() - from;
    await shown(on, 'New').waitFor();
  }
}

test.each([
  ['a row that comes above', withRow],
  ['another form of the page', otherPage],
])('a press is not lost to %s', async (_, html) => {
  await pressed(html, { down: () => page.mouse.down(), up: () => page.mouse.up() });
  await expect.poll(() => presses).toBe(1);
  await control(page, 'Go').focus();
  await pressed(html, { down: () => page.keyboard.down('Space'), up: () => page.keyboard.up('Space') });
  await expect.poll(() => presses).toBe(1);
});

test('a press is not lost to a row that comes above before the script for controls has come', async () => {
  await publish(before);
  const early = await site.profile(ivy, {});
  countPresses(early);
  const come = Promise.withResolvers<void>();
  await early.route('**/open-controls-*.js', async (route) => {
    await come.promise;
    await route.continue();
  });
  await early.goto(`${site.url}/${topic}`);
  await pressed(withRow, { down: () => early.mouse.down(), up: () => early.mouse.up() }, early);
  expect(presses).toBe(0);
  come.resolve();
  await expect.poll(() => presses).toBe(1);
  await early.context().close();
});

test('a press that does not end holds no version up, and is none where its button went', async () => {
  await overGo();
  await page.mouse.down();
  await publish(withRow);
  await shown(page, 'New').waitFor();
  await page.mouse.up();
  await control(page, 'Go').click();
  await expect.poll(() => presses).toBe(1);
});
