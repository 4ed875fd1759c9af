import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Access } from '../../access.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import { newThreads } from '../../sqlite/writer-threads.ts';
import { newTopic, whole } from '../../suite/builders.ts';
import { MovedClock } from '../../suite/moved-clock.ts';
import { reportOf } from '../../suite/report-history.ts';
import { contentsOf } from '../cells/cell-hits.ts';
import { SegmentsRead } from '../cells/segments-read.ts';
import { LastFrames, readFrame } from '../read-frame.ts';
import { SqlReportLog } from '../report-log.ts';
import { cellValues } from './cell-values.ts';
import { walkCell } from './cell-walk.ts';

let folder: string;
let access: Access;
let log: SqlReportLog;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-decodes-'));
  access = await openSqlite(folder, new MovedClock(), newThreads);
  log = new SqlReportLog(access, (error) => {
    throw error;
  });
});
afterEach(async () => {
  await log.close();
  await access.close();
  await rm(folder, { recursive: true });
});

const sheet = (value: number) => `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`;

/** What the thread does, on this one. */
function threads(read: typeof readFrame) {
  const frames = new LastFrames(read);
  return {
    read: new SegmentsRead(access.db),
    pages: async (keyframe: Uint8Array) => (await frames.of(keyframe)).report.pages,
    walk: (ask: Parameters<typeof walkCell>[0]) => walkCell(ask, frames),
    contents: contentsOf,
    missing: () => undefined,
  };
}

test('a cell that is followed from whole report to whole report reads each of them once', async () => {
  const [topic, wholes] = [newTopic(), 12];
  for (let version = 1; version <= wholes; version++) {
    const page = { html: sheet(version), styles: [`width:${version}px`] };
    await log.append(whole({ topic, base: version - 1, version }, reportOf(version, [page])));
  }
  const read = vi.fn(readFrame);
  const ask = { pageOf: () => 0, cell: 'A1', version: wholes, since: '', most: 500 };
  const found = await cellValues(access.db, topic, ask, threads(read));
  const texts = Array.from({ length: wholes }, (_, n) => String(wholes - n));
  expect(found?.values.map(({ text }) => text)).toEqual(texts);
  expect(read).toHaveBeenCalledTimes(wholes);
});
