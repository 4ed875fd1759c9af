import { limits } from '@sheetwire/contract/limits';
import { stream as streamCall } from '@sheetwire/contract/live';
import { parseGropic } from '@sheetwire/rules/gropic';
import { type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let bot: TestPublisher;
let base: string;
const open: StreamClient[] = [];
beforeAll(async () => {
  server = await startTestApp();
  base = await listen(server);
  bot = await publisherOf(server, 'ACME/bot');
});
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});
afterAll(() => server.stop());

const sheet = (value: string) => [
  {
    name: 'P',
    html: `<table><tbody><tr><td data-cell="A1">${value}</td><td data-cell="B1">0</td></tr></tbody></table>`,
  },
];
const publish = (topic: string, value: string, more = {}) =>
  bot.call('publish.publishReport', { topic, pages: sheet(value), ...more });
async function client(headers: Record<string, string>): Promise<StreamClient> {
  const made = await StreamClient.open(base, headers);
  open.push(made);
  return made;
}
const byKey = () => client({ authorization: `Bearer ${bot.key}` });
let users = 0;
async function byBrowser() {
  const user = `ACME/viewer${users++}`;
  const web = await viewerOf(server, user);
  return { user, web, stream: await client({ cookie: web.cookie, 'sec-fetch-site': 'same-origin' }) };
}

test('a watched topic sends each change as a delta on the version before', async () => {
  await publish('ACME/L/DELTAS', '1');
  const stream = await byKey();
  expect(await stream.watch([{ topic: 'ACME/L/DELTAS', version: 1 }])).toBe(200);
  const { time } = (await publish('ACME/L/DELTAS', '2')).body;
  expect(await stream.next('delta')).toEqual({ topic: 'ACME/L/DELTAS', from: 1, to: 2, time, ops: [[0, 'c', 0, '2']] });
});

test('a client that names an older version gets the steps it lacks', async () => {
  const topic = 'ACME/L/RESUME';
  for (const value of ['1', '2', '3', '4']) await publish(topic, value);
  const stream = await byKey();
  await stream.watch([{ topic, version: 2 }]);
  expect([await stream.next('delta'), await stream.next('delta')]).toMatchObject([
    { from: 2, to: 3 },
    { from: 3, to: 4 },
  ]);
});

test('a client without a version, or with one that the log does not hold, is told to fetch', async () => {
  const topic = 'ACME/L/FETCH';
  await publish(topic, '1');
  const stream = await byKey();
  await stream.watch([{ topic, version: 0 }]);
  expect(await stream.next('changed')).toEqual({ topic, version: 1 });
  await stream.watch([{ topic, version: 99 }]);
  expect(await stream.next('changed')).toEqual({ topic, version: 1 });
});

test('who holds a report that it may not watch is told to ask for it again, and of one that is not there alike', async () => {
  const topic = 'ACME/L/NOT MINE';
  await publish(topic, '1');
  await grant(topic, ['ACME/bot']);
  const { stream } = await byBrowser();
  await stream.watch([
    { topic, version: 1 },
    { topic: 'ACME/L/NOT THERE', version: 1 },
  ]);
  expect([await stream.next('rights'), await stream.next('rights')]).toEqual([
    { topic },
    { topic: 'ACME/L/NOT THERE' },
  ]);
});

test('what more than cells changes is told as changed', async () => {
  const topic = 'ACME/L/META';
  await publish(topic, '1');
  const stream = await byKey();
  await stream.watch([{ topic, version: 1 }]);
  await publish(topic, '1', { metadata: { desk: 'rates' } });
  expect(await stream.next('changed')).toEqual({ topic, version: 2 });
});

test('a topic that may not be viewed is ignored like one that does not exist', async () => {
  await publish('ACME/L/OWN', '1');
  const other = await publisherOf(server, 'OTHER/bot');
  const stream = await client({ authorization: `Bearer ${other.key}` });
  expect(
    await stream.watch([
      { topic: 'ACME/L/OWN', version: 0 },
      { topic: 'ACME/L/NONE', version: 0 },
    ]),
  ).toBe(200);
  await publish('ACME/L/OWN', '2');
  await other.call('publish.publishReport', { topic: 'OTHER/L/SEEN', pages: sheet('1') });
  expect(await stream.next('topics')).toEqual({ added: ['OTHER/L/SEEN'], removed: [] });
  expect(stream.events).toEqual([]);
});

test('who loses the right is told at once and hears no more; who gains it sees the topic in the list', async () => {
  await publish('ACME/ADM/ONE', '1');
  const { user, stream } = await byBrowser();
  await stream.watch([{ topic: 'ACME/ADM/ONE', version: 1 }]);
  await grant('ACME/ADM', []);
  expect(await stream.next('rights')).toEqual({ topic: 'ACME/ADM/ONE' });
  expect(await stream.next('topics')).toEqual({ added: [], removed: ['ACME/ADM/ONE'] });
  await publish('ACME/ADM/ONE', '2');
  await grant('ACME/ADM', [user]);
  expect(await stream.next('topics')).toEqual({ added: ['ACME/ADM/ONE'], removed: [] });
  expect(stream.events).toEqual([]);
});

test('who may interact now, or no more, is told to fetch and goes on hearing', async () => {
  const topic = 'ACME/ADM/FORM';
  await publish(topic, '1');
  const { user, stream } = await byBrowser();
  const bystander = await byBrowser();
  const viewers = [user, bystander.user];
  await grant('ACME/ADM', viewers);
  for (const one of [stream, bystander.stream]) await one.watch([{ topic, version: 1 }]);
  await grant('ACME/ADM', viewers, [user]);
  expect(await stream.next('rights')).toEqual({ topic });
  await grant('ACME/ADM', viewers);
  expect(await stream.next('rights')).toEqual({ topic });
  await publish(topic, '2');
  expect(await stream.next('delta')).toMatchObject({ topic, to: 2 });
  expect(await bystander.stream.next('delta')).toMatchObject({ topic, to: 2 });
  expect([...stream.events, ...bystander.stream.events].filter(({ name }) => name === 'rights')).toEqual([]);
});

test('logging out ends the stream', async () => {
  const { web, stream } = await byBrowser();
  await web.call('accounts/logout/', {});
  expect(await stream.next('session')).toEqual({ reason: 'ended' });
  await stream.ended();
});

test('nobody else can set what a stream carries', async () => {
  const one = await byBrowser();
  const two = await byBrowser();
  const id = await two.web.post('live/watch/', { streamId: 'made up', topics: [] });
  expect(id.status).toBe(404);
  expect(await one.stream.watch([])).toBe(200);
});

test('a stream says at its start how often something comes, and who asks for a sign gets it on the line itself', async () => {
  const { beat } = await opening();
  expect(beat).toBe(limits.streamBeat);
  const stream = await byKey();
  const before = stream.comments;
  expect(await stream.watch([])).toBe(200);
  await expect.poll(() => stream.comments).toBeGreaterThan(before);
});

/** What a stream begins with. */
async function opening(): Promise<{ beat?: number }> {
  const given = new AbortController();
  const headers = { authorization: `Bearer ${bot.key}` };
  const answer = await fetch(`${base}${streamCall.path}`, { headers, signal: given.signal });
  const { value } = (await answer.body?.getReader().read()) ?? {};
  given.abort();
  return JSON.parse(/data: (.*)/.exec(new TextDecoder().decode(value))?.[1] ?? '{}');
}

test('without a session or bearer there is no stream', async () => {
  await expect(StreamClient.open(base, {})).rejects.toThrow('401');
});

test('a private page reaches its user and nobody else', async () => {
  const { user, stream } = await byBrowser();
  const topic = 'ACME/L/PRIVATE';
  const pages = (common: string, own: string) => [...sheet(common), { ...sheet(own)[0], user }];
  await bot.call('publish.publishReport', { topic, pages: pages('1', 'own 1') });
  const other = await byKey();
  await stream.watch([{ topic, version: 1 }]);
  await other.watch([{ topic, version: 1 }]);
  await bot.call('publish.publishReport', { topic, pages: pages('1', 'own 2') });
  expect((await stream.next('delta')).ops).toEqual([[0, 'c', 0, 'own 2']]);
  expect((await other.next('delta')).ops).toEqual([]);
});

async function grant(gropic: string, viewers: string[], interactors: string[] = []): Promise<void> {
  const name = parseGropic(gropic);
  if (!name) throw new Error('malformed');
  const of = (names: string[]) => names.map(parsePrincipal).filter((one): one is Principal => one !== undefined);
  const present = (await server.stores.perms.get(name))?.version ?? 0;
  const perms = {
    gropic: name,
    viewers: of(viewers),
    publishers: of(['ACME/bot']),
    interactors: of(interactors),
    admins: [],
    version: 0,
  };
  await server.stores.perms.save(perms, present);
  await server.app.reporting.rightsChanged();
}
