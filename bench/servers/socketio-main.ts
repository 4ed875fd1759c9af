import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Server } from 'socket.io';
import { polledPage, pushedPage } from './peer-pages.ts';

/** socket.io as its guide sets it up: whatever is posted goes to everybody. Its newest text can be polled for too. */
let newest = '';
let version = 0;
let packed: { readonly version: number; readonly text: string } | undefined;

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  newest = (await buffer(request)).toString();
  version++;
  io.emit('d', newest);
  response.end('{}');
}

/** Packed once a version. */
function answerPoll(url: string): string {
  if (url.endsWith(`=${version}`)) return '{}';
  if (packed?.version !== version) packed = { version, text: gzipSync(newest).toString('base64') };
  return JSON.stringify({ version, packed: packed.text });
}

const http = createServer((request, response) => {
  const { url = '' } = request;
  if (request.method === 'POST') void take(request, response);
  else if (url.startsWith('/now')) response.end(answerPoll(url));
  else response.setHeader('content-type', 'text/html').end(url === '/poll' ? polledPage : pushedPage);
});
const io = new Server(http, { transports: ['websocket'], pingInterval: 600_000 });
http.listen(Number(process.argv[2]), '127.0.0.1', 4096, () => process.stdout.write('ready\n'));
process.once('SIGTERM', () => process.exit(0));
process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.stdout.write('collected\n');
});
