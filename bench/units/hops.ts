import { setTimeout as wait } from 'node:timers/promises';
import { withNats } from '../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { cores, pinSelf } from '../lib/child.ts';
import { type Figure, median } from '../lib/figures.ts';
import { interleave, type Round, type Sample, type Side, short } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { message, realTime } from '../lib/real-time.ts';
import type { LoadClient } from '../load/load-client.ts';
import { type Server, startSeveral } from '../servers/several.ts';

/** At each of two servers: few, so that the way counts and not how many there are. */
const VIEWERS = 10;
const SIZE = 200;
const PUBLISHES = { quick: 100, full: 500 } as const;
const WARM_UP = 40;
/** Between two publishes, ms: at no beat that something else keeps. */
const PAUSE = { least: 60, more: 40 } as const;
const LINES = ['NOTIFY', 'NATS'] as const;
const BEFORE = ', before';

/**
 * From a publish at one server to a viewer at another, on PostgreSQL, beside the viewers that the first server has itself
 * of the same versions: the way on one server. With BENCH_BASE, the folder of another checkout, the same of its servers in
 * the same rounds.
 */
export async function hops(plan: Plan): Promise<Figure[]> {
  if (findProgram('psql') === undefined || findProgram('nats-server') === undefined) {
    return [{ id: idOf('NATS'), unit: 'ms', values: [], notRun: 'PostgreSQL or nats-server is not installed' }];
  }
  const postgres = await withPostgres();
  const nats = await withNats();
  const base = process.env.BENCH_BASE;
  const side = (line: (typeof LINES)[number], tree?: string): Side => {
    const busUrl = line === 'NATS' ? nats.url : '';
    const name = tree === undefined ? line : line + BEFORE;
    return { name, runs: 2, run: () => measure(plan, postgres, { busUrl, tree }) };
  };
  const sides = LINES.flatMap((line) => (base === undefined ? [side(line)] : [side(line), side(line, base)]));
  pinSelf(cores.client);
  try {
    const rounds = await interleave(sides, plan.rounds);
    return sides.flatMap(({ name }) => figuresOf(rounds, name));
  } finally {
    pinSelf(undefined);
    await nats.stop();
    await postgres.stop();
  }
}

function idOf(line: string): string {
  return `publish at one server to a viewer at another, ${line}`;
}

function figuresOf(rounds: readonly Round[], line: string): Figure[] {
  const samples = rounds.map((round) => round.get(line) ?? []);
  const of = (metric: string) => samples.map((runs) => mean(runs.map((run) => run[metric] ?? Number.NaN)));
  const shown = (quantile: string) =>
    `${short(median(of(`${quantile} there`)))} ms, ${short(median(of(`${quantile} here`)))} ms at one server`;
  const ratios = (quantile: string) =>
    samples.map((runs) => runs.map((run) => (run[`${quantile} there`] ?? Number.NaN) / (run[`${quantile} here`] ?? 0)));
  const row = (quantile: string): Figure => ({
    id: `${idOf(line)} / at one server, ${quantile}`,
    unit: 'ratio',
    values: ratios(quantile).map(mean),
    control: ratios(quantile).map(([first = Number.NaN, second = Number.NaN]) => second / first),
    note: shown(quantile),
  });
  return [
    { id: `${idOf(line)}: p95`, unit: 'ms', values: of('p95 there'), note: `p50 ${shown('p50')}` },
    row('p50'),
    row('p95'),
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function measure(
  plan: Plan,
  postgres: PostgresServer,
  where: { readonly busUrl: string; readonly tree: string | undefined },
): Promise<Sample> {
  const several = await startSeveral({
    ...{ count: 2, viewers: 2 * VIEWERS, ...where },
    databaseUrl: await postgres.newDatabase(),
  });
  const [here, there] = several.servers;
  if (!here || !there) throw new Error('there are not two servers');
  const clients: LoadClient[] = [];
  try {
    clients.push(await here.connect(VIEWERS), await there.connect(VIEWERS, VIEWERS));
    for (const client of clients) client.size(SIZE);
    await publishAll(here, clients, WARM_UP);
    await publishAll(here, clients, PUBLISHES[plan.isQuick ? 'quick' : 'full']);
    const [atHere, atThere] = await Promise.all(clients.map((client) => client.report()));
    const ms = (us: number | undefined) => (us ?? Number.NaN) / 1000;
    return {
      'p50 here': ms(atHere?.p50us),
      'p95 here': ms(atHere?.p95us),
      'p50 there': ms(atThere?.p50us),
      'p95 there': ms(atThere?.p95us),
    };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await several.stop();
  }
}

/** Publishes one after another and waits until every viewer has all. */
async function publishAll(server: Server, clients: readonly LoadClient[], count: number): Promise<void> {
  const now = realTime();
  await Promise.all(clients.map((client) => client.reset()));
  for (let n = 0; n < count; n++) {
    await server.publish(message(SIZE, now()));
    await wait(PAUSE.least + Math.random() * PAUSE.more);
  }
  await Promise.all(clients.map((client) => client.arrived(VIEWERS * count)));
}
