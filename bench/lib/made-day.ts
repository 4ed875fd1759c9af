import type { Op } from '@sheetwire/contract/live';
import type { Stores } from '@sheetwire/server/ports/stores';
import { cleanerVersion } from '@sheetwire/server/report/clean/clean-page';
import { timeDigits } from '@sheetwire/server/report/publish-times';
import { TOPIC } from '../servers/product.ts';
import { sender, topicOf } from './engine.ts';

export const SECOND = 1000;
const ROWS = 2500;
const COLUMNS = 20;
const CHANGED = 10;
/** A row comes so often, in versions; as often one goes. */
const ROW_EVERY = 120;
const AT_ONCE = 64;
export const topic = topicOf(TOPIC);
const cellsOfDay: number = ROWS * COLUMNS;
const facts = { topic, sender };

/** Versions of a page, one a second. */
export interface Day {
  /** Epoch ms of its first version. */
  readonly begun: number;
  readonly versions: number;
  readonly clock: { at: number };
}

/** What a figure of such a day is of. */
export function noteOf({ versions }: Day): string {
  return `${versions.toLocaleString('en-US')} versions of ${cellsOfDay.toLocaleString('en-US')} cells`;
}

/** Writes them, ten changed cells each. */
export async function fillDay(stores: Stores, { begun, versions, clock }: Day): Promise<void> {
  const html = `<table><tbody>${Array.from({ length: ROWS }, (_, row) => rowOf(row)).join('')}</tbody></table>`;
  const pages = [{ name: 'Positions', user: null, html, styles: [] }];
  const time = timeDigits(begun);
  const report = { ...facts, time, version: 1, pages, metadata: {}, holdControls: false, cleaner: cleanerVersion };
  await stores.reports.append({ ...facts, time, base: 0, version: 1, change: { kind: 'whole', report } });
  for (let version = 2; version <= versions; version += AT_ONCE) {
    const wave = Array.from({ length: Math.min(AT_ONCE, versions - version + 1) }, (_, n) => version + n);
    clock.at = begun + version * SECOND;
    await Promise.all(
      wave.map((own) => {
        const change = { kind: 'delta', ops: opsOf(own) } as const;
        return stores.reports.append({ ...facts, time: timeOf(begun, own), base: own - 1, version: own, change });
      }),
    );
  }
}

/** 17 digits. */
export function timeOf(begun: number, version: number): string {
  return timeDigits(begun + version * SECOND);
}

export function rowOf(row: number): string {
  const cells = Array.from({ length: COLUMNS }, (_, column) => `<td data-cell="${nameOf(row, column)}">${row}.5</td>`);
  return `<tr>${cells.join('')}</tr>`;
}

export function nameOf(row: number, column: number): string {
  return `${String.fromCharCode(65 + column)}${row + 1}`;
}

/** Ten cells spread over the page; now and then a row comes near its end, or goes. */
function opsOf(version: number): Op[] {
  const cells = ROWS * COLUMNS;
  const changed = Array.from({ length: CHANGED }, (_, n): Op => {
    const cell = (Math.imul(version * CHANGED + n, 2_654_435_761) >>> 0) % cells;
    return [0, 'c', cell, (version * 1.25 + n).toFixed(2)];
  });
  if (version % ROW_EVERY !== 0) return changed;
  const isGoing = (version / ROW_EVERY) % 2 === 0;
  const row: Op = isGoing ? [0, 'r', ROWS - 50, 1, ''] : [0, 'r', ROWS - 50, 0, rowOf(ROWS + version)];
  return [...changed, row];
}
