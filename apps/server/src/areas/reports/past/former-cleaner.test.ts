import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Op } from '@sheetwire/contract/live';
import { applyOps } from '@sheetwire/page/ops';
import { branded } from '@sheetwire/rules/name';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredReport } from '#ports/report-log.ts';
import { cleanerVersion, cleanPage } from '#report/clean/clean-page.ts';
import { timeDigits } from '#report/publish-times.ts';
import { FigureKeys } from '#secrets/figure-keys.ts';
import type { Database } from '#storage/database.ts';
import { migrate, migrationsOf } from '#storage/migrations.ts';
import { fill } from '#storage/one-name/testing/old-store.ts';
import { openStores } from '#storage/open-stores.ts';
import { encodeOps } from '#storage/reports/encode-append.ts';
import { packReport } from '#storage/reports/pack-report.ts';
import { own } from '#storage/reports/packing.ts';
import { databaseFile, openWriter } from '#storage/sqlite/connection.ts';
import { NodeSqliteDialect } from '#storage/sqlite/dialect.ts';
import { publisherOf, type TestPublisher, viewerOf } from '../../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/test-app.ts';

/** What a cleaner of before is made out to have let through: no answer and no stream may carry it (safety 1). */
const forbidden = /onerror|<script|javascript:|<iframe|alert/i;
const topic = branded<'Topic'>('ACME/PAST/FORMER');
const bot = branded<'User'>('ACME/bot');
const ann = branded<'User'>('ACME/ann');
const minute = 60_000;
/** When the former server published, in whole minutes before the test's clock begins. */
const start = Date.UTC(2026, 10, 21, 8);
const timeOf = (version: number) => timeDigits(start + version * 1000);
const iso = (at: number) => new Date(at).toISOString();

const row = (n: number, value: string) =>
  `<tr><td data-cell="A${n}"><img src="x" onerror="alert(1)">${value}</td><td data-cell="B${n}">same</td></tr>`;
const tableOf = (...values: string[]) =>
  `<table><tbody>${values.map((value, n) => row(n + 1, value)).join('')}</tbody></table><iframe src="javascript:alert(1)"></iframe>`;

function reportOf(version: number, html: string): StoredReport {
  const styles = ['color:red', 'background:url(javascript:alert(1))'];
  return {
    ...{ version, time: timeOf(version), sender: bot, metadata: {}, holdControls: false, cleaner: cleanerVersion - 1 },
    pages: [
      { name: 'P', user: null, html, styles },
      { name: 'Own', user: null, html: tableOf('all'), styles: [] },
      { name: 'Own', user: ann, html: tableOf('hers'), styles: [] },
    ],
  };
}

/** The steps of the former server, by the version that they lead to; the first version and the last are whole. */
const steps: ReadonlyMap<number, readonly Op[]> = new Map<number, Op[]>([
  [2, [[0, 'c', 0, '<a href="javascript:alert(1)" onerror="alert(1)">2</a>']]],
  [3, [[0, 'r', 1, 0, row(9, '9')]]],
  [4, [[0, 's', 2, 'width:1px;background:url(javascript:alert(1))']]],
  [5, [[0, 'p', tableOf('5', 'y')]]],
]);
const LAST = 6;

/** The pages of each version as the former server had them. */
function formerPages(): Map<number, StoredReport> {
  const all = new Map<number, StoredReport>([[1, reportOf(1, tableOf('1', 'x'))]]);
  for (const [version, ops] of steps) {
    const before = all.get(version - 1) ?? expect.unreachable();
    const bodies = applyOps(
      before.pages.map(({ html, styles }) => ({ html, styles: [...styles] })),
      ops,
    );
    const pages = before.pages.map((page, n) => ({ ...page, ...bodies[n] }));
    all.set(version, { ...reportOf(version, ''), pages });
  }
  return all.set(LAST, reportOf(LAST, tableOf('6', 'z')));
}
const former = formerPages();
const shownAt = (version: number) =>
  former
    .get(version)
    ?.pages.filter(({ name, user }) => name === 'P' || user === ann)
    .map(({ html }) => cleanPage(html).html);

/** A store as a server of the version before this one leaves it: it knows the whole past, by its own cleaner. */
async function lastVersions(dataDir: string, secretKey: Buffer): Promise<void> {
  let now = start;
  const clock = { now: () => now };
  const stores = await openStores({ databaseUrl: '', dataDir, clock, seals: new FigureKeys(secretKey) });
  for (const [version, report] of former) {
    now = start + version * 1000;
    const ops = steps.get(version);
    const change = ops ? ({ kind: 'delta', ops } as const) : ({ kind: 'whole', report } as const);
    await stores.reports.append({
      ...{ topic, base: version - 1, version, time: timeOf(version), sender: bot, change },
    });
  }
  await stores.close();
}

/** A store of before the past was readable: one keyframe and the steps after it, neither signed. */
async function firstVersions(dataDir: string): Promise<void> {
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(databaseFile(dataDir))) });
  const before = Object.entries(migrationsOf('sqlite')).filter(([name]) => name.slice(0, 4) <= '0014');
  await migrate(db, Object.fromEntries(before));
  const kept = [...former.keys()].filter((version) => version < LAST);
  const place = { topic, sender: bot, is_live: 1, view_secret: null, publish_secret: null };
  const version = kept.map(async (one) => {
    const { isPacked, replay, body } = await encodeOps(steps.get(one) ?? []);
    return {
      ...{ topic, version: one, from_version: one - 1, time: timeOf(one), sender: bot, is_whole: one === 1 ? 1 : 0 },
      ...{ replay, is_packed: isPacked ? 1 : 0, created_at: start + one * 1000 },
      body: one === 1 ? own(Buffer.from('')) : body,
    };
  });
  const head = { version: LAST - 1, time: timeOf(LAST - 1), reserved_to: LAST - 1, changed_at: start };
  const replay = { keyframe_version: 1, keyframe_bytes: 1, replay: 4, replay_bytes: 1 };
  const body = await packReport(former.get(1) ?? expect.unreachable());
  await fill(db, {
    topic: [{ ...place, ...head, ...replay }],
    version: await Promise.all(version),
    keyframe: [{ topic, version: 1, body }],
  });
  await db.destroy();
}

describe.each([
  { what: 'of the version before', last: LAST, makes: lastVersions },
  { what: 'of before the past was readable', last: LAST - 1, makes: firstVersions },
])('the past of a store $what that is upgraded', ({ last, makes }) => {
  let server: TestApp;
  let publisher: TestPublisher;
  let web: TestBrowser;
  beforeAll(async () => {
    const secretKey = randomBytes(32);
    const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-former-'));
    await makes(dataDir, secretKey);
    server = await startTestApp({}, { dataDir, secretKey });
    const report = former.get(5) ?? expect.unreachable();
    await server.stores.snapshots.capture({ topic, date: '2026-11-20', capturedAt: start, report });
    publisher = await publisherOf(server, bot);
    web = await viewerOf(server, ann);
  });
  afterAll(() => server?.stop());

  const past = async (at: number, more = {}) => {
    server.clock.move(1000);
    return web.call('reports/report/', { topic, at, ...more });
  };
  const cleanAt = async (version: number, more = {}) => {
    const answer = await past(version, more);
    expect([version, answer.shownVersion, answer.pages]).toEqual([version, version, shownAt(version)]);
    expect(JSON.stringify(answer)).not.toMatch(forbidden);
    return answer;
  };

  test('is cleaned again before any of its versions is shown, and no step of it is told as it was', async () => {
    for (let version = 1; version <= last; version++) {
      await cleanAt(version);
      // A client that shows another version gets pages, too: steps would carry what the former cleaner let through.
      if (version > 1) expect((await cleanAt(version, { fromVersion: version - 1 })).ops).toBeUndefined();
      if (version > 1) expect((await cleanAt(version - 1, { fromVersion: version })).ops).toBeUndefined();
    }
  });

  test('tells figures, and what a cell held, as the viewers of then saw them', async () => {
    server.clock.move(1000);
    const history = await web.call('reports/cellhistory/', { topic, page: 'P', cell: 'A1', to: iso(start + 5000) });
    expect(history).toMatchObject({ values: [{ text: '5' }, { text: '2' }, { text: '1' }] });
    expect(JSON.stringify(history)).not.toMatch(forbidden);
    const figures = [{ page: 'P', cell: 'A1', text: '2' }];
    const told = await web.call('reports/verify/', { topic, version: 2, figures });
    // What was kept before versions were signed is vouched for by nobody.
    if (last === LAST) expect(told).toMatchObject({ state: 'signed', figures: [{ is: 'confirmed', text: '2' }] });
    else expect(told).toMatchObject({ state: 'unsigned', figures: [] });
  });

  test('is clean where a version of it is rolled back to, and beside what is published since', async () => {
    const rolledBack = await publisher.call('publish.publishRollback', { topic, version: 2, reason: 'wrong prices' });
    expect(rolledBack.body).toMatchObject({ version: last + 1, changed: true });
    const live = await web.call('reports/report/', { topic });
    expect([live.version, live.pages]).toEqual([last + 1, shownAt(2)]);
    expect(JSON.stringify(live)).not.toMatch(forbidden);
    await publisher.call('publish.publishRelease', { topic, version: last + 1, accept: true });
    server.clock.move(minute);
    const cells = [{ page: 'P', cell: 'A1', html: '7' }];
    const { body } = await publisher.call('publish.publishCells', { topic, baseVersion: last + 1, cells });
    expect(body).toMatchObject({ version: last + 2, changed: true });
    expect((await past(last + 2, { fromVersion: last + 1 })).ops).toEqual([[0, 'c', 0, '7']]);
    for (const from of [last + 1, last + 2]) expect((await cleanAt(3, { fromVersion: from })).ops).toBeUndefined();
    expect((await past(last + 2, { fromVersion: 3 })).ops).toBeUndefined();
  });

  test('is clean after thinning, too', async () => {
    await publisher.call('publish.publishTag', { topic, version: 4, tag: 'kept' });
    const thinned = await server.stores.past.thin({ from: start, to: start + minute, width: minute });
    expect(thinned).toBeGreaterThan(0);
    const left = [2, 4, last];
    for (const version of left) await cleanAt(version);
    expect((await past(1)).pages).toEqual([]);
    expect((await cleanAt(4, { fromVersion: 2 })).ops).toBeUndefined();
  });

  test('is clean on the day of a snapshot', async () => {
    const answer = await web.call('reports/report/', { topic: `${topic}.20261120` });
    expect(answer.pages).toEqual(shownAt(5));
    expect(JSON.stringify(answer)).not.toMatch(forbidden);
  });
});
