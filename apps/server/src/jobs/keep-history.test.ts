import { limits } from '@sheetwire/contract/limits';
import { parseTopic } from '@sheetwire/rules/topic';
import { afterEach, expect, test, vi } from 'vitest';
import type { HistoryTier } from '#ports/past/report-past.ts';
import { publisherOf } from '../testing/publisher.ts';
import { startTestApp } from '../testing/test-app.ts';
import { type HistorySettings, keepHistory, startKeepingHistory } from './keep-history.ts';

const minute = 60_000;
const hour = 60 * minute;
const topic = 'ACME/OLD/VERSIONS';
const page = (value: string) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` },
];
const usual: HistorySettings = {
  versionHours: 24,
  minuteDays: 7,
  hourDays: 90,
  thinEveryS: 600,
  historyMib: 512,
  historyGib: 20,
};

/** No report keeps less than the server. */
const noneOwn = { after: async () => [] };

const fail = (fault: unknown) => {
  throw fault;
};

afterEach(() => {
  vi.useRealTimers();
});

test('versions older than the settings go, the newest stays readable', async () => {
  const server = await startTestApp();
  const bot = await publisherOf(server, 'ACME/bot');
  const daily = parseTopic(topic);
  if (!daily) throw new Error('malformed');
  const publish = (value: string, metadata: string) =>
    bot.call('publish.publishReport', { topic, pages: page(value), metadata: { n: metadata } });
  await publish('1', 'a');
  await publish('2', 'b');
  server.clock.move(3 * hour);
  await publish('3', 'c');
  const deps = { stores: server.stores, settings: { ...usual, versionHours: 2, minuteDays: 0, hourDays: 0 } };
  await keepHistory(deps, fail);
  expect(await server.stores.reports.since(daily, 1)).toBeUndefined();
  expect(await server.stores.reports.since(daily, 2)).toHaveLength(1);
  server.clock.move(3 * hour);
  await keepHistory(deps, fail);
  expect((await server.stores.reports.newest(daily))?.pages[0]?.html).toContain('>3<');
  await server.stop();
});

test('every version of a day is kept, one a minute of a week, one an hour of three months', async () => {
  const server = await startTestApp();
  const bot = await publisherOf(server, 'ACME/bot');
  const daily = parseTopic(topic);
  if (!daily) throw new Error('malformed');
  const start = Math.ceil(server.clock.now() / hour) * hour;
  server.clock.move(start - server.clock.now());
  // Whole reports: what the newest keyframe is needed for is left alone.
  for (let n = 0; n < 8; n++) {
    await bot.call('publish.publishReport', { topic, pages: page(String(n)), metadata: { n: String(n) } });
    server.clock.move(20_000);
  }
  const kept = async () => {
    await keepHistory({ stores: server.stores, settings: usual }, fail);
    const ask = { versions: { first: 1, last: 8 }, from: start, to: start + hour, most: 100_000 };
    return (await server.stores.past.buckets(daily, ask)).map(({ last }) => last.version);
  };
  expect(await kept()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  server.clock.move(24 * hour);
  expect(await kept()).toEqual([3, 6, 7, 8]);
  server.clock.move(7 * 24 * hour);
  expect(await kept()).toEqual([7, 8]);
  expect((await server.stores.past.read(daily, 7))?.pages[0]?.html).toContain('>6<');
  server.clock.move(90 * 24 * hour);
  expect(await kept()).toEqual([8]);
  await server.stop();
});

test('it runs soon after a start and then by itself, never twice at once, and a stop waits for it', async () => {
  vi.useFakeTimers();
  const tiers: HistoryTier[] = [];
  const going = Promise.withResolvers<number>();
  const past = {
    sum: async () => undefined,
    thin: async (tier: HistoryTier) => tiers.push(tier),
    bound: async () => 0,
    bytes: async () => 7,
  };
  const reports = { prune: () => going.promise };
  const books = { prune: async () => 0 };
  const stores = { now: async () => 100 * 24 * hour, reports, past, retention: noneOwn, books };
  const keeping = startKeepingHistory({ stores, settings: usual }, (fault) => {
    throw fault;
  });
  await vi.advanceTimersByTimeAsync(limits.log.firstThinning);
  expect(tiers).toEqual([
    { from: 93 * 24 * hour, to: 99 * 24 * hour, width: minute },
    { from: 10 * 24 * hour, to: 93 * 24 * hour, width: hour },
  ]);
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(tiers).toHaveLength(2);
  const stopped = keeping.stop();
  going.resolve(0);
  await stopped;
  expect(keeping.bytes()).toBe(7);
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(tiers).toHaveLength(2);
});

test('what histories take is known before the first run, and not told as nothing until it is', async () => {
  vi.useFakeTimers();
  const asked = Promise.withResolvers<number>();
  const past = { sum: async () => undefined, thin: async () => 0, bound: async () => 0, bytes: () => asked.promise };
  const stores = {
    ...{ now: async () => 100 * 24 * hour, past, retention: noneOwn },
    ...{ reports: { prune: async () => 0 }, books: { prune: async () => 0 } },
  };
  const keeping = startKeepingHistory({ stores, settings: usual }, fail);
  expect(keeping.bytes()).toBeUndefined();
  asked.resolve(7);
  await keeping.stop();
  expect(keeping.bytes()).toBe(7);
});

test('a stop is told to the step under way, and no other one begins', async () => {
  vi.useFakeTimers();
  const done: string[] = [];
  const step = (name: string) => async () => {
    done.push(name);
    return 0;
  };
  const past = {
    sum: async (_least: number, signal?: AbortSignal) => {
      done.push('sum');
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    },
    ...{ thin: step('thin'), bound: step('bound'), bytes: async () => 0 },
  };
  const stores = {
    ...{ now: async () => 100 * 24 * hour, past, retention: noneOwn },
    ...{ reports: { prune: step('prune') }, books: { prune: step('books') } },
  };
  const keeping = startKeepingHistory({ stores, settings: usual }, fail);
  await vi.advanceTimersByTimeAsync(limits.log.firstThinning);
  expect(done).toEqual(['sum']);
  await keeping.stop();
  expect(done).toEqual(['sum']);
});

test('a step that fails is told, and keeps none of the others from its work', async () => {
  const done: string[] = [];
  const failing = (name: string) => async () => {
    done.push(name);
    throw new Error(name);
  };
  const past = { sum: failing('sum'), thin: failing('thin'), bound: failing('bound'), bytes: async () => 0 };
  const stores = {
    ...{ now: async () => 100 * 24 * hour, past, retention: { after: failing('less') } },
    ...{ reports: { prune: failing('prune') }, books: { prune: failing('books') } },
  };
  const faults: unknown[] = [];
  await keepHistory({ stores, settings: usual }, (fault) => faults.push(fault));
  expect(done).toEqual(['sum', 'thin', 'thin', 'prune', 'less', 'bound', 'books']);
  expect(faults.map(String)).toEqual(done.map((name) => `Error: ${name}`));
});
