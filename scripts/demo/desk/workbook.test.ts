import assert from 'node:assert/strict';
import type { Workbook } from '@sheetwire/sheet/model';
import { readWorkbook, renderPages } from '@sheetwire/sheet/publish-pages';
import { test } from 'vitest';
import { calculateWithOffice } from '../../../apps/cli/src/publish/libreoffice.ts';
import { pageChanges } from '../../../apps/cli/src/publish/page-changes.ts';
import { writeXlsx } from '../xlsx/write-xlsx.ts';
import { businessDayOf, dateOf, isoDay, lastBefore } from './business-days.ts';
import { closingBook, DeskFeed } from './desk-feed.ts';
import { Market } from './market.ts';
import { deskWorkbook } from './workbook.ts';

const start = new Date('2026-11-20T09:00:00Z');
const day = businessDayOf(start);

function later(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

test('business days leave weekends out and go back to dates', () => {
  for (let n = day - 400; n < day; n++) {
    assert.equal(businessDayOf(dateOf(n)), n);
    assert.ok(![0, 6].includes(dateOf(n).getUTCDay()));
  }
  assert.equal(businessDayOf(new Date('2026-11-21T12:00:00Z')), day);
  assert.equal(isoDay(lastBefore(day, 'month')), '2026-10-30');
  assert.equal(isoDay(lastBefore(day, 'year')), '2025-12-31');
});

test('the desk is the same for the same seed and time, and another for another seed', () => {
  const books = ['a', 'a', 'b'].map((seed) => {
    const feed = new DeskFeed(start, seed);
    feed.next(later(1));
    return Buffer.from(feed.next(later(2)).bytes);
  });
  assert.deepEqual(books[0], books[1]);
  assert.notDeepEqual(books[0], books[2]);
});

test('four tabs and a METADATA page hold more than 2,000 visible cells', async () => {
  const { pages, warnings } = renderPages(await readWorkbook(closingBook(day, start).bytes));
  assert.deepEqual(
    pages.map(({ name }) => name),
    ['Positions', 'Prices', 'Limits', 'Summary', 'METADATA'],
  );
  const filled = pages.slice(0, 4).flatMap(({ html }) => html.match(/<t[dh][^>]*data-cell[^>]*>[^<]/g) ?? []);
  assert.ok(filled.length >= 2000, `only ${filled.length}`);
  assert.match(pages[3]?.html ?? '', /aria-label="Line chart: Result of the desk by day\./);
  assert.deepEqual(warnings, []);
});

test('each tick changes some cells, and mostly cells alone', async () => {
  const feed = new DeskFeed(start);
  let before = renderPages(await readWorkbook(feed.next(start).bytes)).pages;
  let asCells = 0;
  for (let tick = 1; tick <= 40; tick++) {
    const after = renderPages(await readWorkbook(feed.next(later(tick)).bytes)).pages;
    const changes = pageChanges(before, after);
    assert.notEqual(changes.kind, 'same');
    if (changes.kind === 'cells') asCells++;
    before = after;
  }
  assert.ok(asCells > 0);
});

const isSoak = process.env.SHEETWIRE_SOAK === 'yes';

test.runIf(isSoak)('LibreOffice computes the results that the cells carry', { timeout: 150_000 }, async (context) => {
  const market = new Market(day, 'a', 0);
  for (let tick = 0; tick < 300; tick++) market.tick(tick);
  const book = deskWorkbook(market, start);
  const bare = writeXlsx(book, { hasResults: false });
  const converted = await calculateWithOffice(bare, { file: 'bare.xlsx', env: process.env, signal: context.signal });
  if (converted === undefined) {
    process.stdout.write('LibreOffice is not here: the formulas of the demo were not computed by it\n');
    return;
  }
  const ours = valuesOf(await readWorkbook(writeXlsx(book)));
  const theirs = valuesOf(await readWorkbook(converted));
  for (const [place, value] of ours)
    assert.ok(isNear(value, theirs.get(place)), `${place}: ${String(value)}, ${String(theirs.get(place))}`);
});

function valuesOf({ sheets }: Workbook): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { name, rows } of sheets) {
    for (const { number, cells } of rows) {
      for (const { column, value } of cells) if (value !== undefined) values.set(`${name} ${column}:${number}`, value);
    }
  }
  return values;
}

function isNear(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one));
}
