import { afterAll, beforeAll, expect, test } from 'vitest';
import { lists } from '../../testing/access-answers.ts';
import { publisherOf, type TestPublisher, viewerOf } from '../../testing/publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/test-app.ts';

let server: TestApp;
let bot: TestPublisher;
let ann: TestBrowser;
beforeAll(async () => {
  server = await startTestApp();
  bot = await publisherOf(server, 'ACME/bot');
  ann = await viewerOf(server, 'ACME/ann');
});
afterAll(() => server.stop());

async function publish(topic: string, text: string): Promise<void> {
  const { status } = await bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html: `<p>${text}</p>` }] });
  expect(status).toBe(200);
}

async function get(url: string, cookie = ann.cookie) {
  const { statusCode, body } = await server.app.fastify.inject({ url, headers: { cookie, accept: 'text/html' } });
  return { status: statusCode, body };
}

test('a report with a plus in its name that somebody may not see takes no address from the one with a space', async () => {
  await publish('ACME/PLUS/A B', 'spaced');
  const { statusCode } = await server.app.fastify.inject({
    method: 'PUT',
    url: '/api/v1/publish/linkedfiles/ACME/PLUS/A%20B/x.txt',
    headers: { authorization: `Bearer ${bot.key}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('spaced'),
  });
  expect(statusCode).toBe(200);
  const seen = async () => [
    (await get('/ACME/PLUS/A+B')).body.includes('spaced'),
    await get('/linkedfiles/ACME/PLUS/A+B/x.txt'),
  ];
  const before = await seen();
  expect(before).toEqual([true, { status: 200, body: 'spaced' }]);
  await publish('ACME/PLUS/A+B', 'hidden');
  expect((await get('/ACME/PLUS/A+B')).body).toContain('hidden');
  await server.stores.perms.save(lists('ACME/PLUS/A+B', { admins: ['ACME/bot'] }), 0);
  await server.app.reporting.rightsChanged();
  expect(await seen()).toEqual(before);
});

test('nor for who publishes by address: a name of which they know nothing is none', async () => {
  await publish('ACME/BYNAME/A+B', 'hidden');
  await server.stores.perms.save(lists('ACME/BYNAME/A+B', { admins: ['ACME/bot'] }), 0);
  await server.app.reporting.rightsChanged();
  const put = (report: string) =>
    server.app.fastify.inject({
      method: 'PUT',
      url: `/api/v1/publish/workbook/ACME/BYNAME/${report}`,
      headers: { authorization: `Bearer ${bot.key}`, 'content-type': 'text/csv' },
      payload: 'a,b\n1,2\n',
    });
  expect((await put('A%20B')).statusCode).toBe(200);
  expect((await put('A+B')).json()).toMatchObject({ topic: 'ACME/BYNAME/A B' });
});
