import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, createCaller } from '@sheetwire/client/caller';
import { stream, watch } from '@sheetwire/contract/live';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { freePort } from '../../scripts/test/free-port.ts';
import { Child, cores } from '../lib/child.ts';
import { LoadClient } from '../load/load-client.ts';
import type { FanOutServer } from './fan-out-server.ts';
import { post } from './post.ts';

export const TOPIC = 'ACME/RATES/DAILY';
export const PAGE = 'Positions';

/** The portal in a process of its own, with viewers who are signed in already. */
export interface Product extends FanOutServer {
  readonly url: string;
  readonly call: Caller;
  readonly key: string;
  /** Cookies, one session each. */
  readonly cookies: readonly string[];
  readonly agent: Agent;
  /** Opens so many streams that carry nothing yet. */
  streams(viewers: number): Promise<LoadClient>;
}

/** Where and how the portal runs; left out it is this tree on the embedded store. */
export interface ProductPlace {
  /** A checkout whose portal is started; its packages are installed. */
  readonly tree?: string | undefined;
  /** A PostgreSQL database in place of the embedded store. */
  readonly databaseUrl?: string | undefined;
  /** A folder whose store is there already, and stays; its reports are not published to. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments of Node. */
  readonly node?: readonly string[];
  /** Viewers take their streams in gzip, as the portal's own pages do. */
  readonly isGzip?: boolean;
}

/** Starts the portal on a fresh store, with a report of one page, or on a store that is there. */
export async function startProduct(viewers: number, html = page(2), place: ProductPlace = {}): Promise<Product> {
  const dataDir = place.dataDir ?? (await mkdtemp(join(tmpdir(), 'sheetwire-bench-')));
  const port = await freePort();
  const { tree = join(import.meta.dirname, '../..'), databaseUrl = '', node = [] } = place;
  const env = {
    SHEETWIRE_PORT: String(port),
    SHEETWIRE_DATA_DIR: dataDir,
    SHEETWIRE_DATABASE_URL: databaseUrl,
    ...place.env,
  };
  const given = [...(process.env.BENCH_NODE ?? '').split(' ').filter(Boolean), ...node];
  const main = join(tree, 'bench/servers/product-main.ts');
  const child = new Child(cores.server, [process.execPath, '--expose-gc', ...given, main, String(viewers)], env);
  const ready = JSON.parse((await child.line(/^ready /)).slice('ready '.length));
  const cookies: string[] = ready.sessions.map((id: string) => `__Host-sheetwire=${id}`);
  const call = createCaller({ baseUrl: ready.url, headers: { authorization: `Bearer ${ready.key}` } });
  const first = () => call(publishReport, { topic: TOPIC, pages: [{ name: PAGE, html }] });
  let { version } = place.dataDir === undefined ? await first() : { version: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    pid: child.pid,
    url: ready.url,
    key: ready.key,
    call,
    cookies,
    agent,
    streams: (count) => openStreams({ port }, cookies.slice(0, count)),
    connect: (count, first = 0) =>
      connect({ port, agent, version, isGzip: place.isGzip }, cookies.slice(first, first + count)),
    async publish(text) {
      const cells = [{ page: PAGE, cell: 'A1', html: text }];
      ({ version } = await call(publishCells, { topic: TOPIC, baseVersion: version, cells }));
    },
    async collect() {
      child.signal('SIGUSR2');
      await child.line(/^collected$/);
    },
    async stop() {
      agent.destroy();
      await child.stop();
      if (place.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Where viewers go, and the version that they have. */
interface Line {
  readonly port: number;
  readonly agent: Agent;
  readonly version: number;
  /** Its streams come in gzip. */
  readonly isGzip?: boolean | undefined;
}

function openStreams(
  { port, isGzip = false }: Pick<Line, 'port' | 'isGzip'>,
  cookies: readonly string[],
  narrow?: number,
): Promise<LoadClient> {
  const host = `127.0.0.1:${port}`;
  const path = `${stream.path}?browserId=l${randomUUID().replace(/\D/g, '').slice(0, 9)}`;
  const gzip = isGzip ? ['Accept-Encoding: gzip', 'X-Sheetwire-Stream: gzip'] : [];
  const requests = cookies.map((cookie) => [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Cookie: ${cookie}`, ...gzip, '']);
  return LoadClient.open({ port, requests, hasHello: true, narrow });
}

/** Opens a stream for each cookie and says that it carries the report; the first ones on narrow lines. */
export async function connect(
  { port, agent, version, isGzip }: Line,
  cookies: readonly string[],
  narrow?: number,
): Promise<LoadClient> {
  const client = await openStreams({ port, isGzip }, cookies, narrow);
  const topics = [{ topic: TOPIC, version }];
  await Promise.all(
    client.streamIds.map(async (streamId, n) => {
      const headers = { cookie: cookies[n] ?? '', 'sec-fetch-site': 'same-origin' };
      await post({ port, agent, path: watch.path, headers }, JSON.stringify({ streamId, topics }));
    }),
  );
  return client;
}

/** A page of one table, twenty columns, cells named as a sheet names them. */
export function page(rows: number, text: (row: number, column: number) => string = plainText): string {
  const line = (row: number) =>
    Array.from({ length: COLUMNS }, (_, column) => {
      const name = `${String.fromCharCode(FIRST_LETTER + column)}${row + 1}`;
      return `<td data-cell="${name}" data-s="${column % 4}">${text(row, column)}</td>`;
    }).join('');
  return `<table><tbody>${Array.from({ length: rows }, (_, row) => `<tr>${line(row)}</tr>`).join('')}</tbody></table>`;
}

export const COLUMNS = 20;
const FIRST_LETTER = 65;

function plainText(row: number, column: number): string {
  return `${(row * 31 + column * 7) % 1000}.${column}`;
}
