import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Caller, createCaller } from '@sheetwire/client/caller';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { freePort } from '../../scripts/test/free-port.ts';
import { type NatsServer, withNats } from '../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { Child, cores } from '../lib/child.ts';
import { type Figure, median } from '../lib/figures.ts';
import { interleave, type Round, ratio, type Sample, type Side } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { page } from '../servers/product.ts';

const NOW = 'now';
const BEFORE = 'before';
const PUBLISHERS = 8;
/** Versions a second of all publishers together. */
const RATE = 200;
const SECONDS = { quick: 4, full: 10 } as const;
/** Characters that a version changes, by their name. */
const LOADS = { '10 cells': 10, '20 KB': 2000 } as const;
type Load = keyof typeof LOADS;
const LOAD_NAMES: readonly Load[] = ['10 cells', '20 KB'];

interface Line {
  readonly postgres: PostgresServer;
  readonly nats: NatsServer;
}

/**
 * What a version costs a second server on which nobody watches its report: CPU beyond that of its idle time, and
 * statements. With BENCH_BASE, the folder of another checkout, the same of two servers of it in the same rounds.
 */
export async function nodes(plan: Plan): Promise<Figure[]> {
  if (findProgram('psql') === undefined || findProgram('nats-server') === undefined) {
    return [{ id: idOf('10 cells'), unit: 'us', values: [], notRun: 'PostgreSQL or nats-server is not installed' }];
  }
  const base = process.env.BENCH_BASE;
  const line = { postgres: await withPostgres(), nats: await withNats() };
  const here = join(import.meta.dirname, '../..');
  const side = (name: string, tree: string): Side => ({ name, runs: 2, run: () => measure(plan, line, tree) });
  try {
    const rounds = await interleave(
      [side(NOW, here), ...(base === undefined ? [] : [side(BEFORE, base)])],
      plan.rounds,
    );
    return LOAD_NAMES.flatMap((load) => figuresOf(rounds, load, base !== undefined));
  } finally {
    await line.nats.stop();
    await line.postgres.stop();
  }
}

function idOf(load: Load): string {
  return `version on a server where nobody watches, ${load}`;
}

function figuresOf(rounds: readonly Round[], load: Load, hasBase: boolean): Figure[] {
  const of = (metric: string, side = NOW) =>
    rounds.map((round) => median((round.get(side) ?? []).map((sample) => sample[`${metric} ${load}`] ?? Number.NaN)));
  const control = rounds.flatMap((round) => {
    const [first, second] = (round.get(NOW) ?? []).map((sample) => sample[`us ${load}`] ?? Number.NaN);
    return first === undefined || second === undefined ? [] : [second / first];
  });
  const note = `${median(of('rate')).toFixed(0)} versions a second`;
  const id = idOf(load);
  return [
    { id: `${id}: CPU`, unit: 'us', values: of('us'), control, note },
    { id: `${id}: statements`, unit: 'count', values: of('statements'), note },
    ...(hasBase
      ? [ratio(rounds, { id: `${id}: CPU, now / before`, metric: `us ${load}`, of: NOW, against: BEFORE })]
      : []),
    ...(hasBase ? [{ id: `${id}: statements, before`, unit: 'count', values: of('statements', BEFORE) }] : []),
  ];
}

/** A server of a checkout beside others on one database. */
async function startNode(tree: string, env: Readonly<Record<string, string>>, role: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheetwire-bench-'));
  const port = String(await freePort());
  const main = join(import.meta.dirname, '../servers/node-main.ts');
  const own = { ...env, SHEETWIRE_PORT: port, SHEETWIRE_DATA_DIR: dataDir };
  const child = new Child(role === '' ? cores.server : cores.client, [process.execPath, main, tree, role], own);
  const { url, key }: { url: string; key: string } = JSON.parse((await child.line(/^ready /)).slice('ready '.length));
  return {
    pid: child.pid,
    call: createCaller({ baseUrl: url, headers: { authorization: `Bearer ${key}` } }),
    async statements() {
      child.signal('SIGUSR2');
      return Number((await child.line(/^statements /)).slice('statements '.length));
    },
    async stop() {
      await child.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function measure(plan: Plan, { postgres, nats }: Line, tree: string): Promise<Sample> {
  const env = {
    SHEETWIRE_DATABASE_URL: await postgres.newDatabase(),
    SHEETWIRE_BUS_URL: nats.url,
    SHEETWIRE_SECRET_KEY: randomBytes(32).toString('hex'),
  };
  const seconds = SECONDS[plan.isQuick ? 'quick' : 'full'];
  const there = await startNode(tree, env, 'publisher');
  const idle = await startNode(tree, env, '');
  try {
    const publishers = await Promise.all(Array.from({ length: PUBLISHERS }, (_, n) => publisher(there.call, n)));
    const sample: Record<string, number> = {};
    for (const load of LOAD_NAMES) {
      const all = (time: number) => Promise.all(publishers.map((each) => each(LOADS[load], time * 1000)));
      await all(1);
      const still = await usedBy(idle, () => wait(seconds * 1000));
      let versions = 0;
      const busy = await usedBy(idle, async () => {
        versions = (await all(seconds)).reduce((sum, count) => sum + count, 0);
      });
      sample[`us ${load}`] = ((busy.cpu - (still.cpu * busy.seconds) / still.seconds) * 1e6) / versions;
      sample[`statements ${load}`] = (busy.statements - still.statements) / versions;
      sample[`rate ${load}`] = versions / busy.seconds;
    }
    return sample;
  } finally {
    await idle.stop();
    await there.stop();
  }
}

interface Used {
  readonly cpu: number;
  readonly statements: number;
  readonly seconds: number;
}

async function usedBy(node: { pid: number; statements(): Promise<number> }, work: () => Promise<void>): Promise<Used> {
  const [statements, from, cpu] = [await node.statements(), performance.now(), cpuSeconds(node.pid)];
  await work();
  const used = { cpu: cpuSeconds(node.pid) - cpu, seconds: (performance.now() - from) / 1000 };
  return { ...used, statements: (await node.statements()) - statements };
}

/** Publishes ten cells of one report, so many characters each, at its share of the rate; answers how often. */
async function publisher(call: Caller, n: number) {
  const topic = `ACME/RATES/R${n}`;
  let { version } = await call(publishReport, {
    topic,
    pages: [{ name: 'Positions', html: page(50), styles: ['', '', '', ''] }],
  });
  return async (characters: number, time: number): Promise<number> => {
    const from = performance.now();
    let count = 0;
    while (performance.now() - from < time) {
      const due = from + (count * 1000 * PUBLISHERS) / RATE;
      if (due > performance.now()) await wait(due - performance.now());
      const html = `${version}.`.padEnd(characters, 'x');
      const cells = Array.from({ length: 10 }, (_, cell) => ({ page: 'Positions', cell: `C${cell + 2}`, html }));
      ({ version } = await call(publishCells, { topic, baseVersion: version, cells }));
      count++;
    }
    return count;
  };
}
