import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from '../../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/test-app.ts';

const second = 1000;
/** How far the clock of the store is ahead of the server's; below zero it is behind. */
let ahead = 0;
let server: TestApp;
let bot: TestPublisher;
let ann: TestBrowser;
beforeAll(async () => {
  let now = () => Date.UTC(2026, 10, 21, 9);
  server = await startTestApp({}, { storeClock: { now: () => now() + ahead } });
  now = () => server.clock.now();
  bot = await publisherOf(server, 'ACME/bot');
  ann = await viewerOf(server, 'ACME/ann');
});
afterAll(() => server.stop());

const iso = (at: number) => new Date(at).toISOString();

/** So many versions a second apart, the last one with a tag; answers their times. */
async function publishedTo(topic: string, count: number, after = 0): Promise<number[]> {
  const times: number[] = [];
  for (let version = after + 1; version <= after + count; version++) {
    server.clock.move(second);
    times.push(server.clock.now());
    const html = `<table><tbody><tr><td data-cell="A1">${version}</td></tr></tbody></table>`;
    await bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html }] });
  }
  const tagged = await bot.call('publish.publishTag', { topic, version: after + count, tag: 'last' });
  expect(tagged.status).toBe(200);
  return times;
}

/** The versions that a list of a time tells, in whatever parts, and those with a tag. */
async function listed(topic: string, span: object): Promise<number[][]> {
  const { buckets } = await ann.call('reports/versions/', { topic, ...span, most: 2000 });
  const all = Array.isArray(buckets) ? buckets : [];
  const of = (one: string) => all.filter(({ kind }) => kind === one);
  const told = of('publish').flatMap(({ firstVersion, versions }) =>
    Array.from({ length: versions }, (_, n) => firstVersion + n),
  );
  return [told, of('tag').map(({ firstVersion }) => firstVersion)];
}

test.each([
  ['as the server’s', 0],
  ['a little ahead', 7],
  ['ahead', 2500],
  ['behind', -2500],
])('a list has the versions whose times lie in it, with the clock of the store %s', async (name, by) => {
  ahead = by;
  const topic = `ACME/CLOCKS/${name.toUpperCase().replace(/\W/g, ' ')}`;
  const [first = 0, second = 0, third = 0, fourth = 0] = await publishedTo(topic, 4);
  expect(await listed(topic, { from: iso(first), to: iso(fourth) })).toEqual([[1, 2, 3, 4], [4]]);
  expect(await listed(topic, { from: iso(second), to: iso(third) })).toEqual([[2, 3], []]);
  expect(await listed(topic, { from: iso(second + 1) })).toEqual([[3, 4], [4]]);
  expect(await listed(topic, { from: iso(first + 1), to: iso(second - 1) })).toEqual([[], []]);
  expect(await listed(topic, { from: iso(fourth + 1) })).toEqual([[], []]);
});

test('where the clock was set back, too: what was published since is told after what came before', async () => {
  ahead = 0;
  const topic = 'ACME/CLOCKS/SET BACK';
  const [first = 0, second = 0] = await publishedTo(topic, 2);
  server.clock.move(-3_600_000);
  await publishedTo(topic, 5, 2);
  server.clock.move(3_600_000);
  expect(await listed(topic, { from: iso(first), to: iso(second) })).toEqual([[1, 2], [2]]);
  expect(await listed(topic, { from: iso(second + 1) })).toEqual([[3, 4, 5, 6, 7], [7]]);
  expect(await listed(topic, { from: iso(first - 3_600_000), to: iso(first - 1) })).toEqual([[], []]);
});
