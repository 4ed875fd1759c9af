import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlDesk, controlDesk } from '../testing/control-desk.ts';
import { listen } from '../testing/stream-client.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const MIB = 1024 * 1024;
let server: TestApp;
let desk: ControlDesk;
let base: string;
const kept = new Agent({ keepAlive: true });
beforeAll(async () => {
  server = await startTestApp();
  desk = await controlDesk(server);
  base = await listen(server);
});
afterAll(() => {
  kept.destroy();
  return server.stop();
});

/** MiB */
const SIZE = 60;
const type = 'content-type';
const length = { 'content-length': String(SIZE * MIB) };
const untold = { 'transfer-encoding': 'chunked' };
const piece = Buffer.alloc(MIB, 'a');

/** Sends half, and the rest when it was answered, as a slow line does; says the answer, or `cut` for a line that was reset. */
async function send(agent: Agent | false, headers: Readonly<Record<string, string>>, size = SIZE): Promise<unknown> {
  const sent = request(`${base}/api/v1/publish/report/`, {
    agent,
    method: 'POST',
    headers: { authorization: `Bearer ${desk.bot.key}`, [type]: 'application/json', ...headers },
  });
  const write = () => {
    for (let n = 0; n < size / 2; n++) sent.write(piece);
  };
  write();
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    write();
    sent.end();
    await once(sent, 'finish');
    return { status: answer.statusCode, body: await json(answer) };
  } catch {
    return 'cut';
  }
}

const refused = (status: number, code: string) => ({ status, body: { error: expect.objectContaining({ code }) } });

test.each([
  ['for its length', length, refused(413, 'too_large')],
  ['in its middle', untold, refused(413, 'too_large')],
  ['for its type', { ...length, [type]: 'text/plain' }, refused(415, 'wrong_media_type')],
  ['for a packing that nobody knows', { ...untold, 'content-encoding': 'zip' }, refused(415, 'wrong_media_type')],
  ['for its caller', { ...length, authorization: 'Bearer none' }, refused(401, 'not_signed_in')],
])('a body that is refused %s is read to its end, so that the answer arrives', async (_, headers, answer) => {
  expect(await send(kept, headers)).toEqual(answer);
  // A proxy that closes each line after a call is told the same.
  expect(await send(false, headers)).toEqual(answer);
});

test('a refused body without end is cut off', async () => {
  expect(await send(kept, untold, (3 * limits.maxRefusedBody) / MIB)).toBe('cut');
});
