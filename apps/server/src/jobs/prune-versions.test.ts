import { parseTopic } from '@sheetwire/rules/topic';
import { afterEach, expect, test, vi } from 'vitest';
import { publisherOf } from '../testing/publisher.ts';
import { startTestApp } from '../testing/test-app.ts';
import { pruneVersions, startPruning } from './prune-versions.ts';

const hour = 3_600_000;
const topic = 'ACME/OLD/VERSIONS';
const page = (value: string) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` },
];

afterEach(() => {
  vi.useRealTimers();
});

test('versions older than the setting go, the newest stays readable', async () => {
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
  const deps = { stores: server.stores, settings: { versionHours: 2 } };
  await pruneVersions(deps);
  expect(await server.stores.reports.since(daily, 1)).toBeUndefined();
  expect(await server.stores.reports.since(daily, 2)).toHaveLength(1);
  server.clock.move(3 * hour);
  await pruneVersions(deps);
  expect((await server.stores.reports.newest(daily))?.pages[0]?.html).toContain('>3<');
  await server.stop();
});

test('it runs by itself, never twice at once, and a stop waits for it', async () => {
  vi.useFakeTimers();
  let runs = 0;
  const going = Promise.withResolvers<number>();
  const reports = {
    prune: () => {
      runs++;
      return going.promise;
    },
  };
  const stores = { now: async () => 0, reports, books: { prune: async () => 0 } };
  const stop = startPruning({ stores, settings: { versionHours: 24 } }, (fault) => {
    throw fault;
  });
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(runs).toBe(1);
  const stopped = stop();
  going.resolve(0);
  await stopped;
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(runs).toBe(1);
});
