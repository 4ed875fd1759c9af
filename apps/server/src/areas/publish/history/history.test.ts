import { limits } from '@sheetwire/contract/limits';
import { parseGropic } from '@sheetwire/rules/gropic';
import { parsePrincipal } from '@sheetwire/rules/principal';
import { parseTopic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import { type TestPublisher, viewerOf } from '../../../testing/publisher.ts';
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts';
import { viewingRig } from '../../../testing/viewing-rig.ts';

let server: TestApp;
let bot: TestPublisher;
let ann: TestBrowser;
let eve: TestBrowser;
viewingRig((rig) => {
  ({ server, bot, ann, eve } = rig);
});

const hour = 3_600_000;
const sheet = (value: string, name = 'P') => ({
  name,
  html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`,
});
const publish = (topic: string, value: string, name?: string) =>
  bot.call('publish.publishReport', { topic, pages: [sheet(value, name)] });
const rollback = (topic: string, version: number, reason = 'wrong prices') =>
  bot.call('publish.publishRollback', { topic, version, reason });
const release = (topic: string, version: number, accept = true) =>
  bot.call('publish.publishRelease', { topic, version, accept });
const shown = async (topic: string, web = ann) =>
  web.call('reports/report/', { topic, reportTime: '', hasUserHtml: false, canInteract: false, numSnapshotDates: 0 });

async function threeOf(topic: string): Promise<void> {
  for (const value of ['1', '2', '3']) {
    server.clock.move(60_000);
    await publish(topic, value);
  }
}

/** Gives a report lists of its own: the user is its admin and views it, the publisher publishes it. */
async function administered(topic: string, admins: readonly string[]): Promise<void> {
  const gropic = parseGropic(topic);
  const of = (names: readonly string[]) => names.flatMap((name) => parsePrincipal(name) ?? []);
  if (!gropic) throw new Error('malformed');
  const lists = {
    viewers: of([...admins, 'ACME/bot']),
    publishers: of(['ACME/bot']),
    interactors: [],
    admins: of(admins),
  };
  await server.stores.perms.save({ gropic, ...lists, version: 0 }, 0);
  await server.app.reporting.rightsChanged();
}

test('a rollback is one new version with the old content, the reason and who did it', async () => {
  const topic = 'ACME/BACK/ONE';
  await threeOf(topic);
  const answer = await rollback(topic, 1, '  wrong\nprices ');
  expect([answer.status, answer.body]).toMatchObject([200, { topic, version: 4, changed: true }]);
  expect(await shown(topic)).toMatchObject({ pages: [sheet('1').html], version: 4, sender: 'ACME/bot' });
  const { buckets } = await ann.call('reports/versions/', { topic });
  expect(buckets).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'rollback', firstVersion: 4, restored: 1, words: 'wrong prices', by: 'ACME/bot' },
    }),
  );
  const step = await ann.call('reports/report/', { topic, at: 4, fromVersion: 3 });
  expect(step.ops).toEqual([[0, 'c', 0, '1']]);
  expect((await ann.call('reports/report/', { topic, at: 3 })).pages).toEqual([sheet('3').html]);
  const rows = await server.stores.audit.read({ limit: 5 });
  const after = { version: 4, restored: 1, reason: 'wrong prices' };
  expect(rows).toContainEqual(expect.objectContaining({ action: 'report rolled back', object: topic, after }));
});

test('every way of publishing is refused after a rollback, until the publisher releases it', async () => {
  const topic = 'ACME/BACK/HELD';
  await threeOf(topic);
  await rollback(topic, 1);
  const message =
    'ACME/bot rolled the report back to version 1 (wrong prices). Publishing is on hold until version 4 is released';
  for (const [call, body] of [
    ['publish.publishReport', { topic, pages: [sheet('4')] }],
    ['publish.publishReport', { topic, pages: [sheet('1')] }],
    ['publish.publishCells', { topic, baseVersion: 4, cells: [{ page: 'P', cell: 'A1', html: '4' }] }],
    ['publish.publishValues', { topic, sheets: [] }],
    ['publish.publishRemove', { topic }],
  ] as const) {
    const { status, body: said } = await bot.call(call, body);
    expect([call, status, said]).toEqual([call, 409, { error: { code: 'rolled_back', message, have: 4 } }]);
  }
  for (const path of ['workbook/ACME/BACK/HELD', 'linkedfiles/ACME/BACK/HELD/a.txt']) {
    const { statusCode } = await server.app.fastify.inject({
      method: 'PUT',
      url: `/api/v1/publish/${path}`,
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${bot.key}` },
      payload: 'A,B\n1,2\n',
    });
    expect([path, statusCode]).toEqual([path, 409]);
  }
  expect(await shown(topic)).toMatchObject({ version: 4 });
  expect((await release(topic, 4, false)).body).toMatchObject({ version: 4, changed: false });
  expect((await publish(topic, '4')).status).toBe(409);
  expect((await release(topic, 4)).body).toMatchObject({ version: 4, changed: true });
  expect((await release(topic, 4)).body).toMatchObject({ version: 4, changed: false });
  expect((await publish(topic, '4')).body).toMatchObject({ version: 5, changed: true });
});

test('a publisher that ticks never undoes a rollback', async () => {
  const topic = 'ACME/BACK/TICKS';
  await threeOf(topic);
  const told: Awaited<ReturnType<typeof publish>>[] = [];
  const ticks = async (name: string) => {
    do told.push(await publish(topic, `${name} ${told.length}`));
    while (told.at(-1)?.status !== 409);
  };
  const ticking = Promise.all(['a', 'b', 'c'].map(ticks));
  const { body } = await rollback(topic, 1);
  await ticking;
  expect(await shown(topic)).toMatchObject({ pages: [sheet('1').html], version: body.version });
  for (const { status, body: said } of told)
    if (status === 200) expect(Number(said.version)).toBeLessThan(Number(body.version));
  expect((await publish(topic, 'next')).status).toBe(409);
});

test('of two who roll back at once to the same version one makes it; to others the last one stands', async () => {
  const topic = 'ACME/BACK/TWO';
  await threeOf(topic);
  const same = await Promise.all([rollback(topic, 1), rollback(topic, 1)]);
  expect(same.map(({ body }) => [body.version, body.changed])).toEqual([
    [4, true],
    [4, false],
  ]);
  const others = await Promise.all([rollback(topic, 2), rollback(topic, 3)]);
  expect(others.map(({ body }) => body.version)).toEqual([5, 6]);
  expect(await shown(topic)).toMatchObject({ pages: [sheet('3').html] });
  const old = await release(topic, 5);
  expect([old.status, old.body]).toMatchObject([409, { error: { code: 'wrong_base_version', have: 6 } }]);
  expect((await release(topic, 6)).body).toMatchObject({ changed: true });
});

test('a rollback leads across pages that were renamed, came and went, and across a removal', async () => {
  const topic = 'ACME/BACK/PAGES';
  await publish(topic, '1', 'Old name');
  await publish(topic, '2', 'New name');
  await bot.call('publish.publishRemove', { topic });
  expect((await rollback(topic, 1)).body).toMatchObject({ version: 4, changed: true });
  expect(await shown(topic)).toMatchObject({ pages: [sheet('1').html], pageNames: ['Old name'] });
  const empty = await rollback(topic, 3);
  expect([empty.status, empty.body]).toMatchObject([422, { error: { code: 'unknown_version' } }]);
});

test('private pages come back to their own users alone', async () => {
  const topic = 'ACME/BACK/PRIVATE';
  const pages = (value: string) => [sheet('all'), { ...sheet(value), user: 'ACME/ann' }];
  await bot.call('publish.publishReport', { topic, pages: pages('hers') });
  await bot.call('publish.publishReport', { topic, pages: pages('hers now') });
  await rollback(topic, 1);
  const bea = await viewerOf(server, 'ACME/bea');
  expect(await shown(topic)).toMatchObject({ pages: [sheet('hers').html] });
  expect(await shown(topic, bea)).toMatchObject({ pages: [sheet('all').html] });
});

test('what was never, is the newest, or is not kept any more is refused with words', async () => {
  const topic = 'ACME/BACK/GONE';
  await threeOf(topic);
  for (const [version, status, words] of [
    [9, 422, 'Version 9 of the report does not exist or is no longer kept'],
    [3, 400, 'viewers see version 3 now'],
  ] as const) {
    const { status: got, body } = await rollback(topic, version);
    expect([got, body]).toMatchObject([status, { error: { message: expect.stringContaining(words) } }]);
  }
  for (const reason of [' ', '\u200b\u2060', '\u00ad\u200e \u3164'])
    expect((await rollback(topic, 1, reason)).body).toMatchObject({ error: { code: 'malformed' } });
  expect((await release(topic, 2)).body).toMatchObject({ error: { code: 'unknown_version' } });
  server.clock.move(hour);
  const daily = parseTopic(topic);
  if (!daily) throw new Error('malformed');
  const thinned = { from: 0, to: server.clock.now() - 1, width: 24 * hour };
  await bot.call('publish.publishReport', { topic, pages: [sheet('4')], metadata: { n: 'whole' } });
  expect(await server.stores.past.thin(thinned)).toBeGreaterThan(0);
  for (const call of ['publish.publishRollback', 'publish.publishTag']) {
    const more = call === 'publish.publishTag' ? { tag: 'x' } : { reason: 'x' };
    const { status, body } = await bot.call(call, { topic, version: 1, ...more });
    expect([status, body]).toMatchObject([422, { error: { code: 'unknown_version' } }]);
  }
});

test('a tag is one line, listed and linkable, and an empty one takes it away', async () => {
  const topic = 'ACME/BACK/TAGS';
  await threeOf(topic);
  const tag = (version: number, words: string) => bot.call('publish.publishTag', { topic, version, tag: words });
  expect((await tag(2, ' Final\t17:30 ')).body).toMatchObject({ topic, version: 2, changed: true });
  expect((await tag(2, 'Final 17:30')).body).toMatchObject({ changed: false });
  const listed = async () => {
    const { buckets } = await ann.call('reports/versions/', { topic });
    return Array.isArray(buckets) ? buckets.filter(({ kind }) => kind === 'tag') : [];
  };
  expect(await listed()).toMatchObject([{ firstVersion: 2, words: 'Final 17:30', by: 'ACME/bot' }]);
  expect(await ann.call('reports/report/', { topic, at: 2 })).toMatchObject({ shownVersion: 2 });
  expect((await tag(2, 'x'.repeat(limits.past.tagText + 1))).status).toBe(400);
  await tag(2, 'Final \u202e\u200b03:71');
  expect(await listed()).toMatchObject([{ words: 'Final 03:71' }]);
  for (const unseen of ['\u200b', '\u200d', '\u200e \u00ad']) {
    await tag(2, '\u{1f468}\u200d\u{1f680}');
    expect(await listed()).toMatchObject([{ words: '\u{1f468}\u200d\u{1f680}' }]);
    await tag(2, unseen);
    expect([unseen, await listed()]).toEqual([unseen, []]);
  }
});

test('in the browser admins of the report tag, roll back and release, and publishers read how it came', async () => {
  const topic = 'ACME/BACK/ADMIN';
  await threeOf(topic);
  await administered(topic, ['ACME/ann']);
  expect(await ann.call('reports/versions/', { topic })).toMatchObject({ mayRollBack: true });
  const ask = (web: TestBrowser, path: string, body: object) => web.post(path, { topic, ...body });
  for (const [path, body] of [
    ['publish/tag/', { version: 2, tag: 'x' }],
    ['publish/rollback/', { version: 1, reason: 'x' }],
    ['publish/release/', { version: 1, accept: true }],
  ] as const)
    expect((await ask(eve, path, body)).status).toBe(403);
  expect((await ask(ann, 'publish/tag/', { version: 2, tag: 'Noon' })).status).toBe(200);
  expect((await ask(ann, 'publish/rollback/', { version: 1, reason: 'late prices' })).status).toBe(200);
  expect(await shown(topic)).toMatchObject({ pages: [sheet('1').html], sender: 'ACME/ann' });
  expect(await ann.call('reports/versions/', { topic })).toMatchObject({ heldVersion: 4 });
  await publish(topic, 'held');
  const told = await ann.call('publishing/report/', { topic });
  expect(told).toMatchObject({
    mayRollBack: true,
    hasMore: false,
    held: { version: 4, restored: 1, by: 'ACME/ann', reason: 'late prices' },
    versions: [
      { version: 4, source: 'rollback', restored: 1, reason: 'late prices', sender: 'ACME/ann' },
      { version: 3, source: 'report' },
      { version: 2, source: 'report', tag: 'Noon' },
      { version: 1 },
    ],
    refused: [{ code: 'rolled_back', count: 1 }],
  });
  expect((await ann.call('publishing/report/', { topic, most: 2 })).hasMore).toBe(true);
  expect((await ask(ann, 'publish/release/', { version: 4, accept: true })).body).toMatchObject({ changed: true });
  expect((await publish(topic, 'on')).status).toBe(200);
});
