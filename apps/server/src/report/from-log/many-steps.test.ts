import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReportLog } from '#ports/report-log.ts';
import { ann, daily, type EngineRig, engineRig, pagesOf, sheet, wholeOf } from '#report/testing/engine-rig.ts';
import { FaultyLog } from '#report/testing/faulty-log.ts';

let there: EngineRig;
let here: EngineRig;
let reads: (keyof ReportLog)[];
beforeEach(async () => {
  reads = [];
  there = await engineRig();
  const logOf = (log: ReportLog) => {
    const counting = new FaultyLog(log);
    counting.fate = (call) => {
      reads.push(call);
      return 'well';
    };
    return counting;
  };
  here = await engineRig({ stores: there.stores, logOf });
  await there.engine.publish(daily, wholeOf([sheet(['1', '2', '3'])]));
  await here.engine.refresh(daily);
  await pagesOf(here);
  reads.length = 0;
});
afterEach(async () => {
  await here.close();
  await there.close();
});

/** Versions of another node with these changes each. */
async function versions(count: number, opsOf: (n: number) => Op[]): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const change = { kind: 'delta', ops: opsOf(n) } as const;
    const step = { topic: daily, base: n, version: n + 1, time: `2026${String(n).padStart(13, '0')}`, sender: ann };
    await there.stores.reports.append({ ...step, change });
  }
}

async function followed(): Promise<(keyof ReportLog)[]> {
  await here.engine.refresh(daily);
  const [shown] = await pagesOf(here);
  const all = [...reads];
  await there.restart();
  expect([shown]).toEqual(await pagesOf(there));
  return all;
}

const setCells = (n: number, count: number): Op[] =>
  Array.from({ length: count }, (_, k): Op => [0, 'c', k % 3, `${n}.${k}`]);
const moveRows = (n: number, count: number): Op[] =>
  Array.from({ length: count }, (_, k): Op => [0, 'r', k % 3, 1, `<tr><td data-cell="B${k}">${n}</td></tr>`]);

test('steps of another node that change little are taken over onto what is in memory', async () => {
  await versions(3, (n) => [...setCells(n, 1000), ...moveRows(n, 100)]);
  expect(await followed()).toEqual(['head', 'since']);
});

test('very many changes of cells, or many of rows, are not taken over in one turn: a thread reads the report', async () => {
  await versions(5, (n) => setCells(n, limits.maxDeltaOps));
  expect(await followed()).toContain('newest');
});

test('many changes of rows are read by a thread as well', async () => {
  await versions(2, (n) => moveRows(n, 1500));
  expect(await followed()).toContain('newest');
});

test('a long log is read in several turns of the event loop', async () => {
  await versions(100, (n) => setCells(n, 2500));
  let turns = 0;
  const count = () => {
    turns++;
    planned = setImmediate(count);
  };
  let planned = setImmediate(count);
  const steps = await there.stores.reports.since(daily, 1);
  clearImmediate(planned);
  expect(steps).toHaveLength(100);
  expect(turns).toBeGreaterThan(1);
});

test('steps whose texts are short and whose JSON is very long are no resume', async () => {
  await versions(6, () => [[0, 'c', 0, '\u0001'.repeat(limits.maxDelta)]]);
  const read = async (from: number) => (await there.stores.reports.since(daily, from))?.length;
  expect([await read(1), await read(5)]).toEqual([undefined, 2]);
});
