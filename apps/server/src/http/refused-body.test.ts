import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
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

/** Sends half, and the rest when it was answered, as a slow line does; resolves to the answer, or to how the line was reset. */
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
  let status: number | undefined;
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    status = answer.statusCode;
    write();
    sent.end();
    await once(sent, 'finish');
    return { status, body: await json(answer) };
  } catch {
    return status === undefined ? 'reset' : `${status}, then reset`;
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

/** Sends a part of a body in chunks to a server that refuses it, and answers what came back once it has. */
async function refusedInPart(to: string): Promise<{ readonly line: Socket; readonly said: () => string }> {
  const line = connect(Number(new URL(to).port), '127.0.0.1');
  let said = '';
  line.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  line.write('POST /api/v1/publish/report/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n');
  line.write('Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n');
  await expect.poll(() => said).toContain('not_signed_in');
  return { line, said: () => said };
}

test('a body that goes on badly after it was refused gets no second answer', async () => {
  const { line, said } = await refusedInPart(base);
  const closed = once(line, 'close');
  line.write('no length of a chunk\r\n');
  await closed;
  expect(said().match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('a stop waits for no rest of a refused body', async () => {
  const stopped = await startTestApp();
  const { line } = await refusedInPart(await listen(stopped));
  const closed = once(line, 'close');
  await stopped.stop();
  await closed;
});

test('a refused body without end is cut off', async () => {
  expect(await send(kept, untold, (3 * limits.refusedBody.bytes) / MIB)).toBe('413, then reset');
});
