import { limits } from '@sheetwire/contract/limits';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type ControlDesk, controlDesk, grantControls, orderPage } from '../../testing/control-desk.ts';
import { publisherOf, viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let desk: ControlDesk;
beforeAll(async () => {
  server = await startTestApp();
  desk = await controlDesk(server);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.stop());

const png = Buffer.from('89504e470d0a1a0a00', 'hex');

async function put(name: string, body: Buffer, { key = desk.bot.key, topic = 'ACME/DESK/ORDERS', headers = {} } = {}) {
  const url = `/api/v1/publish/linkedfiles/${topic}/${name}`;
  const sent = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream', ...headers };
  const answer = await server.app.fastify.inject({ method: 'PUT', url, headers: sent, payload: body });
  return { status: answer.statusCode, body: answer.json<{ url?: string; error?: { code: string } }>() };
}

async function get(url: string, { cookie = desk.vic.cookie, method = 'GET' as 'GET' | 'HEAD', headers = {} } = {}) {
  const answer = await server.app.fastify.inject({ method, url, headers: { cookie, ...headers } });
  return { status: answer.statusCode, body: answer.rawPayload, headers: answer.headers };
}

test('a file is there for who may view the report, nothing in it can run, and no browser keeps it', async () => {
  const { status, body } = await put('Plan%201.png', png);
  expect([status, body]).toEqual([200, { url: '/linkedfiles/ACME/DESK/ORDERS/Plan%201.png' }]);
  const got = await get(body.url ?? '');
  expect([got.status, got.body]).toEqual([200, png]);
  expect(got.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `inline; filename="Plan 1.png"; filename*=UTF-8''Plan%201.png`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
    'content-length': String(png.length),
  });
  expect((await get('/linkedfiles/acme/desk/orders/Plan%201.png')).status).toBe(200);
});

test('pages of hostile kinds are saved, never shown', async () => {
  for (const name of ['x.html', 'x.svg', 'x.xhtml', 'x.js']) {
    await put(name, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'));
    const { headers } = await get(`/linkedfiles/ACME/DESK/ORDERS/${name}`);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment/);
  }
});

test('it has the rights of the report, and is not there for anybody else', async () => {
  await put('a.txt', Buffer.from('a'));
  const url = '/linkedfiles/ACME/DESK/ORDERS/a.txt';
  const stranger = await viewerOf(server, 'ACME/eve');
  const absent = await get('/linkedfiles/ACME/DESK/ORDERS/none.txt');
  const kept = await get(url, { cookie: stranger.cookie });
  expect([kept.status, kept.body]).toEqual([404, absent.body]);
  expect((await get(url, { cookie: '' })).status).toBe(401);
  const bearer = { authorization: `Bearer ${desk.bot.key}` };
  expect((await get(url, { cookie: '', headers: bearer })).status).toBe(401);
  await grantControls(server, { viewers: ['ACME/ann'] });
  expect((await get(url)).status).toBe(404);
  await grantControls(server, {});
  expect((await get(url)).status).toBe(200);
});

test('an address of a file climbs nowhere', async () => {
  for (const name of ['..%2f..%2fa', '%2e%2e', '..', 'a%00.txt', '.env', 'A.TXT', 'a.txt%2f', 'a.txt/']) {
    const { status } = await get(`/linkedfiles/ACME/DESK/ORDERS/${name}`);
    expect([name, status]).toEqual([name, 404]);
  }
  expect((await get('/linkedfiles/ACME/DESK/OR,DERS/a.txt')).status).toBe(404);
});

test('who may not publish the report puts nothing there', async () => {
  const other = await publisherOf(server, 'ACME/other');
  expect((await put('b.txt', png, { key: other.key })).status).toBe(403);
  expect((await put('b.txt', png, { key: 'swk_none' })).status).toBe(401);
  expect((await put('.hidden', png)).status).toBe(400);
  expect((await put('b.txt', png, { topic: 'ACME/DESK/..' })).status).not.toBe(200);
  expect((await get('/linkedfiles/ACME/DESK/ORDERS/b.txt')).status).toBe(404);
});

test('parts of a large file are sent, and a browser that has it is told so', async () => {
  const body = Buffer.from(Uint8Array.from({ length: 2 * limits.linkedFiles.part + 10 }, (_, n) => n % 253));
  await put('big.zip', body);
  const url = '/linkedfiles/ACME/DESK/ORDERS/big.zip';
  const whole = await get(url);
  expect(whole.body.equals(body)).toBe(true);
  const from = limits.linkedFiles.part - 2;
  const part = await get(url, { headers: { range: `bytes=${from}-${from + 3}` } });
  expect([part.status, part.body]).toEqual([206, body.subarray(from, from + 4)]);
  expect(part.headers['content-range']).toBe(`bytes ${from}-${from + 3}/${body.length}`);
  expect((await get(url, { headers: { range: `bytes=${body.length}-` } })).status).toBe(416);
  expect((await get(url, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })).status).toBe(200);
  expect((await get(url, { headers: { 'if-none-match': String(whole.headers.etag) } })).status).toBe(304);
  const head = await get(url, { method: 'HEAD' });
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(body.length)]);
});

test('a file that is waited for is not there once the right to view its report is gone', async () => {
  await put('late.txt', Buffer.from('late'));
  const url = '/linkedfiles/ACME/DESK/ORDERS/late.txt';
  const absent = await get('/linkedfiles/ACME/DESK/ORDERS/none.txt');
  const { linkedFiles } = server.stores;
  const find = linkedFiles.find.bind(linkedFiles);
  vi.spyOn(linkedFiles, 'find').mockImplementationOnce(async (topic, name) => {
    await grantControls(server, { viewers: ['ACME/ann'] });
    return find(topic, name);
  });
  await grantControls(server, {});
  const answer = await get(url);
  await grantControls(server, {});
  expect([answer.status, answer.body]).toEqual([404, absent.body]);
});

test('a file that is being sent stops when the right to view its report goes', async () => {
  await put('long.zip', Buffer.alloc(3 * limits.linkedFiles.part));
  const { linkedFiles } = server.stores;
  const part = linkedFiles.part.bind(linkedFiles);
  const asked: number[] = [];
  vi.spyOn(linkedFiles, 'part').mockImplementation(async (hash, number) => {
    asked.push(number);
    if (number === 1) await grantControls(server, { viewers: ['ACME/ann'] });
    return part(hash, number);
  });
  const answer = await get('/linkedfiles/ACME/DESK/ORDERS/long.zip').catch((fault: unknown) => fault);
  await grantControls(server, {});
  expect([answer, asked]).toEqual([expect.any(Error), [0, 1]]);
});

test('a file that is too large is refused', async () => {
  const { status, body } = await put('huge.zip', Buffer.alloc(limits.maxLinkedFile + 1));
  expect([status, body.error?.code]).toEqual([413, 'too_large']);
});

test('an empty file is one, and a space may be a plus', async () => {
  const topic = 'ACME/DESK/DAILY+PNL';
  await desk.bot.call('publish.publishReport', { topic: 'ACME/DESK/DAILY PNL', pages: [orderPage()] });
  const { perms } = server.stores;
  const [given] = await perms.list();
  if (given) await perms.save({ ...given, gropic: 'ACME/DESK' as typeof given.gropic }, 0);
  await server.app.reporting.tellRights();
  await put('none.csv', Buffer.alloc(0), { topic });
  const { status, body } = await get(`/linkedfiles/${topic}/none.csv`);
  expect([status, body.length]).toEqual([200, 0]);
});

test('the files go with the report', async () => {
  await put('gone.txt', Buffer.from('x'));
  await desk.bot.call('publish.publishRemove', { topic: 'ACME/DESK/ORDERS' });
  await desk.publish();
  expect((await get('/linkedfiles/ACME/DESK/ORDERS/gone.txt')).status).toBe(404);
});

test('a report that was never published has no files', async () => {
  const { status, body } = await put('early.png', png, { topic: 'ACME/DESK/NOT YET' });
  expect([status, body.error?.code]).toEqual([404, 'not_found']);
});
