import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { stream as streamCall, takesGzipStream } from '@sheetwire/contract/live';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherOf, type TestPublisher } from '../../testing/publisher.ts';
import { listen, StreamClient } from '../../testing/stream-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let bot: TestPublisher;
let base: string;
beforeAll(async () => {
  server = await startTestApp();
  base = await listen(server);
  bot = await publisherOf(server, 'ACME/bot');
});
afterAll(() => server.stop());

const topic = 'ACME/L/GZIP';
/** A page of a few hundred cells that all say the same. */
function publish(value: string) {
  const row = (n: number) => `<tr><td data-cell="A${n + 1}">${value} of ${n}</td></tr>`;
  const html = `<table><tbody>${Array.from({ length: 400 }, (_, n) => row(n)).join('')}</tbody></table>`;
  return bot.call('publish.publishReport', { topic, pages: [{ name: 'P', html }] });
}

/** A stream's answer, as it came over the line. */
async function answerTo(headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  const request = get(`${base}${streamCall.path}`, { headers: { authorization: `Bearer ${bot.key}`, ...headers } });
  const [answer] = await once(request, 'response');
  return answer;
}

test('who asks for gzip by name and accepts it has its stream in gzip, nobody else', async () => {
  const asked = [
    { ...takesGzipStream, 'accept-encoding': 'br, gzip' },
    { ...takesGzipStream },
    { ...takesGzipStream, 'accept-encoding': 'identity' },
    { 'x-sheetwire-stream': 'br', 'accept-encoding': 'gzip, br' },
    { 'accept-encoding': 'gzip' },
  ];
  const came: unknown[] = [];
  for (const headers of asked) {
    const answer = await answerTo(headers);
    const encoding = answer.headers['content-encoding'];
    const text = encoding === 'gzip' ? answer.pipe(createGunzip()) : answer;
    const [bytes] = await once(text, 'data');
    came.push([encoding, String(bytes).split('\n')[0]]);
    answer.destroy();
  }
  expect(came).toEqual([['gzip', 'event: hello'], ...asked.slice(1).map(() => [undefined, 'event: hello'])]);
});

test('a stream in gzip brings what a plain one brings, and each change at once', async () => {
  await publish('first');
  const headers = { authorization: `Bearer ${bot.key}` };
  const [gzip, plain] = [
    await StreamClient.open(base, { ...headers, ...takesGzipStream }),
    await StreamClient.open(base, headers),
  ];
  for (const client of [gzip, plain]) expect(await client.watch([{ topic, version: 1 }])).toBe(200);
  for (const value of ['second', 'third']) {
    await publish(value);
    const delta = await gzip.next('delta');
    expect(delta.ops).toHaveLength(400);
    expect(delta).toEqual(await plain.next('delta'));
  }
  for (const client of [gzip, plain]) client.close();
});
