import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../../../scripts/test/free-port.ts';
import { publisherOf, viewerOf } from '../../testing/publisher.ts';
import { browser, startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let port = 0;
beforeAll(async () => {
  server = await startTestApp();
  await server.addUser('DEMO/jane', 'a long password');
  port = await freePort();
  await server.app.fastify.listen({ host: '127.0.0.1', port });
});
afterAll(() => server.stop());

/** The status of an address that is sent as it stands, as no URL would spell it. */
async function statusOf(path: string, cookie: string): Promise<number | undefined> {
  const sent = request({ host: '127.0.0.1', port, path, headers: { accept: 'text/html', cookie } }).end();
  const answers: IncomingMessage[] = await once(sent, 'response');
  const [answer] = answers;
  answer?.resume();
  return answer?.statusCode;
}

test.each(['//[/a/b', '//a:b/c/d', '/[/]/^', '/DEMO/a/b?c=[', '//', '/DEMO/%5B/b'])(
  'an address that is no URL, %s, is a page like any other to who is logged in',
  async (path) => {
    const jane = browser(server);
    await jane.call('accounts/login/', { user: 'DEMO/jane', password: 'a long password' });
    expect([200, 404]).toContain(await statusOf(path, jane.cookie));
  },
);

test('the first page of a report comes with its address, and the live one never where a day is asked for', async () => {
  const { call } = await publisherOf(server, 'DEMO/desk');
  await call('publish.publishReport', { topic: 'DEMO/A/B', pages: [{ name: 'Only', html: '<p>live figures</p>' }] });
  const { cookie } = await viewerOf(server, 'DEMO/vera');
  const open = async (path: string) => {
    const { statusCode, body } = await server.app.fastify.inject({ url: path, headers: { cookie } });
    return [statusCode, body.includes('live figures')];
  };
  for (const path of ['/DEMO/A/B', '/demo/a/b/', '/remote/DEMO/A/B?paused=true', '/?entity=DEMO&group=A&report=B'])
    expect(await open(path), path).toEqual([200, true]);
  const ofDays = ['/DEMO/A/B/2026-11-18', '/DEMO/A/B/2026-11-18/', '/DEMO/A/B.20261118', '/DEMO/A/B?date=2026-11-18'];
  for (const path of [...ofDays, '/?entity=DEMO&group=A&report=B&date=20261118'])
    expect(await open(path), path).toEqual([200, false]);
});

test('an address with several spaces, plus signs or no-break spaces shows the report that reads so', async () => {
  const { call } = await publisherOf(server, 'DEMO/desk2');
  const publish = (topic: string, text: string) =>
    call('publish.publishReport', { topic, pages: [{ name: 'Only', html: `<p>${text}</p>` }] });
  await publish('DEMO/A \u00a0A/DAILY  PNL', 'spaced figures');
  const { cookie } = await viewerOf(server, 'DEMO/vera2');
  const open = async (url: string) => (await server.app.fastify.inject({ url, headers: { cookie } })).body;
  for (const name of ['daily%20pnl', 'daily+pnl', 'daily++pnl', 'daily%20%20pnl', 'daily%C2%A0pnl'])
    expect(await open(`/demo/a+a/${name}`), name).toContain('spaced figures');
  await publish('DEMO/A A/DAILY+PNL', 'figures with a plus');
  expect(await open('/demo/a%20a/daily+pnl')).toContain('figures with a plus');
});

test('a browser may install the portal under its own name', async () => {
  const answer = await server.app.fastify.inject('/manifest.webmanifest');
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  expect(answer.json()).toMatchObject({ name: 'Sheetwire', start_url: '/', display: 'standalone' });
  const sizes = answer.json().icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`);
  expect(sizes).toEqual(['any any', '192x192 any', '512x512 any', '512x512 maskable']);
});

test('a call that is looked up in the address bar says how it is called', async () => {
  for (const url of ['/api/v1/publish/report/', '/api/v1/publish/report']) {
    const answer = await server.app.fastify.inject({ url, headers: { accept: 'text/html' } });
    const { error } = answer.json<{ error: { message: string } }>();
    expect([answer.statusCode, error.message]).toEqual([404, 'Not found; this call is POST /api/v1/publish/report/']);
  }
});
