import { Agent } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../../scripts/test/free-port.ts';
import { Child, cores } from '../lib/child.ts';
import { LoadClient } from '../load/load-client.ts';
import type { FanOutServer } from './fan-out-server.ts';
import { post } from './post.ts';

/** A masked WebSocket text frame `40`: the packet by which a client joins socket.io's default namespace. */
const JOIN = '8182000000003430';

/** socket.io with its WebSocket transport, as its guide sets it up. */
export async function startSocketIo(): Promise<FanOutServer & { readonly port: number }> {
  const port = await freePort();
  const main = join(import.meta.dirname, 'socketio-main.ts');
  const child = new Child(cores.server, [process.execPath, '--expose-gc', main, String(port)]);
  await child.line(/^ready$/);
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const upgrade = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
  ];
  return {
    pid: child.pid,
    port,
    connect(count) {
      const requests = Array.from({ length: count }, () => upgrade);
      return LoadClient.open({ port, requests, trailer: JOIN, hasHello: false });
    },
    async publish(text) {
      await post({ port, path: '/', agent }, text);
    },
    async collect() {
      child.signal('SIGUSR2');
      await child.line(/^collected$/);
    },
    async stop() {
      agent.destroy();
      await child.stop();
    },
  };
}
