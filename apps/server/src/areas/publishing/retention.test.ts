import { parseGropic } from '@sheetwire/rules/gropic';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { parseTopic } from '@sheetwire/rules/topic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepHistory } from '#jobs/keep-history.ts';
import { onEachStore } from '../../testing/each-store.ts';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

let server: TestApp;
let bot: TestPublisher;
let boss: TestBrowser;
let ann: TestBrowser;

const hour = 3_600_000;
const usual = { versionHours: 24, minuteDays: 7, hourDays: 90 };
const settings = { ...usual, thinEveryS: 600, historyMib: 512, historyGib: 20 };

function named<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a name of the tests is malformed');
  return value;
}

async function administer(topic: string): Promise<void> {
  const of = (...names: string[]) => names.map((name) => named(parsePrincipal(name)));
  const lists = { viewers: of('ACME/[ALL]'), publishers: of('ACME/bot'), interactors: [], admins: of('ACME/boss') };
  await server.stores.perms.save({ gropic: named(parseGropic(topic)), ...lists, version: 0 }, 0);
  await server.app.reporting.rightsChanged();
}

/** Whole reports a few seconds apart, so that each can be read on its own. */
async function publish(topic: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const html = `<table><tbody><tr><td data-cell="A1">${n}</td></tr></tbody></table>`;
    await bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html }], metadata: { n: String(n) } });
    server.clock.move(5000);
  }
}

const set = (topic: string, kept?: object, web = boss) =>
  web.call('admin/retention/', { topic, ...(kept && { kept }) });

async function keptVersions(topic: string): Promise<number[]> {
  await keepHistory({ stores: server.stores, settings }, (fault) => {
    throw fault;
  });
  const versions = { first: 1, last: Number.MAX_SAFE_INTEGER };
  const ask = { versions, from: server.clock.now() - 48 * hour, to: server.clock.now(), most: 100_000 };
  const found = await server.stores.past.buckets(named(parseTopic(topic)), ask);
  return found.map(({ last }) => last.version);
}

onEachStore((newDatabase) => {
  beforeAll(async () => {
    server = await startTestApp({}, { databaseUrl: await newDatabase() });
    bot = await publisherOf(server, 'ACME/bot');
    [boss, ann] = [await viewerOf(server, 'ACME/boss'), await viewerOf(server, 'ACME/ann')];
  });
  afterAll(() => server.stop());

  test('a report never keeps more than the server, and only its admins change that', async () => {
    const topic = 'ACME/KEPT/RIGHTS';
    await administer(topic);
    await publish(topic, 1);
    expect(await set(topic, { versionHours: 25 })).toMatchObject({
      error: { code: 'malformed', message: 'versionHours must be 24 or less: this server keeps no more' },
    });
    expect(await set(topic, { hourDays: 5000 })).toMatchObject({ error: { code: 'malformed' } });
    expect(await set(topic, { versionHours: 1 }, ann)).toEqual({ unauthorized: true });
    expect(await ann.call('reports/versions/', { topic })).not.toHaveProperty('kept');
    await server.stores.retention.save(
      named(parseTopic(topic)),
      { versionHours: 400 },
      { at: 1, actor: 'ACME/boss', action: 'retention changed', object: topic, address: '' },
    );
    expect(await set(topic)).toEqual({ kept: usual, server: usual });
  });

  test('viewers, publishers and the past are told what a report keeps', async () => {
    const topic = 'ACME/KEPT/TOLD';
    await administer(topic);
    await publish(topic, 2);
    expect(await ann.call('reports/versions/', { topic })).not.toHaveProperty('kept');
    await set(topic, { versionHours: 6 });
    const kept = { ...usual, versionHours: 6 };
    expect(await ann.call('reports/versions/', { topic })).toMatchObject({ kept });
    expect(await boss.call('publishing/report/', { topic })).toMatchObject({ kept, keptAtMost: usual });
    server.clock.move(7 * hour);
    await publish(topic, 1);
    await keptVersions(topic);
    const history = await ann.call('reports/cellhistory/', { topic, page: 'P', cell: 'A1' });
    expect(history.thinned).toMatchObject([{ every: 'minute' }]);
    await set(topic, {});
    expect(await ann.call('reports/versions/', { topic })).not.toHaveProperty('kept');
  });

  test('an admin lets a report keep less than the server, and thinning keeps to it', async () => {
    const [less, usualOne] = ['ACME/KEPT/LESS', 'ACME/KEPT/USUAL'];
    for (const topic of [less, usualOne]) {
      await administer(topic);
      server.clock.move(60_000 - (server.clock.now() % 60_000));
      await publish(topic, 5);
    }
    expect(await set(less)).toEqual({ kept: usual, server: usual });
    const kept = { versionHours: 2, minuteDays: 1, hourDays: 1 };
    expect(await set(less, kept)).toEqual({ kept, server: usual });
    expect(await keptVersions(less)).toEqual([1, 2, 3, 4, 5]);
    server.clock.move(3 * hour);
    await publish(less, 1);
    expect(await keptVersions(less)).toEqual([5, 6]);
    expect(await keptVersions(usualOne)).toEqual([1, 2, 3, 4, 5]);
    server.clock.move(25 * hour);
    await publish(less, 1);
    await publish(less, 1);
    expect((await keptVersions(less)).at(0)).toBeGreaterThanOrEqual(6);
  });
});
