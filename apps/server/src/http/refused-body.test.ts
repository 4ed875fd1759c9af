import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlDesk, controlDesk } from '../testing/control-desk.ts';
import { listen } from '../testing/stream-client.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const MIB = 1024 * 1024;
let server: TestApp;
let desk: ControlDesk;
let base: string;
beforeAll(async () => {
  server = await startTestApp();
  desk = await controlDesk(server);
  base = await listen(server);
});
afterAll(() => server.stop());

test('a body that is refused in its middle is read to its end, for who sends all before reading', async () => {
  const body = Buffer.alloc(60 * MIB, 'a');
  const sent = request(`${base}/api/v1/publish/workbook/ACME/DESK/ORDERS`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${desk.bot.key}`, 'content-length': body.length },
  });
  const answered: Promise<[IncomingMessage]> = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(body);
  await once(sent, 'finish');
  const [answer] = await answered;
  expect(answer.statusCode).toBe(413);
  expect(await json(answer)).toMatchObject({ error: { code: 'too_large' } });
});
