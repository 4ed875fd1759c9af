import { setImmediate as turn } from 'node:timers/promises';
import { secretHeaders } from '@sheetwire/contract/headers';
import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ControlDesk,
  controlDesk,
  grantControls,
  orderCells,
  orderPage,
  orders,
} from '../../testing/control-desk.ts';
import { publisherOf } from '../../testing/publisher.ts';
import { browser, startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let desk: ControlDesk;
beforeAll(async () => {
  server = await startTestApp();
  desk = await controlDesk(server);
});
afterAll(() => server.stop());
/** Each begins with the report as it was, nobody connected, and its share of calls. */
beforeEach(async () => {
  server.clock.move(limits.publisherLease);
  await grantControls(server, {});
  await desk.publish([orderPage()], { holdControls: false });
});

const done = { updated: true };
const failed = { updated: false };
const never = { updated: false, skip_retry: true };

test('what a viewer sets reaches the connected publisher, and its word reaches the viewer', async () => {
  const bot = await desk.connect();
  const polled = bot.poll();
  const used = desk.use('region', 'South');
  const { updates, body } = await polled;
  expect(updates).toEqual([
    {
      id: expect.any(String),
      topic: orders,
      name: 'Region',
      value: 'South',
      user: 'ACME/ann',
      time: expect.any(String),
    },
  ]);
  expect(body.midEdit).toEqual([]);
  expect((await bot.ack('updated', updates[0]?.id ?? '')).body).toEqual({});
  expect(await used).toEqual(done);
});

test('a text is shown to everybody, and handed to its publisher, as it could be published', async () => {
  const wild = `a${'\u0301'.repeat(32_000)}\u202eb`;
  const calm = `a${'\u0301'.repeat(10)}b`;
  const bot = await desk.connect();
  const used = desk.use('Comment', wild);
  const { updates } = await bot.poll();
  expect(updates.map(({ value }) => value)).toEqual([calm]);
  await bot.ack('updated', updates[0]?.id ?? '');
  expect(await used).toEqual(done);
  server.clock.move(limits.publisherLease);
  await desk.publish([orderPage()], { holdControls: true });
  expect(await desk.use('Comment', wild)).toEqual(done);
  expect(await desk.shown()).toContain(`>${calm}</textarea>`);
  expect((await (await desk.connect()).poll()).updates).toMatchObject([{ value: calm, held: true }]);
});

test('a refusal is told as it is meant', async () => {
  const bot = await desk.connect();
  for (const [status, answer] of [['rejected', failed] as const, ['skip_retry', never] as const]) {
    const used = desk.use('Comment', 'text');
    await bot.ack(status, (await bot.poll()).updates[0]?.id ?? '');
    expect(await used).toEqual(answer);
  }
});

test("the publisher's reason reaches the viewer as one line, also when the update is sent again", async () => {
  const bot = await desk.connect();
  for (const [status, answer] of [['rejected', failed] as const, ['skip_retry', never] as const]) {
    const used = desk.use('Comment', 'text', desk.ann, status);
    const [{ id } = { id: '' }] = (await bot.poll()).updates;
    await bot.say({ id, status, message: ' <b>Above\n\u0000 the limit</b> ' });
    expect(await used).toEqual({ ...answer, message: '<b>Above the limit</b>' });
    expect(await desk.use('Comment', 'text', desk.ann, status)).toEqual({
      ...answer,
      message: '<b>Above the limit</b>',
    });
  }
});

test('a reason of an update that was taken, or that came too late, is told to nobody', async () => {
  const bot = await desk.connect();
  const used = desk.use('Comment', 'text');
  const [{ id } = { id: '' }] = (await bot.poll()).updates;
  await bot.say({ id, status: 'updated', message: 'Thank you' });
  expect(await used).toEqual(done);
});

test('each kind of control takes its own values, and what can never be accepted reaches nobody', async () => {
  const bot = await desk.connect();
  const good: Record<string, string | null> = {
    Comment: 'a\nb',
    Region: 'South',
    Approve: 'true',
    Due: '2026-11-20',
    Start: '2026-11-20T10:30',
    Cut: null,
    Run: 'clicked',
  };
  const used = Object.entries(good).map(([name, value]) => desk.use(name, value));
  const seen: Record<string, string | null> = {};
  while (Object.keys(seen).length < used.length) {
    const { updates } = await bot.poll();
    for (const { name, value } of updates) seen[name] = value;
    await bot.ack('updated', ...updates.map(({ id }) => id));
  }
  expect(seen).toEqual(good);
  expect(await Promise.all(used)).toEqual(used.map(() => done));
  const bad = { Nothing: 'x', Region: 'East', Approve: 'yes', Due: '2026-02-30', Run: null, Cut: '25:00' };
  for (const [name, value] of Object.entries(bad)) expect([name, await desk.use(name, value)]).toEqual([name, never]);
  expect((await bot.poll(0)).updates).toEqual([]);
});

test('a control that its publisher closed takes nothing until it is opened again', async () => {
  const closed = orderCells().map((cell) => cell.replace('data-control', 'disabled data-control'));
  await desk.publish([orderPage(closed)], { holdControls: true });
  const values: Record<string, string> = { Comment: 'x', Region: 'South', Approve: 'true', Run: 'clicked' };
  for (const [name, value] of Object.entries(values))
    expect([name, await desk.use(name, value)]).toEqual([name, never]);
  await desk.publish([orderPage()], { holdControls: true });
  expect(await desk.use('Region', 'South')).toEqual(done);
});

test('nobody but who may interact is heard, and never on a snapshot', async () => {
  const bot = await desk.connect();
  expect(await desk.use('Region', 'South', desk.vic)).toEqual({ unauthorized: true });
  expect(await desk.use('Nothing', 'South', desk.vic)).toEqual({ unauthorized: true });
  const ask = { attributeVal: 'Region', controlVal: 'South' };
  for (const topic of [`${orders}.20261120`, 'ACME/DESK/NONE', 'OTHER/DESK/ORDERS']) {
    expect(await desk.ann.call('reports/oncontrolaction/', { topic, ...ask })).toEqual({ unauthorized: true });
  }
  await desk.bot.call('publish.publishReport', { topic: 'ACME/FREE/ORDERS', pages: [orderPage()] });
  const free = await desk.ann.call('reports/oncontrolaction/', { topic: 'ACME/FREE/ORDERS', ...ask });
  expect(free).toEqual({ unauthorized: true });
  expect((await bot.poll(0)).updates).toEqual([]);
  await server.app.reporting.refusalRows.settle();
  const rows = await server.stores.audit.read({ limit: 20 });
  const noted = rows.filter((row) => row.action === 'control refused').map((row) => `${row.actor} ${row.object}`);
  expect([...new Set(noted)].toSorted()).toEqual([
    'ACME/ann ACME/DESK/ORDERS',
    'ACME/ann ACME/FREE/ORDERS',
    'ACME/vic ACME/DESK/ORDERS',
  ]);
});

test('the call is there under /remote too', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', cookie: desk.ann.cookie, 'content-type': 'application/json' };
  const payload = { topic: orders, attributeVal: 'Region', controlVal: 'East' };
  const url = '/remote/api/v1/reports/oncontrolaction/';
  const answer = await server.app.fastify.inject({ method: 'POST', url, headers, payload });
  expect(answer.json()).toEqual(never);
});

test('with nobody connected a value fails at once', async () => {
  expect(await desk.use('Region', 'South')).toEqual(failed);
});

test('on a private page its user alone finds the control', async () => {
  const own = { ...orderPage(['<textarea data-control="Mine"></textarea>'], 'Own'), user: 'ACME/vic' };
  await desk.publish([orderPage(), own]);
  await grantControls(server, { interactors: ['ACME/ann', 'ACME/vic'] });
  expect(await desk.use('Mine', 'x')).toEqual(never);
  expect(await desk.use('Mine', 'x', desk.vic)).toEqual(failed);
});

test('typing is told to the publisher at once, and its end', async () => {
  const bot = await desk.connect();
  const polled = bot.poll();
  expect(await desk.use('[IS_MID_EDIT]', 'true')).toEqual(done);
  expect((await polled).body).toMatchObject({ updates: [], midEdit: [orders] });
  const again = bot.poll();
  await desk.use('[IS_MID_EDIT]', 'false');
  expect((await again).body).toMatchObject({ updates: [], midEdit: [] });
  expect(await desk.use('[IS_MID_EDIT]', 'maybe')).toEqual(never);
  expect(await desk.use('[IS_MID_EDIT]', 'true', desk.vic)).toEqual({ unauthorized: true });
});

test('a newer publisher takes over: the older one is told, waiting or not', async () => {
  const older = await desk.connect();
  const polled = older.poll();
  const newer = await desk.connect();
  expect(await polled).toMatchObject({ status: 409, body: { error: { code: 'taken_over' } } });
  expect((await older.poll()).status).toBe(409);
  expect((await older.ack('updated', 'x')).status).toBe(409);
  const used = desk.use('Region', 'South');
  await newer.ack('updated', (await newer.poll()).updates[0]?.id ?? '');
  expect(await used).toEqual(done);
});

test('a publisher that loses one of its topics is told which, and keeps the rest', async () => {
  const other = 'ACME/DESK/OTHER';
  const older = await desk.connect([orders, other]);
  const polled = older.poll();
  const newer = await desk.connect([other]);
  expect(await polled).toMatchObject({ status: 200, updates: [], body: { lost: [other] } });
  const used = desk.use('Region', 'South');
  const { updates, body } = await older.poll();
  expect([updates.length, body.lost]).toEqual([1, [other]]);
  expect((await older.ack('updated', updates[0]?.id ?? '')).body).toEqual({});
  expect(await used).toEqual(done);
  expect((await newer.poll(0)).body).not.toHaveProperty('lost');
});

test('a press that is sent again under its id, since its answer was lost, is given once', async () => {
  const bot = await desk.connect();
  const press = () =>
    desk.ann.call('reports/oncontrolaction/', { topic: orders, attributeVal: 'Run', controlVal: 'clicked', id: 'p-1' });
  const used = [press(), press()];
  const { updates } = await bot.poll();
  await bot.ack('updated', ...updates.map(({ id }) => id));
  expect([...(await Promise.all(used)), await press()]).toEqual([done, done, done]);
  expect(updates.length).toBe(1);
  expect((await bot.poll(0)).updates).toEqual([]);
});

test('two pages of one user type apart from each other', async () => {
  const bot = await desk.connect();
  const type = (id: string, controlVal: string) =>
    desk.ann.call('reports/oncontrolaction/', { topic: orders, attributeVal: '[IS_MID_EDIT]', controlVal, id });
  for (const id of ['page-1', 'page-2']) await type(id, 'true');
  await type('page-2', 'false');
  expect((await bot.poll()).body.midEdit).toEqual([orders]);
  await type('page-1', 'false');
  expect((await bot.poll()).body.midEdit).toEqual([]);
});

test('an update that the older publisher was given reaches the newer one while its viewer waits', async () => {
  const older = await desk.connect();
  const used = desk.use('Region', 'South');
  const [given] = (await older.poll()).updates;
  const newer = await desk.connect();
  expect((await newer.poll()).updates).toEqual([given]);
  await newer.ack('updated', given?.id ?? '');
  expect(await used).toEqual(done);
});

test('an answer that was lost comes again at the old cursor, with the same ids', async () => {
  const bot = await desk.connect();
  const used = desk.use('Region', 'South');
  const first = (await bot.poll()).updates;
  const ask = { session: bot.session, cursor: '', waitMs: 0 };
  expect((await desk.bot.call('publish.publishControls', ask)).body.updates).toEqual(first);
  await bot.ack('updated', first[0]?.id ?? '');
  await used;
  expect((await bot.poll(0)).updates).toEqual([]);
});

test('who may publish no more is connected no more', async () => {
  const bot = await desk.connect();
  const polled = bot.poll();
  await turn();
  await grantControls(server, { publishers: [] });
  expect(await polled).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } });
  await grantControls(server, {});
  expect((await bot.poll(0)).status).toBe(409);
  expect(await desk.use('Region', 'South')).toEqual(failed);
});

test('a key that is revoked publishes no more, and its poll ends', async () => {
  await grantControls(server, { publishers: ['ACME/bot', 'ACME/gone'] });
  const gone = await publisherOf(server, 'ACME/gone');
  const bot = await desk.connect([orders], 'book', gone);
  const polled = bot.poll();
  const owner = browser(server);
  await owner.call('accounts/login/', { user: 'ACME/gone', password: 'correct horse battery' });
  const { keys } = await owner.call('tokens/apikeys/list/', {});
  await owner.call('tokens/apikeys/revoke/', { id: Array.isArray(keys) ? keys[0].id : '' });
  expect((await polled).status).toBe(401);
  expect((await gone.call('publish.publishOpen', { topics: [orders], instanceId: 'x' })).status).toBe(401);
  expect(await desk.use('Region', 'South')).toEqual(failed);
});

test('a session serves the credential that opened it, and asks the right for every topic', async () => {
  const bot = await desk.connect();
  const other = await publisherOf(server, 'ACME/other');
  const theirs = await other.call('publish.publishControls', { session: bot.session, cursor: '', waitMs: 0 });
  expect(theirs.status).toBe(409);
  expect((await bot.poll(0)).status).toBe(200);
  const topics = ['ACME/FREE/OWN', orders];
  expect((await other.call('publish.publishOpen', { topics, instanceId: 'x' })).status).toBe(403);
  expect((await other.call('publish.publishOpen', { topics: [], instanceId: 'x' })).status).toBe(400);
});

test('a publish secret is proved to connect and to poll', async () => {
  await desk.publish([orderPage()], { publishSecret: 'pst' });
  const headers = { [secretHeaders.publish]: 'pst' };
  const open = { topics: [orders], instanceId: 'x' };
  expect((await desk.bot.call('publish.publishOpen', open)).status).toBe(403);
  const { session } = (await desk.bot.call('publish.publishOpen', open, headers)).body;
  const poll = { session, cursor: '', waitMs: 0 };
  expect((await desk.bot.call('publish.publishControls', poll, headers)).status).toBe(200);
  const unlocked = { topic: orders, pages: [orderPage()], publishSecret: '' };
  expect((await desk.bot.call('publish.publishReport', unlocked, headers)).status).toBe(200);
});

test('too many calls of one user are put off', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 25; n++) {
    const ask = { topic: orders, attributeVal: 'Region', controlVal: 'South' };
    const { status, headers } = await desk.ann.post('reports/oncontrolaction/', ask);
    answers.push(status);
    if (status === 429) expect(headers['retry-after']).toBe('1');
  }
  expect(answers.filter((status) => status === 429).length).toBe(25 - limits.controls.perUser);
});

test('a value that was held is not held again when it is sent again, and a press is not pressed again', async () => {
  await desk.publish([orderPage()], { holdControls: true });
  const send = (attributeVal: string, controlVal: string, id: string) =>
    desk.ann.call('reports/oncontrolaction/', { topic: orders, attributeVal, controlVal, id });
  // The page shows the first already.
  for (const [name, older, newer] of [
    ['Region', 'North', 'South'],
    ['Comment', 'older', 'newer'],
  ] as const) {
    expect(await send(name, older, '1')).toEqual(done);
    expect(await send(name, newer, '2')).toEqual(done);
    expect(await send(name, older, '1')).toEqual(done);
    expect(await desk.shown()).toMatch(new RegExp(`(selected="">|data-control="Comment">)${newer}`));
  }
  expect(await send('Run', 'clicked', '1')).toEqual(done);
  const bot = await desk.connect();
  const { updates } = await bot.poll();
  expect(updates.map(({ value }) => value)).toEqual(['South', 'newer', 'clicked']);
  await bot.ack('updated', ...updates.map(({ id }) => id));
  expect(await send('Run', 'clicked', '1')).toEqual(done);
  expect(await send('Comment', 'older', '1')).toEqual(done);
  expect((await bot.poll(0)).updates).toEqual([]);
});

test('what a publisher says of its own cells is not undone by an acknowledgement', async () => {
  await desk.publish([orderPage()], { holdControls: true });
  const bot = await desk.connect();
  const used = desk.use('Comment', '12');
  const { updates } = await bot.poll();
  await desk.publish([orderPage(orderCells('North', '12.00'))], { holdControls: true });
  await bot.ack('updated', updates[0]?.id ?? '');
  await used;
  expect(await desk.shown()).toContain('>12.00</textarea>');
});

test('a stop of the server ends a poll with an answer', async () => {
  const bot = await desk.connect();
  const polled = bot.poll();
  await turn();
  await server.app.reporting.endStreams();
  expect(await polled).toMatchObject({ status: 200, updates: [] });
});
