import { branded } from '@sheetwire/rules/name';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { startTwoServers, type TwoServers } from '../../testing/two-servers.ts';

const START = 60_000;
const topic = branded<'Topic'>('ACME/RATES/DAILY');

let servers: TwoServers;
let bot: TestPublisher;
beforeAll(async () => {
  servers = await startTwoServers();
  bot = await publisherOf(servers.here, 'ACME/bot');
}, START);
afterAll(() => servers.stop(), START);

const page = (value: string) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` },
];

test(
  'a viewer of one server gets the changes that are published on another, and that server reads nothing for them',
  async () => {
    const { there } = servers;
    await bot.call('publish.publishReport', { topic, pages: page('0') });
    const viewer = await viewerOf(there, 'ACME/jane');
    const version = async () => (await viewer.call('reports/report/', { topic })).version;
    await expect.poll(version, { timeout: START }).toBe(1);
    const stream = await StreamClient.open(await listen(there), { cookie: viewer.cookie });
    const { reports } = there.stores;
    // On a busy machine a look for what a lost message may have told finds versions whose news are on their way.
    vi.spyOn(reports, 'headsSince').mockResolvedValue([]);
    const reads = [vi.spyOn(reports, 'head'), vi.spyOn(reports, 'since'), vi.spyOn(reports, 'newest')];
    await stream.watch([{ topic, version: 1 }]);
    // The head alone, once the topic is followed.
    await expect.poll(() => reads.map((read) => read.mock.settledResults.length)).toEqual([1, 0, 0]);
    for (const read of reads) read.mockClear();
    for (let n = 1; n <= 5; n++) {
      await bot.call('publish.publishCells', {
        ...{ topic, baseVersion: n },
        cells: [{ page: 'P', cell: 'A1', html: `${n}` }],
      });
      expect(await stream.next('delta')).toMatchObject({ from: n, to: n + 1, ops: [[0, 'c', 0, `${n}`]] });
    }
    expect(reads.map((read) => read.mock.calls)).toEqual([[], [], []]);
    stream.close();
  },
  START,
);
