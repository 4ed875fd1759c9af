import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/test/free-port.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { Child, cores } from '../lib/child.ts';
import { childrenOf } from '../lib/process-figures.ts';
import { LoadClient } from '../load/load-client.ts';
import type { FanOutServer } from './fan-out-server.ts';
import { post } from './post.ts';

const MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';

/** Why Nchan cannot be run here; undefined when it can. */
export function nchanIsMissing(): string | undefined {
  if (findProgram('nginx') === undefined) return 'nginx is not installed';
  return existsSync(MODULE) ? undefined : 'the nginx module nchan is not installed';
}

/** nginx with Nchan, one worker: a publisher address and an EventSource subscriber. */
export async function startNchan(): Promise<FanOutServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-nchan-'));
  const port = await freePort();
  const conf = join(folder, 'nginx.conf');
  await writeFile(conf, configuration(folder, port));
  const child = new Child(cores.server, [findProgram('nginx') ?? 'nginx', '-p', folder, '-c', conf]);
  const pid = await workerOf(child.pid, port);
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  return {
    pid,
    connect(count) {
      const request = ['GET /sub HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Accept: text/event-stream', ''];
      return LoadClient.open({ port, requests: Array.from({ length: count }, () => request), hasHello: false });
    },
    async publish(text) {
      await post({ port, path: '/pub', agent, headers: { 'content-type': 'text/plain' } }, text);
    },
    collect: () => Promise.resolve(),
    async stop() {
      agent.destroy();
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, port: number): string {
  return `load_module ${MODULE};
user root;
daemon off;
worker_processes 1;
worker_rlimit_nofile 20000;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 16384; multi_accept on; }
http {
  access_log off;
  client_max_body_size 16m;
  client_body_buffer_size 2m;
  client_body_temp_path ${folder};
  proxy_temp_path ${folder};
  fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder};
  scgi_temp_path ${folder};
  nchan_shared_memory_size 256m;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /pub { nchan_publisher; nchan_channel_id t; nchan_message_buffer_length 20; }
    location = /sub { nchan_subscriber eventsource; nchan_channel_id t; nchan_subscriber_first_message newest; }
  }
}
`;
}

const TRIES = 200;
const TRY = 20;

/** The one worker, once the port answers. */
async function workerOf(master: number, port: number): Promise<number> {
  for (let n = 0; n < TRIES; n++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    const [worker] = childrenOf(master);
    if (isUp && worker !== undefined) return worker;
    await new Promise((resolve) => setTimeout(resolve, TRY));
  }
  throw new Error('nginx does not start');
}
