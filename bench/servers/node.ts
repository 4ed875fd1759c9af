import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/test/free-port.ts';
import { Child, cores } from '../lib/child.ts';

/** What a server counts from its start on. */
export interface NodeFigures {
  /** SQL statements about reports. */
  readonly statements: number;
  /** Those of them that name a report: what is scheduled asks about all. */
  readonly naming: number;
  /** The newest versions of all reports that it knows of, added up. */
  readonly newest: number;
  /** Open streams whose viewer does not read. */
  readonly stalled: number;
  /** How viewers were given versions: as deltas, or told to fetch, by why. */
  readonly told: { readonly deltas: number; readonly fetches: Readonly<Record<string, number>> };
}

/** A server of a checkout in a process of its own, alone or one of several on a database. */
export interface Node {
  readonly pid: number;
  readonly url: string;
  readonly port: number;
  figures(): Promise<NodeFigures>;
  stop(): Promise<void>;
}

export interface NodeOptions {
  /** The checkout; this one when it is left out. */
  readonly tree?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** Further arguments of Node. */
  readonly node?: readonly string[];
  /** Where it runs, as `taskset` reads it. */
  readonly core?: number | string;
}

/** Starts a server; its data folder is a new one unless the environment names it. */
export async function startNode({ tree = here, env, node = [], core = cores.server }: NodeOptions): Promise<Node> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-bench-'));
  const port = await freePort();
  const own = { SHEETWIRE_DATA_DIR: dataDir, ...env, SHEETWIRE_PORT: String(port) };
  const given = [...(process.env.BENCH_NODE ?? '').split(' ').filter(Boolean), ...node];
  const child = new Child(core, [process.execPath, ...given, join(here, 'bench/servers/node-main.ts'), tree], own);
  const url = (await child.line(/^ready /)).slice('ready '.length);
  return {
    pid: child.pid,
    url,
    port,
    async figures() {
      child.signal('SIGUSR2');
      return JSON.parse((await child.line(/^figures /)).slice('figures '.length));
    },
    async stop() {
      await child.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const here = join(import.meta.dirname, '../..');
