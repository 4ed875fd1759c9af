import { setTimeout as wait } from 'node:timers/promises';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSoak } from '../support/soak.ts';
import { upToDate } from '../support/up-to-date.ts';
import { way } from '../support/ways.ts';
import { type Desk, startDesk } from './desk.ts';

const second = 1000;
/** How long each of the two halves lasts: the reader in the report, then in an open picker. */
const half = (isSoak ? 150 : 8) * second;
const period = 100;
const rows = 1000;
const columns = 20;
const topic = 'DEMO/DESK/BUSY';
const page0 = 'Prices';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const nameOf = (row: number, column: number) => `${String.fromCharCode(65 + column)}${row + 1}`;
/** A version leaves its number in a cell of its own, so that one that was lost would be missed there. */
const ownCell = (version: number) => nameOf(1 + (version % (rows - 1)), 1 + (Math.floor(version / (rows - 1)) % 9));

/** The row that the reader is in, and every so many versions all of them whole, with numbers that changed their ink. */
const readRow = 400;
const wholeEvery = 25;

/** Publishes ten versions a second, each the newest number, its own cell and eight prices. */
class BusyPublisher {
  #version = 0;
  readonly #texts = new Map<string, string>();
  readonly #red = new Set<string>();
  /** Numbers of the versions so far. */
  published = 0;

  async start(): Promise<void> {
    await this.#publishWhole();
  }

  async runFor(ms: number): Promise<void> {
    const { call } = await desk.portal.publisher('DEMO/desk.publisher');
    const from = performance.now();
    for (let n = 1; n * period <= ms; n++) {
      await wait(Math.max(0, from + n * period - performance.now()));
      const number = ++this.published;
      const prices = Array.from({ length: 8 }, (_, n) => nameOf((number * 37 + n * 101) % rows, 10 + n));
      const texts = new Map(prices.map((cell) => [cell, (number * 1.01).toFixed(2)]));
      texts.set(ownCell(number), `v${number}`).set('A1', `n${number}`);
      for (const [cell, text] of texts) this.#texts.set(cell, text);
      if (number % wholeEvery === 0) {
        for (const row of [readRow, number % rows, (number * 7) % rows]) this.#turn(nameOf(row, 18));
        await this.#publishWhole();
        continue;
      }
      const cells = [...texts].map(([cell, html]) => ({ page: page0, cell, html }));
      this.#version = (await call(publishCells, { topic, baseVersion: this.#version, cells })).version;
    }
  }

  /** The number goes below zero, or comes back. */
  #turn(cell: string): void {
    const isRed = this.#red.delete(cell);
    if (!isRed) this.#red.add(cell);
    this.#texts.set(cell, isRed ? '1' : '-1');
  }

  async #publishWhole(): Promise<void> {
    const { call } = await desk.portal.publisher('DEMO/desk.publisher');
    const cell = (row: number, column: number) => {
      const name = nameOf(row, column);
      const ink = this.#red.has(name) ? ' data-ink="red"' : '';
      return `<td data-cell="${name}" data-num=""${ink}>${this.#texts.get(name) ?? `${row}.${column}`}</td>`;
    };
    const row = (n: number) => `<tr>${Array.from({ length: columns }, (_, c) => cell(n, c)).join('')}</tr>`;
    const html = `<table data-freeze="1,1">${Array.from({ length: rows }, (_, n) => row(n)).join('')}</table>`;
    this.#version = (await call(publishReport, { topic, pages: [{ name: page0, html }] })).version;
  }
}

/** Seconds that the main thread of the page was busy so far. */
async function busyTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** What the page holds once garbage is gone: MiB of its heap, and nodes. */
async function heldBy(devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes } = await devtools.send('Memory.getDOMCounters');
  return { heap: usedSize / 2 ** 20, nodes };
}

/** Where the reader is: what is scrolled, focused and selected. */
function readerIn(page: Page) {
  return page.evaluate(() => {
    const box = document.querySelector('#report');
    const range = document
      .getSelection()
      ?.getComposedRanges({ shadowRoots: box?.shadowRoot ? [box.shadowRoot] : [] })[0];
    return {
      scrolled: [box?.scrollTop, box?.scrollLeft],
      focused: document.activeElement?.id,
      selected: [range?.startContainer.textContent, range?.startOffset, range?.endOffset],
    };
  });
}

/** Goes to a cell in the middle of the report and selects a part of its text. */
async function readInTheMiddle(page: Page): Promise<void> {
  const report = page.getByTestId('report');
  await report.evaluate((box) => box.scrollTo(300, 9000));
  const cell = report.locator(`[data-cell="${nameOf(readRow, 9)}"]`);
  await cell.waitFor();
  await report.focus();
  await cell.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (text) document.getSelection()?.setBaseAndExtent(text, 1, text, 4);
  });
}

/** The numbers of versions whose own cell does not hold them. */
async function lostVersions(page: Page, published: number): Promise<number[]> {
  await page.getByRole('button', { name: /whole table/i }).press('Enter');
  await page
    .getByTestId('report')
    .locator(`[data-cell="${nameOf(rows - 1, 0)}"]`)
    .waitFor({ state: 'attached' });
  const held = await page.evaluate(() => {
    const cells = document.querySelector('#report')?.shadowRoot?.querySelectorAll('[data-cell]') ?? [];
    return Object.fromEntries([...cells].map((cell) => [cell.getAttribute('data-cell') ?? '', cell.textContent]));
  });
  const numbers = Array.from({ length: published }, (_, n) => n + 1);
  return numbers.filter((number) => held[ownCell(number)] !== `v${number}`);
}

/** Of the main thread's time. An old browser lays out the rows that are out of sight too: it keeps up, no more is said. */
const mostBusy = way.isOldBrowser ? 1 : 0.2;

test('ten versions a second on 20,000 cells: none is lost, memory stays, and nobody who reads or chooses is disturbed', {
  timeout: 4 * half + 120 * second,
}, async () => {
  const publisher = new BusyPublisher();
  await publisher.start();
  const visit = await desk.open();
  const { page } = visit;
  // A busy machine takes its time over 20,000 cells; what is measured begins after them.
  page.setDefaultTimeout(60 * second);
  await visit.signIn();
  await page.goto(`${desk.url}/${topic}?settings=true`);
  await page.getByText(upToDate).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await publisher.runFor(2 * second);

  await readInTheMiddle(page);
  const reader = await readerIn(page);
  expect(reader).toMatchObject({ focused: 'report', selected: [expect.anything(), 1, 4] });
  const before = await heldBy(devtools);
  const busyBefore = await busyTime(devtools);
  const from = performance.now();
  await publisher.runFor(half);
  expect(await readerIn(page)).toEqual(reader);

  const picker = page.getByRole('combobox', { name: 'Report' });
  await picker.fill('bus');
  const option = page.getByRole('listbox', { name: 'Report' }).getByRole('option', { name: 'BUSY' });
  await option.waitFor();
  const list = await option.elementHandle();
  await publisher.runFor(half);
  expect(await list?.isVisible()).toBe(true);
  expect(await picker.inputValue()).toBe('bus');
  expect(await picker.evaluate((input) => input === document.activeElement)).toBe(true);
  expect((await readerIn(page)).scrolled).toEqual(reader.scrolled);
  await page.keyboard.press('Escape');

  await page.getByTestId('report').getByText(`n${publisher.published}`, { exact: true }).waitFor();
  const busy = (((await busyTime(devtools)) - busyBefore) / (performance.now() - from)) * second;
  const after = await heldBy(devtools);
  console.log(
    `${publisher.published} versions: main thread ${(100 * busy).toFixed(1)} %, heap ${before.heap.toFixed(1)} to ${after.heap.toFixed(1)} MiB, nodes ${before.nodes} to ${after.nodes}`,
  );
  expect(busy).toBeLessThan(mostBusy);
  expect(after.heap - before.heap).toBeLessThan(8);
  expect(after.nodes).toBeLessThan(before.nodes * 1.1 + 1000);
  expect(await lostVersions(page, publisher.published)).toEqual([]);
  await page.getByText(upToDate).waitFor();
  await visit.close();
  expect(visit.faults).toEqual([]);
});
