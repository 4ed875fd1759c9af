import { PassThrough } from 'node:stream';
import { secretHeaders } from '@sheetwire/contract/headers';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import { parseUser } from '@sheetwire/rules/principal';
import { gropicOf } from '@sheetwire/rules/topic';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import type { CellsPublish } from '#report/publish/publishes.ts';
import { grantControls, orderPage, orders } from '../../testing/control-desk.ts';
import { publisherOf, type TestPublisher } from '../../testing/publisher.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/** What a busy machine may take. */
const soon = { timeout: 20_000 };

let server: TestApp;
let bot: TestPublisher;
let other: TestPublisher;
let gone: TestPublisher;
beforeAll(async () => {
  server = await startTestApp();
  bot = await publisherOf(server, 'ACME/bot');
  other = await publisherOf(server, 'ACME/other');
  gone = await publisherOf(server, 'ACME/gone');
  await bot.call('publish.publishReport', { topic: orders, pages: [orderPage()] });
});
const all = { publishers: ['ACME/bot', 'ACME/other', 'ACME/gone'] };
beforeEach(() => grantControls(server, all));
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.stop());

const engine = () => server.app.reporting.engine;
const version = () => engine().head(orders)?.version ?? 0;
const secret = (given: string) => ({ [secretHeaders.publish]: given });
const codeOf = ({ body }: { body: Record<string, unknown> }) => (body.error as { code: string } | undefined)?.code;
let made = 0;
/** A value that no other test has published. */
function fresh(): string {
  made += 1;
  return `${made}`;
}
const whole = (more: object = {}) => ({ topic: orders, pages: [orderPage([fresh()])], ...more });
const longWhole = () => whole({ pages: [orderPage([fresh(), 'x'.repeat(limits.clean.inlineReport)])] });
const cells = (more: object[] = []) => {
  const edits = [{ page: 'Orders', cell: 'A1', html: fresh() }, ...more];
  return { topic: orders, baseVersion: version(), cells: edits };
};
const longCells = () => cells([{ page: 'Orders', cell: 'A1', html: 'x'.repeat(limits.clean.inlineCells) }]);

/** Holds the topic's turn until the publishes that are sent wait in line for it and `meanwhile` is done. */
async function inLine<T>(send: () => readonly Promise<T>[], meanwhile?: () => Promise<void>): Promise<T[]> {
  const { promise, reject } = Promise.withResolvers<CellsPublish>();
  const holding = engine()
    .patch(orders, promise)
    .catch(() => undefined);
  const spies = [vi.spyOn(engine(), 'publish'), vi.spyOn(engine(), 'patch'), vi.spyOn(engine(), 'remove')];
  const sent = send();
  const waiting = () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  await vi.waitFor(() => expect(waiting()).toBe(sent.length), soon);
  await meanwhile?.();
  reject(new Refusal('malformed'));
  await holding;
  return Promise.all(sent);
}

test.each([
  ['whole report', 'publish.publishReport', whole],
  ['long report', 'publish.publishReport', longWhole],
  ['publish of cells', 'publish.publishCells', cells],
  ['long publish of cells', 'publish.publishCells', longCells],
  ['removal', 'publish.publishRemove', () => ({ topic: orders })],
] as const)('a %s that waits its turn is refused once the right to publish is gone', async (_, name, body) => {
  await bot.call('publish.publishReport', whole());
  const before = version();
  const [answer] = await inLine(
    () => [other.call(name, body())],
    () => grantControls(server, { publishers: ['ACME/bot'] }),
  );
  expect([answer?.status, answer && codeOf(answer), version()]).toEqual([403, 'not_allowed', before]);
});

test('a publish in line is refused once its key ended with the account', async () => {
  const before = version();
  const [answer] = await inLine(
    () => [gone.call('publish.publishReport', whole())],
    async () => {
      const user = parseUser('ACME/gone');
      if (user) await server.app.identity.lines.endUser(user, 'everything');
    },
  );
  expect([answer?.status, version()]).toEqual([401, before]);
});

test('a publish in line takes no publish secret away that was set before its turn', async () => {
  const set = { publishSecret: 'mine' };
  const [, later] = await inLine(() => [
    bot.call('publish.publishReport', whole(set)),
    other.call('publish.publishReport', whole({ publishSecret: 'theirs' })),
  ]);
  expect([later?.status, later && codeOf(later)]).toEqual([403, 'wrong_publish_secret']);
  const own = await bot.call('publish.publishReport', whole({ publishSecret: '' }), secret('mine'));
  expect(own.status).toBe(200);
});

test('publishes in line that prove the secret which the first of them sets all go through', async () => {
  const send = (more: object = {}) => bot.call('publish.publishReport', whole(more), secret('ours'));
  const answers = await inLine(() => [send({ publishSecret: 'ours' }), send(), send({ publishSecret: '' })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test.each([
  ['the right to publish is gone', () => grantControls(server, { publishers: ['ACME/bot'] }), 403],
  ['the report is removed', () => bot.call('publish.publishRemove', { topic: orders }), 404],
  ['the report is rolled back', rollback, 409],
  [
    'the key has ended',
    async () => {
      const user = parseUser('ACME/other');
      if (user) await server.app.identity.lines.endUser(user, 'everything');
    },
    401,
  ],
] as const)('a linked file whose body comes slowly is refused once %s', async (_, meanwhile, status) => {
  await bot.call('publish.publishReport', whole());
  const put = vi.spyOn(server.stores.linkedFiles, 'put');
  const asked = vi.spyOn(engine(), 'head');
  const payload = new PassThrough();
  payload.write('slow');
  const headers = { authorization: `Bearer ${other.key}`, 'content-type': 'text/plain' };
  const url = `/api/v1/publish/linkedfiles/${orders}/slow.txt`;
  const answer = server.app.fastify.inject({ method: 'PUT', url, headers, payload });
  // Its name, its secret, and whether it is live: the body is next.
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(2), soon);
  await vi.waitFor(() => expect(payload.readableLength).toBe(0), soon);
  await meanwhile();
  payload.end('end');
  expect([(await answer).statusCode, put.mock.calls.length]).toEqual([status, 0]);
  const held = engine().head(orders)?.heldVersion;
  if (held !== undefined) await bot.call('publish.publishRelease', { topic: orders, version: held, accept: true });
});

/** Holds the publisher until it is released. */
async function rollback(): Promise<void> {
  const earlier = version();
  await bot.call('publish.publishReport', whole());
  await bot.call('publish.publishRollback', { topic: orders, version: earlier, reason: 'wrong' });
}

test.each([
  ['over the rate', { SHEETWIRE_MAX_PUBLISH_RATE: '1' }, 429],
  ['named as publisher nowhere', { SHEETWIRE_UNADMINISTERED: 'none' }, 403],
] as const)('a long body that does not begin with its topic is not read for who is %s', async (_, settings, status) => {
  const strict = await startTestApp(settings);
  const caller = await publisherOf(strict, 'ACME/bot');
  await caller.call('publish.publishReport', whole());
  // Read, it is malformed.
  const body = `{"cells": ["${'x'.repeat(Math.max(limits.clean.inlineReport, limits.clean.inlineCells))}`;
  for (const name of ['publish.publishReport', 'publish.publishCells']) {
    expect((await caller.call(name, body)).status).toBe(status);
  }
  await strict.stop();
});

test('a long body that does not begin with its topic is read for who is named as publisher', async () => {
  const strict = await startTestApp({ SHEETWIRE_UNADMINISTERED: 'none' });
  const caller = await publisherOf(strict, 'ACME/bot');
  await grantControls(strict, {});
  const { topic, ...report } = longWhole();
  expect((await caller.call('publish.publishReport', { ...report, topic })).status).toBe(200);
  await strict.stop();
});

test('a right that another server gave a moment ago counts before its word arrives', async () => {
  await grantControls(server, { publishers: ['ACME/other'] });
  const open = () => bot.call('publish.publishOpen', { topics: [orders], instanceId: 'desk' });
  expect(await open()).toMatchObject({ status: 403 });
  await saveUntold(['ACME/bot']);
  expect(await open()).toMatchObject({ status: 200 });
  await grantControls(server, { publishers: ['ACME/other'] });
  await saveUntold(['ACME/bot']);
  expect(await bot.call('publish.publishReport', whole())).toMatchObject({ status: 200 });
});

test('a right by a group that another server let the publisher into counts before its word arrives', async () => {
  const group = branded<'Group'>('ACME/DESK BOTS');
  await server.stores.groups.save({ name: group, isDirectory: false, members: [] });
  await server.app.reporting.tellGroup(group);
  await grantControls(server, { publishers: [group] });
  expect(await bot.call('publish.publishReport', whole())).toMatchObject({ status: 403 });
  await server.stores.groups.save({ name: group, isDirectory: false, members: [branded<'User'>('ACME/bot')] });
  expect(await bot.call('publish.publishReport', whole())).toMatchObject({ status: 200 });
});

test('the first right of a publisher counts before its word arrives, though the body names its report last', async () => {
  const strict = await startTestApp({ SHEETWIRE_UNADMINISTERED: 'none' });
  const caller = await publisherOf(strict, 'ACME/bot');
  const { topic, ...report } = longWhole();
  expect((await caller.call('publish.publishReport', { ...report, topic })).status).toBe(403);
  const lists = { viewers: [], publishers: [branded<'User'>('ACME/bot')], interactors: [], admins: [] };
  await strict.stores.perms.save({ gropic: gropicOf(orders), ...lists, version: 0 }, 0);
  expect((await caller.call('publish.publishReport', { ...report, topic })).status).toBe(200);
  await strict.stop();
});

test('who loses the right to publish while its session is opened takes nothing over and is connected no more', async () => {
  const { controls } = server.stores;
  const open = controls.open.bind(controls);
  let hash = '';
  vi.spyOn(controls, 'open').mockImplementationOnce(async (session, ...more) => {
    hash = session.hash;
    await grantControls(server, { publishers: ['ACME/other'] });
    return open(session, ...more);
  });
  const answer = await bot.call('publish.publishOpen', { topics: [orders], instanceId: 'desk' });
  expect([answer.status, codeOf(answer), hash]).toEqual([403, 'not_allowed', expect.stringMatching(/./)]);
  expect(await controls.find(hash)).toBeUndefined();
});

/** Writes the store alone: the word of the server that did it is still on its way. */
async function saveUntold(publishers: readonly string[]): Promise<void> {
  const { perms } = server.stores;
  const lists = await perms.get(gropicOf(orders));
  if (!lists) throw new Error('the report is not administered');
  const named = publishers.flatMap((name) => parseUser(name) ?? []);
  await perms.save({ ...lists, publishers: named }, lists.version);
}

test('a long report whose publisher is judged anew after it was read is published as it was read', async () => {
  const publish = engine().publish.bind(engine());
  let asked = 0;
  vi.spyOn(engine(), 'publish').mockImplementationOnce((topic, input) => {
    const { stillMay } = input;
    return publish(topic, Object.assign(input, { stillMay: () => (++asked === 2 ? anotherSecret() : stillMay?.()) }));
    function anotherSecret() {
      const head = engine().head(topic);
      if (head) vi.spyOn(engine(), 'head').mockReturnValueOnce({ ...head, publishSecret: 'another' });
      stillMay?.();
    }
  });
  const before = version();
  const text = `${fresh()} ${'x'.repeat(2 * limits.work.turn)}`;
  const { status, body } = await bot.call('publish.publishReport', whole({ pages: [orderPage(['1', text])] }));
  expect([status, body, asked]).toMatchObject([200, { version: before + 1 }, 2]);
});
