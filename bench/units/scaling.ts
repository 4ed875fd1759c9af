import { Agent } from 'node:http';
import { withNats } from '../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { ownCpu } from '../lib/alternate.ts';
import { cores } from '../lib/child.ts';
import { type Figure, median } from '../lib/figures.ts';
import { interleave, type Round, ratio, type Sample, type Side } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { PostgresCpu } from '../lib/postgres-cpu.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { PUBLISHERS, publisher } from '../servers/publisher.ts';
import { type Several, startSeveral } from '../servers/several.ts';

const ONE = 'one server';
const THREE = 'three servers';
const COUNTS = { [ONE]: 1, [THREE]: 3 } as const;
type Name = keyof typeof COUNTS;
const NAMES: readonly Name[] = [ONE, THREE];
/** As many for each of three servers as the other units give to one: with a third of that, a commit gathers a third. */
const LOAD = PUBLISHERS * COUNTS[THREE];
const PUBLISHES = { quick: 9600, full: 28_800 } as const;
/** At each server, so that a compiler at run time has done its work. */
const WARM_UP = 4800;

/**
 * Acknowledged publishes a second on PostgreSQL and NATS, 48 publishers with a report of 1,000 cells each, ten cells
 * changed at a time: all at one server, and spread over three; and what CPU PostgreSQL takes for them. Servers, database
 * and publishers share all cores of the machine: what one server spends on each publish says how many it could take with a
 * core of its own.
 */
export async function scaling(plan: Plan): Promise<Figure[]> {
  if (findProgram('psql') === undefined || findProgram('nats-server') === undefined) {
    return [{ id: idOf('time'), unit: 'ratio', values: [], notRun: 'PostgreSQL or nats-server is not installed' }];
  }
  const postgres = await withPostgres();
  const nats = await withNats();
  const side = (name: Name): Side => ({ name, runs: 2, run: () => measure(plan, postgres, nats.url, COUNTS[name]) });
  try {
    const rounds = await interleave(NAMES.map(side), plan.rounds);
    const pair = { of: THREE, against: ONE };
    return [
      ...NAMES.map((name) => rateOf(rounds, name)),
      ratio(rounds, { id: idOf('time'), metric: 'ms each', ...pair }),
      ratio(rounds, { id: idOf('CPU of one of them'), metric: 'us of one', ...pair }),
      ratio(rounds, { id: idOf('CPU of the servers'), metric: 'us of servers', ...pair }),
      ratio(rounds, { id: idOf('CPU of PostgreSQL'), metric: 'us of PostgreSQL', ...pair }),
    ];
  } finally {
    await nats.stop();
    await postgres.stop();
  }
}

function idOf(what: string): string {
  return `durable publish, ${THREE} / ${ONE}: ${what}`;
}

function rateOf(rounds: readonly Round[], name: Name): Figure {
  const samples = rounds.flatMap((round) => round.get(name) ?? []);
  const of = (metric: string) => samples.map((sample) => sample[metric] ?? Number.NaN);
  const shown = (metric: string) => Math.round(median(of(metric)));
  const cpu = `CPU of each: servers ${shown('us of servers')} us, PostgreSQL ${shown('us of PostgreSQL')} us`;
  const note = `${cpu}; of a core: servers ${shown('% of servers')} %, PostgreSQL ${shown('% of PostgreSQL')} %, publishers ${shown('% of publishers')} %`;
  return { id: `durable publishes a second, ${name}`, unit: '/s', values: of('rate'), note };
}

async function measure(plan: Plan, postgres: PostgresServer, busUrl: string, count: number): Promise<Sample> {
  const databaseUrl = await postgres.newDatabase();
  const several = await startSeveral({ count, viewers: 0, databaseUrl, busUrl, core: cores.any });
  const database = await PostgresCpu.of(databaseUrl);
  try {
    return await load(several, database, PUBLISHES[plan.isQuick ? 'quick' : 'full']);
  } finally {
    await database.end();
    await several.stop();
  }
}

async function load({ servers, key }: Several, database: PostgresCpu, count: number): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: LOAD });
  try {
    const publishers = await Promise.all(
      Array.from({ length: LOAD }, (_, n) => {
        const url = servers[n % servers.length]?.url ?? '';
        return publisher({ url, key }, agent, { kind: 'cells', n });
      }),
    );
    const all = async (each: number) => {
      const one = async (publishOnce: () => Promise<void>) => {
        for (let n = 0; n < each; n++) await publishOnce();
      };
      await Promise.all(publishers.map(one));
    };
    const each = count / LOAD;
    await all((WARM_UP * servers.length) / LOAD);
    const cpu = () => ({
      servers: servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
      PostgreSQL: database.seconds(),
      publishers: ownCpu(),
    });
    const [from, before] = [performance.now(), cpu()];
    await all(each);
    const [seconds, after] = [(performance.now() - from) / 1000, cpu()];
    const of = (what: keyof typeof before) => after[what] - before[what];
    return {
      rate: count / seconds,
      'ms each': (seconds * 1000) / count,
      'us of servers': (of('servers') * 1e6) / count,
      'us of one': (of('servers') * 1e6) / count / servers.length,
      'us of PostgreSQL': (of('PostgreSQL') * 1e6) / count,
      '% of servers': (of('servers') * 100) / seconds,
      '% of PostgreSQL': (of('PostgreSQL') * 100) / seconds,
      '% of publishers': (of('publishers') * 100) / seconds,
    };
  } finally {
    agent.destroy();
  }
}
