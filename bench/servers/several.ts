import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, createCaller } from '@sheetwire/client/caller';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { openStores } from '@sheetwire/server/storage/open-stores';
import type { LoadClient } from '../load/load-client.ts';
import { type Node, startNode } from './node.ts';
import { addPublisher, addViewers } from './people.ts';
import { connect, PAGE, page, TOPIC } from './product.ts';

export interface SeveralOptions {
  readonly count: number;
  /** Viewers who are signed in beforehand. */
  readonly viewers: number;
  /** PostgreSQL, or the embedded store of one server when it is left out. */
  readonly databaseUrl?: string;
  /** NATS, or NOTIFY of the database when it is left out. */
  readonly busUrl?: string;
  /** Where the servers run, as `taskset` reads it. */
  readonly core?: number | string;
  /** Further arguments of Node. */
  readonly node?: readonly string[];
  /** A checkout whose servers are started; its packages are installed. */
  readonly tree?: string | undefined;
  /** Viewers take their streams in gzip, as the portal's own pages do. */
  readonly isGzip?: boolean;
}

/** A server of several, with a caller that publishes there. */
export interface Server extends Node {
  readonly call: Caller;
  /** Sets a cell of the report; resolves with the acknowledgement. */
  publish(text: string): Promise<void>;
  /** Opens viewers of the report, with sessions from the given one on; the first ones on narrow lines. */
  connect(viewers: number, first?: number, narrow?: number): Promise<LoadClient>;
}

/** Servers of one portal that know the same sessions and hold one report. */
export interface Several {
  readonly servers: readonly Server[];
  /** The API key of who publishes. */
  readonly key: string;
  stop(): Promise<void>;
}

/** Starts the servers on a fresh store, one after another: the first makes the report. */
export async function startSeveral(options: SeveralOptions): Promise<Several> {
  const { count, viewers, databaseUrl = '', busUrl = '', core, node = [], tree, isGzip } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-bench-'));
  const agent = new Agent({ keepAlive: true, maxSockets: LINES });
  const nodes: Node[] = [];
  const stop = async () => {
    agent.destroy();
    await Promise.all(nodes.map((each) => each.stop()));
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { cookies, key } = await addPeople(databaseUrl, dataDir, viewers);
    const env = {
      SHEETWIRE_DATA_DIR: dataDir,
      SHEETWIRE_DATABASE_URL: databaseUrl,
      SHEETWIRE_BUS_URL: busUrl,
      SHEETWIRE_SECRET_KEY: Buffer.alloc(32, 'k').toString('base64url'),
      SHEETWIRE_MAX_PUBLISH_RATE: '100000',
    };
    for (let n = 0; n < count; n++)
      nodes.push(await startNode({ env, node, tree, ...(core !== undefined && { core }) }));
    const made = { key, cookies, agent, version: 0, isGzip };
    const servers = nodes.map((each) => serverOf(each, made));
    const [first] = servers;
    if (first === undefined) throw new Error('there is no server');
    made.version = (await first.call(publishReport, { topic: TOPIC, pages: [{ name: PAGE, html: page(2) }] })).version;
    return { servers, key, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
}

/** Calls at once that say what streams carry. */
const LINES = 8;

async function addPeople(databaseUrl: string, dataDir: string, viewers: number) {
  const stores = await openStores({ databaseUrl, dataDir });
  try {
    const ids = await addViewers(stores, viewers);
    return { cookies: ids.map((id) => `__Host-sheetwire=${id}`), key: await addPublisher(stores) };
  } finally {
    await stores.close();
  }
}

interface Made {
  readonly key: string;
  readonly cookies: readonly string[];
  readonly agent: Agent;
  readonly isGzip: boolean | undefined;
  /** The newest version that was acknowledged, by whichever server. */
  version: number;
}

function serverOf(node: Node, made: Made): Server {
  const { key, cookies, agent, isGzip } = made;
  const call = createCaller({ baseUrl: node.url, headers: { authorization: `Bearer ${key}` } });
  return {
    ...node,
    call,
    async publish(text) {
      const cells = [{ page: PAGE, cell: 'A1', html: text }];
      made.version = (await call(publishCells, { topic: TOPIC, baseVersion: made.version, cells })).version;
    },
    connect: (viewers, first = 0, narrow = 0) =>
      connect({ port: node.port, agent, version: made.version, isGzip }, cookies.slice(first, first + viewers), narrow),
  };
}
