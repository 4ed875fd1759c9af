import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { NetworkFailure } from '@sheetwire/client/failures';
import { branded } from '@sheetwire/rules/name';
import { afterEach, expect, test } from 'vitest';
import { pictureSender } from './picture-sender.ts';

const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const topic = branded<'Topic'>('ACME/RATES/DAILY');
const picture = { name: 'a.png', bytes: new Uint8Array([1, 2]) };
const secrets = { authorization: 'Bearer swk_1', 'x-sheetwire-publish-secret': 'open sesame' };

test('a picture, the key and the publish secret go to no other server that the portal names', async () => {
  const heard: string[] = [];
  const other = await serve((request, response) => {
    heard.push(String(request.headers['x-sheetwire-publish-secret']));
    response.end('{}');
  });
  const portal = await serve((_, response) => response.writeHead(307, { location: `${other}/x` }).end());
  await expect(pictureSender(new URL(portal), secrets)(topic, picture, undefined)).rejects.toThrow(NetworkFailure);
  expect(heard).toEqual([]);
});

test('a line that is cut within the answer is a line that was cut, not a fault of ours', async () => {
  const portal = await serve((request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    setImmediate(() => request.socket.destroy());
  });
  await expect(pictureSender(new URL(portal), secrets)(topic, picture, undefined)).rejects.toThrow(NetworkFailure);
});
