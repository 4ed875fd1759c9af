import { gunzipSync } from 'node:zlib';
import { secretHeaders } from '@sheetwire/contract/headers';
import { limits } from '@sheetwire/contract/limits';
import { parseGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test, vi } from 'vitest';
import { StoreFault } from '#ports/store-fault.ts';
import type { TestPublisher } from '../../testing/publisher.ts';
import type { TestApp, TestBrowser } from '../../testing/test-app.ts';
import { viewingRig } from '../../testing/viewing-rig.ts';

let server: TestApp;
let bot: TestPublisher;
let ann: TestBrowser;
let eve: TestBrowser;
viewingRig((rig) => {
  ({ server, bot, ann, eve } = rig);
});

const page = (value: string, name = 'Positions') => ({
  name,
  html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`,
});
const publish = (topic: string, pages: unknown, more = {}) =>
  bot.call('publish.publishReport', { topic, pages, ...more });
const fetch = (topic: string, more = {}, web = ann) => web.call('reports/report/', { topic, reportTime: '', ...more });

const empty = {
  pages: [],
  pageNames: [],
  time: 'no_time',
  sender: '',
  snapshotDates: [],
  hasControls: false,
  hasUserHtml: false,
  canInteract: false,
  nodiff: false,
  logout: false,
  logDeep: false,
  version: 0,
  shownDate: null,
  styles: [],
  metadata: {},
  publisherSeenUtc: null,
};

async function grant(gropic: string, lists: Partial<Record<'viewers' | 'interactors', string[]>>): Promise<void> {
  const name = parseGropic(gropic);
  const of = (names: string[] = []) => names.map(parsePrincipal).filter((one): one is Principal => one !== undefined);
  if (!name) throw new Error('malformed');
  const present = (await server.stores.perms.get(name))?.version ?? 0;
  const perms = {
    gropic: name,
    viewers: of(lists.viewers),
    publishers: of(['ACME/bot']),
    interactors: of(lists.interactors),
    admins: [],
    version: 0,
  };
  await server.stores.perms.save(perms, present);
  await server.app.reporting.rightsChanged();
}

test('nothing changed since the client’s version is nodiff', async () => {
  const { time } = (await publish('ACME/R/SAME', [page('1')])).body;
  const first = await fetch('ACME/R/SAME');
  expect(first).toMatchObject({ nodiff: false, time, hasUserHtml: false, canInteract: false });
  expect(await fetch('ACME/R/SAME', { reportTime: time })).toMatchObject({ nodiff: true });
  expect(await fetch('ACME/R/SAME', { reportTime: time })).not.toHaveProperty('pages');
  expect(await fetch('ACME/R/SAME', { reportTime: time, canInteract: true })).toMatchObject({ nodiff: false });
});

test('who holds a version of another server, not heard of here yet, gets that one or a newer one, never an older', async () => {
  const topic = branded<'Topic'>('ACME/R/ELSEWHERE');
  const time = BigInt(String((await publish(topic, [page('1')])).body.time));
  const next = String(time + 1n);
  const there = { topic, base: 1, version: 2, time: next, sender: 'ACME/bot' };
  await server.stores.reports.append({ ...there, change: { kind: 'delta', ops: [[0, 'c', 0, '2']] } });
  expect(server.app.reporting.engine.head(topic)?.version).toBe(1);
  expect(await fetch(topic, { reportTime: next, canInteract: true })).toMatchObject({ version: 2, time: next });
  const after = { ...there, base: 2, version: 3, time: String(time + 2n) };
  await server.stores.reports.append({ ...after, change: { kind: 'delta', ops: [[0, 'c', 0, '3']] } });
  expect(await fetch(topic, { reportTime: after.time, returnReport: false })).toMatchObject({ version: 3 });
  expect(await fetch(topic, { reportTime: after.time })).toMatchObject({ nodiff: true });
  const last = { ...there, base: 3, version: 4, time: String(time + 3n) };
  await server.stores.reports.append({ ...last, change: { kind: 'delta', ops: [[0, 'c', 0, '4']] } });
  // What it showed before another server said that there is nothing, nobody knows.
  expect(await fetch(topic, { reportTime: 'no_time' })).toMatchObject({ version: 4 });
});

test('a report that may not be viewed answers like one that does not exist', async () => {
  await publish('ACME/R/HIDDEN', [page('secret')]);
  const hidden = await fetch('ACME/R/HIDDEN', {}, eve);
  const absent = await fetch('ACME/R/ABSENT', {}, eve);
  expect(hidden).toEqual({ ...empty, topicBase: 'ACME/R/HIDDEN' });
  expect(absent).toEqual({ ...empty, topicBase: 'ACME/R/ABSENT' });
});

test('nobody signed in gets 401', async () => {
  const answer = await server.app.fastify.inject({
    method: 'POST',
    url: '/api/v1/reports/report/',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    payload: '{"topic":"ACME/R/SAME"}',
  });
  expect(answer.statusCode).toBe(401);
});

test('a page over 8 KiB goes as base64 gzip, and so does one that begins with H4', async () => {
  const long = `<p>${'x'.repeat(10_000)}</p>`;
  await publish('ACME/R/LONG', [
    { name: 'Long', html: long },
    { name: 'H4', html: 'H4 is a heading' },
  ]);
  const pages = (await fetch('ACME/R/LONG')).pages as string[];
  expect(pages.every((html) => html.startsWith('H4sI'))).toBe(true);
  expect(pages.map((html) => gunzipSync(Buffer.from(html, 'base64')).toString())).toEqual([long, 'H4 is a heading']);
});

test('METADATA comes last', async () => {
  await publish('ACME/R/META', [page('m', 'Metadata'), page('1')]);
  expect((await fetch('ACME/R/META')).pageNames).toEqual(['Positions', 'Metadata']);
});

test('a private page is received by its user alone, in place of the common one', async () => {
  await publish('ACME/R/PRIVATE', [
    page('for all'),
    { ...page('for ann'), user: 'ACME/ann' },
    { ...page('x', 'Own'), user: 'ACME/bob' },
  ]);
  const own = await fetch('ACME/R/PRIVATE');
  expect(own).toMatchObject({ hasUserHtml: true, pageNames: ['Positions'] });
  expect((own.pages as string[])[0]).toContain('for ann');
  const common = (await bot.call('reports.report', { topic: 'ACME/R/PRIVATE' })).body;
  expect(common).toMatchObject({ hasUserHtml: false, pageNames: ['Positions'] });
  expect((common.pages as string[])[0]).toContain('for all');
});

test('a viewer who comes later learns the rhythm of the publisher', async () => {
  const times = [];
  for (const value of ['1', '2', '3']) times.push((await publish('ACME/R/RHYTHM', [page(value)])).body.time);
  expect(await fetch('ACME/R/RHYTHM')).toMatchObject({ recentTimes: times });
});

test('a viewer learns whether a publisher is connected', async () => {
  const topic = 'ACME/R/CONNECTED';
  await publish(topic, [page('1')]);
  expect(await fetch(topic)).not.toHaveProperty('publisherConnected');
  await bot.call('publish.publishOpen', { topics: [topic], instanceId: 'i' });
  const shown = await fetch(topic);
  expect(shown).toMatchObject({ publisherConnected: true });
  expect(await fetch(topic, { reportTime: shown.time })).toMatchObject({ nodiff: true, publisherConnected: true });
  server.clock.move(limits.publisherLease + 1);
  expect(await fetch(topic)).not.toHaveProperty('publisherConnected');
});

test('while nothing vouches for what is in memory the store is asked what is newest', async () => {
  const topic = 'ACME/R/VOUCHED';
  const { time } = (await publish(topic, [page('1')])).body;
  const { hub, engine } = server.app.reporting;
  const asked = vi.spyOn(engine, 'refresh');
  hub.cutOff();
  expect(await fetch(topic, { reportTime: time })).toMatchObject({ nodiff: true });
  expect(asked.mock.calls).toEqual([[topic]]);
  hub.join();
  await fetch(topic, { reportTime: time });
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
});

test('while a version is known that is not in memory the store is asked, and what was there is not answered', async () => {
  const topic = branded<'Topic'>('ACME/R/UNREAD');
  const { time } = (await publish(topic, [page('1')])).body;
  const { engine } = server.app.reporting;
  const asked = vi.spyOn(engine, 'refresh');
  engine.unread.note(topic, 2);
  expect(await fetch(topic, { reportTime: time })).toMatchObject({ nodiff: true });
  expect(asked).toHaveBeenCalledTimes(0);
  server.clock.move(limits.unread.answered);
  asked.mockRejectedValueOnce(new StoreFault('the answer was lost'));
  expect(await fetch(topic, { reportTime: time })).toMatchObject({ error: { code: 'store_unavailable' } });
  // The store says that there is none.
  expect(await fetch(topic, { reportTime: time })).toMatchObject({ nodiff: true });
  await fetch(topic, { reportTime: time });
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

test('a view secret hides the report on the web; an API key proves it', async () => {
  await publish('ACME/R/SECRET', [page('1')], { viewSecret: 'sesame' });
  expect(await fetch('ACME/R/SECRET')).toMatchObject({ pages: [] });
  expect((await bot.call('reports.report', { topic: 'ACME/R/SECRET' })).body).toMatchObject({ pages: [] });
  const proved = await bot.call('reports.report', { topic: 'ACME/R/SECRET' }, { [secretHeaders.view]: 'sesame' });
  expect(proved.body).toMatchObject({ pageNames: ['Positions'] });
});

test('rights of the group decide, and interactors may interact', async () => {
  await grant('ACME/DESK', { viewers: ['ACME/ann'], interactors: ['ACME/ann'] });
  await publish('ACME/DESK/DAILY', [page('1')]);
  expect(await fetch('ACME/DESK/DAILY')).toMatchObject({ canInteract: true, pageNames: ['Positions'] });
  await grant('ACME/DESK', { viewers: ['ACME/bob'] });
  expect(await fetch('ACME/DESK/DAILY')).toMatchObject({ pages: [], canInteract: false });
});

test('a day shows the newest snapshot at or before it, and says which', async () => {
  const topic = parseTopic('ACME/R/DAYS');
  if (!topic) throw new Error('malformed');
  await publish(topic, [page('old')]);
  const report = await server.stores.reports.newest(topic);
  if (!report) throw new Error('not stored');
  for (const date of ['2026-11-03', '2026-11-10'])
    await server.stores.snapshots.capture({ topic, date, capturedAt: 1, report });
  await publish(topic, [page('new')]);
  server.clock.move(60_000);
  const shown = await fetch(`${topic}.20261112`);
  expect(shown).toMatchObject({
    shownDate: '2026-11-10',
    canInteract: false,
    topicBase: topic,
    snapshotDates: ['2026-11-10', '2026-11-03'],
  });
  expect((shown.pages as string[])[0]).toContain('old');
  expect(await fetch(`${topic}.20261112`, { reportTime: shown.time })).toMatchObject({
    ...{ nodiff: true, shownDate: '2026-11-10' },
  });
  expect(await fetch(`${topic}.20261102`)).toMatchObject({ pages: [], time: 'no_time', version: 0 });
  expect(await fetch(`${topic}.20261102`, { numSnapshotDates: 2 })).not.toHaveProperty('snapshotDates');
  expect(await fetch(`${topic}.20261112`, {}, eve)).toMatchObject({ pages: [], snapshotDates: [] });
  expect(await fetch(topic, { numSnapshotDates: 2 })).not.toHaveProperty('snapshotDates');
});

test('a day on which the same version was captured later is told, though nothing else changed', async () => {
  const topic = parseTopic('ACME/R/LATER');
  if (!topic) throw new Error('malformed');
  await publish(topic, [page('same')]);
  const report = await server.stores.reports.newest(topic);
  if (!report) throw new Error('not stored');
  await server.stores.snapshots.capture({ topic, date: '2026-11-26', capturedAt: 1, report });
  const { time, shownDate } = await fetch(`${topic}.20261127`);
  expect(shownDate).toBe('2026-11-26');
  await server.stores.snapshots.capture({ topic, date: '2026-11-27', capturedAt: 2, report });
  expect(await fetch(`${topic}.20261127`, { reportTime: time })).toMatchObject({
    nodiff: true,
    shownDate: '2026-11-27',
  });
  expect(await fetch(topic, { reportTime: time })).not.toHaveProperty('shownDate');
});

test('of a day only the pages are read that its reader receives, and none for who holds it already', async () => {
  const topic = parseTopic('ACME/R/OWNDAYS');
  if (!topic) throw new Error('malformed');
  await publish(topic, [page('everyone'), { ...page('his'), user: 'ACME/bob' }]);
  const report = await server.stores.reports.newest(topic);
  if (!report) throw new Error('not stored');
  await server.stores.snapshots.capture({ topic, date: '2026-11-10', capturedAt: 1, report });
  const whole = vi.spyOn(server.stores.snapshots, 'atOrBefore');
  const pages = vi.spyOn(server.stores.snapshots, 'pages');
  const shown = await fetch(`${topic}.20261112`);
  expect((shown.pages as string[]).join()).toContain('everyone');
  expect(pages.mock.calls.map(([, numbers]) => numbers)).toEqual([[0]]);
  expect(await fetch(`${topic}.20261112`)).toEqual(shown);
  expect(await fetch(`${topic}.20261112`, { reportTime: shown.time })).toMatchObject({ nodiff: true });
  expect([pages.mock.calls.length, whole.mock.calls.length]).toEqual([1, 0]);
  vi.restoreAllMocks();
});

test('who reads days too often is told to wait', async () => {
  const topic = 'ACME/R/DAYS';
  const many = Array.from({ length: limits.log.perUser + 10 }, () =>
    ann.post('reports/report/', { topic: `${topic}.20261112`, reportTime: '' }),
  );
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  server.clock.move(60_000);
});

test('asking without the report keeps session and rights checked, and tells the newest version alone', async () => {
  const { version } = await fetch('ACME/R/SAME');
  expect(await fetch('ACME/R/SAME', { returnReport: false })).toEqual({ nodiff: true, version });
  expect(await fetch('ACME/R/SAME.20261112', { returnReport: false })).toEqual({ nodiff: true });
});
