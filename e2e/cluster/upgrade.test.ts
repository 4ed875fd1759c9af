import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { branded } from '@sheetwire/rules/name';
import { KEY, SESSION } from '@sheetwire/server/storage/testing/former/former-people';
import {
  DAILY,
  LONG,
  NEWEST,
  newestPage,
  shownAt,
  shownLast,
  timeAt,
} from '@sheetwire/server/storage/testing/former/former-reports';
import { makeFormer, openTables } from '@sheetwire/server/storage/testing/former/former-store';
import { formerCells } from '@sheetwire/server/storage/testing/former/former-writer';
import { startTestApp, type TestApp, withBearer } from '@sheetwire/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageClock as clock } from '../../apps/web/src/lib/clock.ts';
import { freePort } from '../../scripts/test/free-port.ts';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { Balancer } from './balancer.ts';
import { chanceOf } from './chance.ts';
import { promised } from './check/bounds.ts';
import { broken } from './check/checker.ts';
import { factsOf, History } from './check/history.ts';
import { FormerPortal } from './former-portal.ts';
import { ClusterViewer, overHttp } from './viewer.ts';

const minute = 60_000;
const topic = branded<'Topic'>(DAILY);
/** The clock of servers in tests. */
const at = Date.UTC(2026, 10, 21, 9);
const VIEWERS = 3;
/** Versions before the upgrade and after it, and ms between them. */
const [SOME, PACE] = [15, 20];
const secretKey = Buffer.alloc(32, 7);

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await withPostgres();
}, minute);
afterAll(() => postgres.stop(), minute);

/** What the report says: its figure, and one more value when a cell is not that of any version since. */
function read(pages: readonly string[]): readonly number[] {
  const html = pages.join('');
  const figures = [...html.matchAll(/>figure (\d+)</g)].map(([, digits]) => Number(digits));
  const isWhole = Array.from({ length: LONG }, (_, n) => shownLast(n)).every((text) => html.includes(`>${text}<`));
  return figures.length === 0 || isWhole ? figures : [...figures, -1];
}

/** Viewers of a server of the earlier version, behind a balancer that knows the newer ones too. */
async function viewersOfFormer(newer: readonly string[]) {
  const port = await freePort();
  const page = { html: newestPage(), styles: ['color:red'] };
  const former = await FormerPortal.open(port, { topic, version: NEWEST, time: timeAt(NEWEST, at), page });
  const balancer = await Balancer.open([former.url, ...newer]);
  const history = new History();
  noteKept(history, NEWEST);
  const headers = { cookie: `__Host-sheetwire=${SESSION}`, 'sec-fetch-site': 'same-origin' };
  const viewers = Array.from({ length: VIEWERS }, (_, n) => {
    const browserId = `l${n + 1}`;
    const line = overHttp({ baseUrl: balancer.url, headers, browserId });
    const chance = chanceOf(n);
    return new ClusterViewer({ name: `jane ${n + 1}`, topic, browserId, history, clock, chance, read, ...line });
  });
  for (const viewer of viewers) viewer.open();
  const areAt = (version: number) =>
    history.until(() => viewers.every((viewer) => viewer.isAt(version)), promised.whole);
  expect(await areAt(NEWEST)).toBe(true);
  await expect.poll(() => former.watching).toBe(VIEWERS);
  return { former, history, viewers, areAt, close: () => close(viewers, balancer) };
}

async function close(viewers: readonly ClusterViewer[], balancer: Balancer): Promise<void> {
  for (const viewer of viewers) viewer.close();
  await balancer.close();
}

function noteKept(history: History, version: number, from = history.now()): void {
  history.add({ what: 'published', topic, value: version, from, at: history.now(), end: 'kept', version });
}

/** The store as it is at the end. */
async function readBack({ stores }: TestApp, history: History): Promise<void> {
  for (const { version = 0 } of factsOf(history.facts, 'published')) {
    const values = read((await stores.past.read(topic, version))?.pages.map(({ html }) => html) ?? []);
    if (values.length > 0) history.add({ what: 'stored', topic, version, values });
  }
}

async function listen({ app }: TestApp, url: string): Promise<void> {
  await app.fastify.listen({ host: '127.0.0.1', port: Number(new URL(url).port) });
}

const watching = (servers: readonly TestApp[]) => servers.reduce((sum, { app }) => sum + app.reporting.hub.size, 0);

/** The next version, of a server that was upgraded to. */
async function publish(server: TestApp, history: History, base: number): Promise<number> {
  const from = history.now();
  const cells = [{ page: 'Rates', cell: 'A1', html: shownAt(base + 1) }];
  const body = { topic, baseVersion: base, cells };
  const answer = await withBearer(server, KEY, { path: 'publish/cells/', body });
  expect(answer).toMatchObject({ status: 200, body: { version: base + 1 } });
  noteKept(history, base + 1, from);
  return base + 1;
}

test(
  'viewers of the embedded store are shown the next version once it is upgraded, and are told of the time without',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-upgrade-'));
    const where = { databaseUrl: '', dataDir };
    const tables = openTables(where);
    await makeFormer(tables, at);
    await tables.db.destroy();
    const url = `http://127.0.0.1:${await freePort()}`;
    const { former, history, viewers, areAt, close } = await viewersOfFormer([url]);

    const from = history.now();
    await former.stop();
    const isTold = () => viewers.every(({ words }) => words === 'reconnecting');
    expect(await history.until(isTold, promised.untrueWords)).toBe(true);
    const server = await startTestApp({}, { dataDir });
    await listen(server, url);
    history.add({ what: 'fault', name: 'upgrade', from, at: history.now() });
    expect(await areAt(NEWEST)).toBe(true);
    await expect.poll(() => watching([server])).toBe(VIEWERS);
    expect(await areAt(await publish(server, history, NEWEST))).toBe(true);

    await readBack(server, history);
    expect(broken(history.facts)).toEqual([]);
    await close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
  minute,
);

test(
  'viewers of a server that is left at work while two others upgrade its database miss nothing when it stops',
  async () => {
    const where = { databaseUrl: await postgres.newDatabase(), dataDir: '' };
    const older = openTables(where);
    await makeFormer(older, at);
    const urls = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
    const { former, history, areAt, close } = await viewersOfFormer(urls);
    const work = formerCells(older, NEWEST + 1, async (step) => {
      noteKept(history, step.version);
      former.kept(step);
      await rest(PACE);
    });
    const more = async () => {
      const wanted = work.acknowledged.length + SOME;
      await expect.poll(() => work.acknowledged.length).toBeGreaterThan(wanted);
    };
    await more();

    const from = history.now();
    const options = { databaseUrl: where.databaseUrl, secretKey };
    const servers = await Promise.all([startTestApp({}, options), startTestApp({}, options)]);
    const [first, second] = servers;
    await Promise.all([listen(first, urls[0] ?? ''), listen(second, urls[1] ?? '')]);
    await more();
    await former.stop();
    history.add({ what: 'fault', name: 'upgrade', from, at: history.now() });
    await expect.poll(() => watching(servers)).toBe(VIEWERS);
    await more();
    work.stop();
    expect(await work.ended).toBeUndefined();
    const last = work.acknowledged.at(-1) ?? 0;
    expect(await areAt(last)).toBe(true);
    await Promise.all(servers.map(({ app }) => app.reporting.engine.refresh(topic)));
    expect(await areAt(await publish(second, history, await publish(first, history, last)))).toBe(true);

    await readBack(first, history);
    expect(broken(history.facts)).toEqual([]);
    await close();
    for (const server of servers) await server.stop();
    await older.db.destroy();
  },
  minute,
);
