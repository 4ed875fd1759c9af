import { randomBytes } from 'node:crypto';
import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { parseGropic } from '@sheetwire/rules/gropic';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { parseTopic, type Topic } from '@sheetwire/rules/topic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepHistory } from '#jobs/keep-history.ts';
import { fullThreads } from '#storage/testing/full-threads.ts';
import { publisherOf, type TestPublisher, viewerOf } from '../../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/test-app.ts';

const disk = fullThreads();
const hour = 3_600_000;
const settings = {
  ...{ versionHours: 1, minuteDays: 7, hourDays: 90, thinEveryS: 600 },
  ...{ historyMib: 512, historyGib: 20 },
};
const rules: GuardRule[] = [{ kind: 'range', cell: 'A1', max: 1000, action: 'hold' }];
const unavailable = {
  code: 'store_unavailable',
  message: 'The server cannot save right now; check whether your change was saved, then try again',
};

let server: TestApp;
let bot: TestPublisher;
let boss: TestBrowser;
let ann: TestBrowser;

beforeAll(async () => {
  server = await startTestApp({}, { threads: disk });
  bot = await publisherOf(server, 'ACME/bot');
  [boss, ann] = [await viewerOf(server, 'ACME/boss'), await viewerOf(server, 'ACME/ann')];
});
afterAll(() => server.stop());

function named<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a name of the tests is malformed');
  return value;
}

async function administer(topic: string): Promise<Topic> {
  const of = (...names: string[]) => names.map((name) => named(parsePrincipal(name)));
  const lists = { viewers: of('ACME/[ALL]'), publishers: of('ACME/bot'), interactors: [], admins: of('ACME/boss') };
  await server.stores.perms.save({ gropic: named(parseGropic(topic)), ...lists, version: 0 }, 0);
  await server.app.reporting.rightsChanged();
  return named(parseTopic(topic));
}

/** What no compression makes small enough for the room that is left in pages of the database. */
function page(first: string): string {
  const rows = Array.from({ length: 3000 }, (_, n) => {
    const text = n === 0 ? first : randomBytes(24).toString('base64url');
    return `<tr><td data-cell="A${n + 1}">${text}</td></tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

const publish = (topic: string, first: string) =>
  bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: page(first) }] });

async function shown(topic: string) {
  const { version, pages } = await ann.call('reports/report/', { topic, reportTime: '' });
  return { version, pages };
}

test('a full store refuses what cannot be kept, viewers keep what they have, and it goes on once there is room', async () => {
  const topic = await administer('ACME/FULL/REPORT');
  for (const first of ['1', '2', '3']) {
    expect(await publish(topic, first)).toMatchObject({ status: 200 });
    server.clock.move(1000);
  }
  expect(await boss.call('admin/guard/', { topic, rules })).toMatchObject({ rules });
  const kept = () => Promise.all([1, 2, 3].map((version) => server.stores.past.read(topic, version)));
  const before = { shown: await shown(topic), kept: await kept() };
  await disk.setFull(true);

  for (const first of ['4', '2000'])
    expect([first, await publish(topic, first)]).toMatchObject([first, { status: 503, body: { error: unavailable } }]);
  expect(await boss.call('publish/rollback/', { topic, version: 1, reason: 'wrong' })).toEqual({ error: unavailable });
  expect({ shown: await shown(topic), kept: await kept() }).toEqual(before);
  expect(await server.stores.guard.held(topic)).toBeUndefined();
  expect(await server.stores.marks.held(topic)).toBeUndefined();

  await disk.setFull(false);
  expect(await publish(topic, '5')).toMatchObject({ status: 200, body: { version: 4, changed: true } });
  expect((await shown(topic)).version).toBe(4);
  expect(await publish(topic, '2000')).toMatchObject({ status: 200, body: { held: { version: 5 } } });
  expect(await boss.call('publish/release/', { topic, version: 5, accept: false })).not.toHaveProperty('error');
  const rolledBack = await boss.call('publish/rollback/', { topic, version: 1, reason: 'wrong' });
  expect(rolledBack).toMatchObject({ changed: true });
  expect((await shown(topic)).pages).toEqual((await ann.call('reports/report/', { topic, at: 1 })).pages);
  expect(await kept()).toEqual(before.kept);
});

test('a tag that cannot be kept is refused, and thinning that finds no room loses nothing', async () => {
  const topic = await administer('ACME/FULL/PAST');
  server.clock.move(60_000 - (server.clock.now() % 60_000));
  await publish(topic, '1');
  for (let n = 2; n <= 6; n++) {
    const cells = Array.from({ length: 1500 }, (_, row) => ({
      ...{ page: 'P', cell: `A${row + 1}` },
      html: randomBytes(24).toString('base64url'),
    }));
    const patched = await bot.call('publish.publishCells', { topic, baseVersion: n - 1, cells });
    expect(patched).toMatchObject({ status: 200, body: { version: n } });
    server.clock.move(1000);
  }
  const kept = async () => {
    const found = await Promise.all([1, 2, 3, 4, 5, 6].map((version) => server.stores.past.read(topic, version)));
    return found.map((report) => report?.pages[0]?.html);
  };
  const before = await kept();
  await disk.setFull(true);

  expect(await boss.call('publish/tag/', { topic, version: 3, tag: 'Final' })).toEqual({ error: unavailable });
  server.clock.move(2 * hour);
  const faults: unknown[] = [];
  await keepHistory({ stores: server.stores, settings }, (fault) => faults.push(fault));
  const after = await kept();
  expect(after.map((html, n) => html === undefined || html === before[n])).toEqual(before.map(() => true));
  expect(after.at(-1)).toBe(before.at(-1));

  await disk.setFull(false);
  expect(await boss.call('publish/tag/', { topic, version: 6, tag: 'Final' })).toMatchObject({ version: 6 });
  await keepHistory({ stores: server.stores, settings }, (fault) => {
    throw fault;
  });
  expect((await kept()).at(-1)).toBe(before.at(-1));
});
