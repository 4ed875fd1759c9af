import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { stream as streamCall } from '@sheetwire/contract/live';
import { branded } from '@sheetwire/rules/name';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreFault } from '#ports/store-fault.ts';
import { hashSecret } from '#secrets/secrets.ts';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let bot: TestPublisher;
let base: string;
let isStopped = false;
beforeEach(async () => {
  server = await startTestApp();
  base = await listen(server);
  bot = await publisherOf(server, 'ACME/bot');
  isStopped = false;
});
afterEach(async () => {
  if (!isStopped) await server.stop();
});

const request = (path = streamCall.path, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: portal\r\nAuthorization: Bearer ${bot.key}\r\n${more}\r\n`;
const page = (value: string) => [
  { name: 'P', html: `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>` },
];
const size = () => server.app.reporting.hub.size;

async function line(text: string): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function hello(socket: Socket): Promise<string> {
  let text = '';
  for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
    text += String(bytes);
    const id = /"streamId":"([^"]+)"/.exec(text)?.[1];
    if (id !== undefined) return id;
  }
  throw new Error(`no hello in ${text}`);
}

test('callers who leave while they are being identified leave no stream behind', async () => {
  const going = Array.from({ length: 30 }, async (_, n) => {
    const socket = await line(request(`${streamCall.path}?browserId=${n}`));
    socket.resetAndDestroy();
  });
  await Promise.all(going);
  const one = await StreamClient.open(base, { authorization: `Bearer ${bot.key}` });
  await expect.poll(size).toBe(1);
  one.close();
  await expect.poll(size).toBe(0);
});

test('a stream asked for behind another call on one line is refused and harms nobody', async () => {
  const socket = await line(request('/api/openapi.json') + request());
  let text = '';
  socket.on('data', (bytes) => {
    text += String(bytes);
  });
  await expect.poll(() => /"openapi"/.test(text)).toBe(true);
  await expect.poll(() => /HTTP\/1\.1 (400|200)/g.test(text)).toBe(true);
  socket.destroy();
  await expect.poll(size).toBe(0);
  const next = await StreamClient.open(base, { authorization: `Bearer ${bot.key}` });
  next.close();
});

test('calls sent ahead on a stream line are not answered, and too many cut it', async () => {
  const socket = await line(request());
  await hello(socket);
  socket.write(request('/api/openapi.json'));
  socket.write('x'.repeat(8000));
  socket.resume();
  await once(socket, 'close');
  await expect.poll(size).toBe(0);
});

test('a client that closes its half ends its stream', async () => {
  const socket = await line(request());
  await hello(socket);
  expect(size()).toBe(1);
  socket.end();
  await expect.poll(size).toBe(0);
});

test('a user holds forty streams and not one more, and gets a place back when one ends', async () => {
  const opened = await Promise.all(Array.from({ length: 40 }, () => line(request())));
  await Promise.all(opened.map(hello));
  const headers = { authorization: `Bearer ${bot.key}` };
  await expect(StreamClient.open(base, headers)).rejects.toThrow('429');
  opened[0]?.destroy();
  await expect.poll(size).toBe(39);
  const next = await StreamClient.open(base, headers);
  next.close();
  for (const socket of opened) socket.destroy();
});

test('a viewer that reads nothing neither fills memory by asking again and again nor keeps the server from stopping', async () => {
  const topics = Array.from({ length: 50 }, (_, n) => `ACME/MANY/${'REPORT '.repeat(10)}${n}`);
  for (const topic of topics) {
    await bot.call('publish.publishReport', { topic, pages: page('1') });
    server.clock.move(100);
  }
  const socket = await line(request());
  const streamId = await hello(socket);
  socket.pause();
  const watched = topics.map((topic) => ({ topic, version: 0 }));
  let ended = false;
  for (let n = 0; n < 4000 && !ended; n++) {
    const { status } = await bot.call('live.watch', { streamId, topics: watched });
    ended = status === 404;
  }
  expect(ended).toBe(true);
  expect(size()).toBe(0);
  const unread = await line(request());
  await hello(unread);
  unread.pause();
  await server.stop();
  isStopped = true;
  unread.destroy();
  socket.destroy();
}, 60_000);

test('who has not the view secret hears no more once a report has one', async () => {
  const topic = 'ACME/SECRET/ONE';
  await bot.call('publish.publishReport', { topic, pages: page('1') });
  const web = await viewerOf(server, 'ACME/vic');
  const stream = await StreamClient.open(base, { cookie: web.cookie, 'sec-fetch-site': 'same-origin' });
  await stream.watch([{ topic, version: 1 }]);
  await bot.call('publish.publishReport', { topic, pages: page('hidden'), viewSecret: 's' });
  expect(await stream.next('rights')).toEqual({ topic });
  expect(await stream.next('topics')).toEqual({ added: [], removed: [topic] });
  expect((await web.call('viewtopics/topicsdetails/', { currnumtopics: 1 })).topics).toEqual([]);
  await bot.call('publish.publishReport', { topic, pages: page('2'), viewSecret: '' });
  expect(await stream.next('topics')).toEqual({ added: [topic], removed: [] });
  expect(stream.events).toEqual([]);
  stream.close();
});

test('a step of a time when pages were addressed otherwise is not given to who resumes', async () => {
  const topic = 'ACME/RESUME/PRIVATE';
  const of = (pages: { name: string; user?: string; value: string }[]) => ({
    topic,
    pages: pages.map(({ name, user, value }) => ({ ...page(value)[0], name, ...(user && { user }) })),
  });
  const common = { name: 'P', value: '1' };
  await bot.call('publish.publishReport', of([common, { name: 'Q', user: 'ACME/bob', value: '1' }]));
  await bot.call('publish.publishReport', of([common, { name: 'Q', user: 'ACME/bob', value: 'for bob alone' }]));
  await bot.call('publish.publishReport', of([common, { name: 'Q', value: 'for all' }]));
  const web = await viewerOf(server, 'ACME/vic');
  const stream = await StreamClient.open(base, { cookie: web.cookie, 'sec-fetch-site': 'same-origin' });
  await stream.watch([{ topic, version: 1 }]);
  expect(await stream.next('changed')).toEqual({ topic, version: 3 });
  expect(JSON.stringify(stream.events)).not.toContain('bob');
  stream.close();
});

test('viewers hear every few seconds that a publisher says the same again', async () => {
  const topic = 'ACME/SAME/AGAIN';
  const publish = () => bot.call('publish.publishReport', { topic, pages: page('1') });
  await publish();
  const stream = await StreamClient.open(base, { authorization: `Bearer ${bot.key}` });
  await stream.watch([{ topic, version: 1 }]);
  for (let n = 0; n < 12; n++) {
    server.clock.move(1000);
    await publish();
  }
  const { seenUtc } = await stream.next('publisher');
  expect(Date.parse(seenUtc)).toBeGreaterThan(server.clock.now() - 5000);
  stream.close();
});

const jane = branded<'User'>('ACME/jane');
const lost = () => new StoreFault('the answer was lost');
const opened = async () => {
  const { cookie } = await viewerOf(server, jane);
  return { stream: await StreamClient.open(base, { cookie }), id: cookie.split('=')[1] ?? '' };
};

test('a session that ended though the answer of the store was lost leaves no stream open', async () => {
  const { stream, id } = await opened();
  const { sessions } = server.stores;
  const end = sessions.end.bind(sessions);
  vi.spyOn(sessions, 'end').mockImplementationOnce(async (...given) => {
    await end(...given);
    throw lost();
  });
  await expect(server.app.identity.lines.endSession(hashSecret(id))).rejects.toThrow('lost');
  await stream.ended();
  await expect.poll(size).toBe(0);
});

test('all sessions of a user that ended though the answer of the store was lost leave no stream open', async () => {
  const { stream } = await opened();
  const { sessions } = server.stores;
  const end = sessions.endUser.bind(sessions);
  vi.spyOn(sessions, 'endUser').mockImplementationOnce(async (...given) => {
    await end(...given);
    throw lost();
  });
  await expect(server.app.identity.lines.endUser(jane, 'sessions')).rejects.toThrow('lost');
  await stream.ended();
  await expect.poll(size).toBe(0);
});

test('who was disabled by a server that could tell nobody is sent away within seconds', async () => {
  const viewer = await viewerOf(server, 'ACME/jane');
  const stream = await StreamClient.open(base, { cookie: viewer.cookie });
  await server.stores.users.update(branded<'User'>('ACME/jane'), { disabledAt: server.clock.now() });
  await stream.ended();
  await expect.poll(size).toBe(0);
});
