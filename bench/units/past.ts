import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stores } from '@sheetwire/server/ports/stores';
import { timeDigits } from '@sheetwire/server/report/publish-times';
import { sender, topicOf } from '../lib/engine.ts';
import type { Figure } from '../lib/figures.ts';
import { type Day, fillDay, nameOf, noteOf, rowOf, SECOND, timeOf, topic } from '../lib/made-day.ts';
import type { Plan } from '../lib/plan.ts';
import { DAY, withStoredDay } from '../lib/stored-day.ts';

const MINUTE = 60 * SECOND;
const LOOKS = 40;

/**
 * The last day of a page of 50,000 cells, one version a second with ten changed cells: a cell's day, the list of its versions,
 * any moment of it, what the store takes, and thinning. BENCH_PAST_VERSIONS makes it shorter or longer.
 */
export function past({ isQuick }: Plan): Promise<Figure[]> {
  return withStoredDay(isQuick, async ({ folder, day, opened }) => {
    const looked = await opened(async (stores) => {
      await fillDay(stores, day);
      return looks(stores, day);
    });
    const size: Figure = { id: 'store of a day / its deltas', unit: 'ratio', values: [sizeOf(folder)] };
    const thin = await opened((stores) => thinned(stores, day));
    return [...looked, size, ...thin].map((figure) => ({ note: noteOf(day), ...figure }));
  });
}

async function looks(stores: Stores, { begun, versions }: Day): Promise<Figure[]> {
  const pageOf = () => 0;
  const cell = await timed(8, async (n) => {
    const name = nameOf((n * 311) % 2400, n);
    const told = await stores.past.cell(topic, { pageOf, cell: name, version: versions, since: '', most: 500 });
    if (!told?.values.length) throw new Error(`${name} has no history`);
  });
  const [from, to] = [begun, begun + versions * SECOND];
  const list = await timed(8, async () => {
    await stores.past.buckets(topic, { versions: { first: 1, last: versions }, from, to, most: 240 });
  });
  const moment = await timed(LOOKS, async (n) => {
    const found = await stores.past.at(topic, { time: timeOf(begun, 1 + Math.floor((n * (versions - 1)) / LOOKS)) });
    if (!found || !(await stores.past.read(topic, found.version))) throw new Error('A moment was not found');
    await stores.past.newer(topic, found.version);
  });
  return [
    { id: "a cell's day", unit: 'ms', values: cell },
    { id: 'versions list of a day', unit: 'ms', values: list },
    { id: 'any moment of a day, p95', unit: 'ms', values: [p95(moment)] },
  ];
}

async function timed(count: number, run: (n: number) => Promise<void>): Promise<number[]> {
  const spent: number[] = [];
  for (let n = 0; n < count; n++) {
    const from = performance.now();
    await run(n);
    spent.push(performance.now() - from);
  }
  return spent;
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(0.95 * values.length)] ?? Number.NaN;
}

/** What the log takes against the bodies of its steps. */
function sizeOf(folder: string): number {
  const db = new DatabaseSync(join(folder, 'sheetwire.db'), { readOnly: true });
  const sum = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0]);
  const deltas = sum('select sum(length(body)) from version where is_whole = 0');
  const used = sum(
    'select (page_count - freelist_count) * page_size from pragma_page_count, pragma_freelist_count, pragma_page_size',
  );
  db.close();
  return used / deltas;
}

/** Thins the day in the background while another report is published ten times a second. */
async function thinned(stores: Stores, { begun, versions, clock }: Day): Promise<Figure[]> {
  clock.at = begun + (versions + DAY) * SECOND;
  const beside = publisherBeside(stores, begun);
  const usual = await beside.during(() => delay(BESIDE * PAUSE));
  const from = performance.now();
  const busy = await beside.during(() =>
    stores.past.thin({ from: begun, to: begun + versions * SECOND, width: MINUTE }),
  );
  const took = performance.now() - from;
  return [
    { id: 'thinning a day', unit: 'ms', values: [took] },
    {
      id: 'publish beside thinning, longest beyond the usual longest',
      unit: 'ms',
      values: [longest(busy) - longest(usual)],
    },
    { id: 'publish beside thinning, p95', unit: 'ms', values: [p95(busy)] },
    { id: 'publish without thinning, p95', unit: 'ms', values: [p95(usual)] },
  ];
}

const BESIDE = 100;
const PAUSE = 50;

/** Publishes cells of a report of its own, and notes how long each took from the moment that it was due. */
function publisherBeside(stores: Stores, begun: number) {
  const own = { topic: topicOf('ACME/RATES/BESIDE'), sender };
  let version = 0;
  const publish = async () => {
    const [base, time] = [version++, timeDigits(begun + version)];
    const pages = [{ name: 'P', user: null, html: `<table><tbody>${rowOf(1)}</tbody></table>`, styles: [] }];
    const report = { ...own, time, version, pages, metadata: {}, holdControls: false, cleaner: 1 };
    const change =
      base === 0
        ? ({ kind: 'whole', report } as const)
        : ({ kind: 'delta', ops: [[0, 'c', 0, `${version}`]] } as const);
    await stores.reports.append({ ...own, time, base, version, change });
  };
  return {
    async during(work: () => Promise<unknown>): Promise<number[]> {
      const spent: number[] = [];
      let isOver = false;
      const working = work().finally(() => {
        isOver = true;
      });
      let due = performance.now();
      while (!isOver) {
        await publish();
        spent.push(performance.now() - due);
        due = Math.max(due + PAUSE, performance.now());
        await delay(due - performance.now());
      }
      await working;
      return spent;
    },
  };
}

function longest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
