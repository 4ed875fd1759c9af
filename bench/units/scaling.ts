import { Agent } from 'node:http';
import { withNats } from '../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { ownCpu } from '../lib/alternate.ts';
import { cores } from '../lib/child.ts';
import { type Figure, median } from '../lib/figures.ts';
import { interleave, type Round, ratio, type Sample, type Side, short } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { PostgresCpu } from '../lib/postgres-cpu.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { ShareOfCore } from '../lib/share-of-core.ts';
import { PUBLISHERS, publisher } from '../servers/publisher.ts';
import { type Several, startSeveral } from '../servers/several.ts';

const ONE = 'one server';
const THREE = 'three servers';
const COUNTS = { [ONE]: 1, [THREE]: 3 } as const;
type Name = keyof typeof COUNTS;
const NAMES: readonly Name[] = [ONE, THREE];
/** Servers that have no more than that of a core each: three have three times what one has, as on machines of their own. */
const SMALL = ', a quarter of a core each';
const SHARE = 0.25;
/** Each takes long: most of it is the start of servers. */
const SMALL_ROUNDS = 2;
const BEFORE = ' before';
/** As many for each of three servers as the other units give to one: with a third of that, a commit gathers a third. */
const LOAD = PUBLISHERS * COUNTS[THREE];
const PUBLISHES = { quick: 9600, full: 28_800 } as const;
/** At each server, so that a compiler at run time has done its work. */
const WARM_UP = 4800;

/**
 * Acknowledged publishes a second on PostgreSQL and NATS, 48 publishers with a report of 1,000 cells each, ten cells
 * changed at a time: all at one server, and spread over three; and what CPU PostgreSQL takes for them. Servers, database
 * and publishers share all cores of the machine: what one server spends on each publish says how many it could take with a
 * core of its own. Beside that the same with servers of which each is bounded to a quarter of a core, so that three have
 * three times what one has and the database is not the limit. With BENCH_BASE, the folder of another checkout, the first
 * pair of its servers in the same rounds.
 */
export async function scaling(plan: Plan): Promise<Figure[]> {
  if (findProgram('psql') === undefined || findProgram('nats-server') === undefined) {
    return [
      {
        id: idOf([THREE, ONE], 'time'),
        unit: 'ratio',
        values: [],
        notRun: 'PostgreSQL or nats-server is not installed',
      },
    ];
  }
  const postgres = await withPostgres();
  const nats = await withNats();
  const base = process.env.BENCH_BASE;
  const side = (name: Name, tree?: string): Side => ({
    name: tree === undefined ? name : name + BEFORE,
    runs: 2,
    run: () => measure(plan, postgres, { busUrl: nats.url, count: COUNTS[name], tree }),
  });
  const missing = ShareOfCore.missing();
  const small = (name: Name): Side => ({
    name: name + SMALL,
    runs: 2,
    run: () => measure(plan, postgres, { busUrl: nats.url, count: COUNTS[name], tree: undefined, share: SHARE }),
  });
  const sides = NAMES.flatMap((name) => (base === undefined ? [side(name)] : [side(name), side(name, base)]));
  const smallPair: Pair = [THREE + SMALL, ONE + SMALL];
  try {
    const rounds = await interleave(sides, plan.rounds);
    const smalls = missing === undefined ? await interleave(NAMES.map(small), SMALL_ROUNDS) : [];
    return [
      ...sides.map(({ name }) => rateOf(rounds, name)),
      ...ratiosOf(rounds, [THREE, ONE]),
      ...(missing === undefined
        ? [...NAMES.map((name) => rateOf(smalls, name + SMALL)), ...ratiosOf(smalls, smallPair)]
        : [{ id: idOf(smallPair, 'time'), unit: 'ratio', values: [], notRun: missing } as const]),
      ...(base === undefined ? [] : NAMES.flatMap((name) => ratiosOf(rounds, [name, name + BEFORE]))),
    ];
  } finally {
    await nats.stop();
    await postgres.stop();
  }
}

const METRICS = {
  time: 'ms each',
  'CPU of one of them': 'us of one',
  'CPU of the servers': 'us of servers',
  'CPU of PostgreSQL': 'us of PostgreSQL',
  'SQL statements': 'statements',
} as const;

type Pair = readonly [of: string, against: string];

function idOf([of, against]: Pair, what: string): string {
  return `durable publish, ${of} / ${against}: ${what}`;
}

function ratiosOf(rounds: readonly Round[], pair: Pair): Figure[] {
  const [of, against] = pair;
  return Object.entries(METRICS).map(([what, metric]) => ratio(rounds, { id: idOf(pair, what), metric, of, against }));
}

function rateOf(rounds: readonly Round[], name: string): Figure {
  const samples = rounds.flatMap((round) => round.get(name) ?? []);
  const of = (metric: string) => samples.map((sample) => sample[metric] ?? Number.NaN);
  const shown = (metric: string) => Math.round(median(of(metric)));
  const gathered = `${short(1 / median(of('statements')))} to a statement`;
  const cpu = `CPU of each: servers ${shown('us of servers')} us, PostgreSQL ${shown('us of PostgreSQL')} us`;
  const note = `${cpu}; ${gathered}; of a core: servers ${shown('% of servers')} %, PostgreSQL ${shown('% of PostgreSQL')} %, publishers ${shown('% of publishers')} %`;
  return { id: `durable publishes a second, ${name}`, unit: '/s', values: of('rate'), note };
}

interface Where {
  readonly busUrl: string;
  readonly count: number;
  readonly tree: string | undefined;
  /** Of a core, that each server has at most. */
  readonly share?: number;
}

async function measure(plan: Plan, postgres: PostgresServer, { share, ...where }: Where): Promise<Sample> {
  const databaseUrl = await postgres.newDatabase();
  const several = await startSeveral({ viewers: 0, databaseUrl, core: cores.any, ...where });
  const database = await PostgresCpu.of(databaseUrl);
  try {
    using bounds = new ShareOfCore();
    const bound = () => {
      for (const { pid } of several.servers) if (share !== undefined) bounds.bound(pid, share);
    };
    return await load(several, { database, count: PUBLISHES[plan.isQuick ? 'quick' : 'full'] * (share ?? 1), bound });
  } finally {
    await database.end();
    await several.stop();
  }
}

interface Load {
  readonly database: PostgresCpu;
  readonly count: number;
  /** Once the servers are warm. */
  bound(): void;
}

async function load({ servers, key }: Several, { database, count, bound }: Load): Promise<Sample> {
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
    bound();
    const cpu = () => ({
      servers: servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
      PostgreSQL: database.seconds(),
      publishers: ownCpu(),
    });
    const statements = async () => {
      const figures = await Promise.all(servers.map((server) => server.figures()));
      return figures.reduce((sum, each) => sum + each.statements, 0);
    };
    const asked = await statements();
    const [from, before] = [performance.now(), cpu()];
    await all(each);
    const [seconds, after] = [(performance.now() - from) / 1000, cpu()];
    const of = (what: keyof typeof before) => after[what] - before[what];
    return {
      rate: count / seconds,
      'ms each': (seconds * 1000) / count,
      statements: ((await statements()) - asked) / count,
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
