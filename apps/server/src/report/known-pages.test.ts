import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import type { PublishedPage } from '@sheetwire/contract/publish';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Cleaner } from './cleaner.ts';
import { holdValue } from './held/holding.ts';
import { ann, daily, type EngineRig, engineRig, pagesOf, wholeOf } from './testing/engine-rig.ts';

let rig: EngineRig;
/** Lengths of the pages that a thread was asked about. */
let asked: number[];
beforeEach(async () => {
  asked = [];
  const cleanerOf = (cleaner: Cleaner): Cleaner => ({
    ...cleaner,
    knowPage: (html, owner) => {
      asked.push(html.length);
      return cleaner.knowPage(html, owner);
    },
  });
  rig = await engineRig({ cleanerOf });
});
afterEach(() => rig.close());

const row = (name: string) => `<tr><td data-cell="${name}">1</td></tr>`;
const tableOf = (rows: number) =>
  `<table><tbody>${Array.from({ length: rows }, (_, n) => row(`A${n}`)).join('')}</tbody></table>`;
const LONG = Math.ceil(limits.clean.inline / row('A0').length) + 100;
const note = '<textarea data-control="Note">n</textarea>';

async function publish(html: string): Promise<void> {
  const pages: PublishedPage[] = [{ name: 'P', html, styles: [] }];
  const whole = wholeOf(pages);
  const body = Buffer.from(JSON.stringify({ topic: daily, pages, holdControls: true }));
  await rig.engine.publish(daily, { ...whole, body, parse: () => ({ ...whole.parse(), holdControls: true }) });
}

/** Another node's version in which so many rows give way to others, one by one. */
async function rowsMove(times: number): Promise<void> {
  const base = rig.engine.head(daily)?.version ?? 0;
  const ops = Array.from({ length: times }, (_, n): Op => [0, 'r', n, 1, row(`B${n}`)]);
  const time = `2026${String(base).padStart(13, '0')}`;
  const change = { kind: 'delta', ops } as const;
  await rig.stores.reports.append({ topic: daily, base, version: base + 1, time, sender: ann, change });
  await rig.engine.refresh(daily);
}

const patch = (cell: string, html: string) => {
  const baseVersion = rig.engine.head(daily)?.version ?? 0;
  return rig.engine.patch(daily, { sender: ann, baseVersion, cells: [{ page: ' p', cell, html }] });
};

test('names of the cells of a long page are read anew on a thread, and only when a cell is named', async () => {
  await publish(tableOf(LONG));
  await patch('A7', 'x');
  await rowsMove(201);
  expect(asked).toEqual([]);
  await patch('A300', 'y');
  expect(asked).toHaveLength(1);
  await patch('B7', 'z');
  expect(asked).toHaveLength(1);
  const [page = ''] = await pagesOf(rig);
  expect(page).toContain('<td data-cell="A300">y</td>');
  expect(page).toContain('<td data-cell="B7">z</td>');
  await expect(patch('A7', 'gone')).rejects.toMatchObject({ code: 'unknown_cell' });
});

test('a long page is cut on a thread when a value is held outside of its cells, a short one in place', async () => {
  const wanted = { owner: '', key: 'NOTE', value: 'held', user: ann, at: Date.now() } as const;
  const hold = () => rig.engine.hold(daily, (state, cap) => holdValue(state, wanted, cap));
  await publish(note + tableOf(10));
  await hold();
  expect(asked).toEqual([]);
  await publish(note + tableOf(LONG));
  const [afterPublish] = asked.splice(0);
  expect(afterPublish).toBeGreaterThan(limits.clean.inline);
  await rig.engine.hold(daily, (state, cap) => holdValue(state, { ...wanted, value: 'other' }, cap));
  expect(asked).toHaveLength(1);
  await patch('A7', 'x');
  const [page = ''] = await pagesOf(rig);
  expect(page).toContain('other</textarea>');
  expect(page).toContain('<td data-cell="A7">x</td>');
});
