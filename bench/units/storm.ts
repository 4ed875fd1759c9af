import { Agent } from 'node:http';
import { watch } from '@sheetwire/contract/live';
import { withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { cores, pinSelf } from '../lib/child.ts';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { post } from '../servers/post.ts';
import { startProduct, TOPIC } from '../servers/product.ts';

const VIEWERS = { quick: 2000, full: 10_000 } as const;
/** Lines of the calls that say what each stream carries: those of browsers are as many as they are. */
const CALL_LINES = 256;

/** What one storm took. */
interface Storm {
  /** Seconds until everybody was on a stream that carries the report. */
  readonly back: number;
  /** CPU of the server for one of them, µs. */
  readonly cpu: number;
  /** Answers of 5xx. */
  readonly refused: number;
}

/**
 * All viewers of a server that was killed come back in one moment, without the chance by which browsers spread: the
 * server knows none of their sessions, and each opens a stream and says what it carries.
 */
export async function storm({ isQuick, rounds }: Plan): Promise<Figure[]> {
  const viewers = VIEWERS[isQuick ? 'quick' : 'full'];
  pinSelf(cores.client);
  try {
    const sqlite = await storms(viewers, rounds, async () => '');
    const figures = figuresOf(viewers, 'SQLite', sqlite);
    if (findProgram('psql') === undefined) return figures;
    const postgres = await withPostgres();
    try {
      const runs = await storms(viewers, rounds, () => postgres.newDatabase());
      return [...figures, ...figuresOf(viewers, 'PostgreSQL', runs)];
    } finally {
      await postgres.stop();
    }
  } finally {
    pinSelf(undefined);
  }
}

async function storms(viewers: number, rounds: number, database: () => Promise<string>): Promise<Storm[]> {
  const runs: Storm[] = [];
  for (let n = 0; n < rounds; n++) runs.push(await oneStorm(viewers, await database()));
  return runs;
}

function figuresOf(viewers: number, store: string, runs: readonly Storm[]): Figure[] {
  const id = `${viewers} viewers come back at once, ${store}`;
  return [
    { id: `${id}: all are back`, unit: 's', values: runs.map(({ back }) => back) },
    { id: `${id}: answers of 5xx`, unit: 'count', values: runs.map(({ refused }) => refused) },
    { id: `${id}: CPU of one`, unit: 'us', values: runs.map(({ cpu }) => cpu) },
  ];
}

/** Opens all streams, then tells what each carries; a stream that is refused never says its name, and the run fails. */
async function oneStorm(viewers: number, databaseUrl: string): Promise<Storm> {
  const server = await startProduct(viewers, undefined, { databaseUrl });
  const agent = new Agent({ keepAlive: true, maxSockets: CALL_LINES });
  try {
    const [from, cpu] = [performance.now(), cpuSeconds(server.pid)];
    const client = await server.streams(viewers);
    const topics = [{ topic: TOPIC, version: 1 }];
    let refused = 0;
    await Promise.all(
      client.streamIds.map(async (streamId, n) => {
        const headers = { cookie: server.cookies[n] ?? '', 'sec-fetch-site': 'same-origin' };
        const { port } = new URL(server.url);
        const to = { port: Number(port), agent, path: watch.path, headers };
        await post(to, JSON.stringify({ streamId, topics })).catch((fault: unknown) => {
          if (!/ answers 5/.test(String(fault))) throw fault;
          refused++;
        });
      }),
    );
    const back = (performance.now() - from) / 1000;
    const used = ((cpuSeconds(server.pid) - cpu) * 1e6) / viewers;
    await client.close();
    return { back, cpu: used, refused };
  } finally {
    agent.destroy();
    await server.stop();
  }
}
