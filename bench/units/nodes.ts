import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type * as OpenBus from '@sheetwire/server/live/bus/open-bus';
import type { Bus } from '@sheetwire/server/ports/bus';
import { keyBytes } from '@sheetwire/server/secrets/secret-key';
import { type NatsServer, withNats } from '../../scripts/test/nats.ts';
import { type PostgresServer, withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { type Figure, median } from '../lib/figures.ts';
import { interleave, type Round, ratio, type Sample, type Side } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { type Node, startNode } from '../servers/node.ts';

const NOW = 'now';
const BEFORE = 'before';
const TOPICS = 100;
/** Versions a second of all topics together. */
const RATE = 1000;
const SECONDS = { quick: 3, full: 10 } as const;
const WARM_UP = 2;
/** Characters of each of ten cells that a version changes. */
const LOADS = { '10 cells': 10, '20 KB': 2000 } as const;
type Load = keyof typeof LOADS;
const LOAD_NAMES: readonly Load[] = ['10 cells', '20 KB'];

interface Line {
  readonly postgres: PostgresServer;
  readonly nats: NatsServer;
}

/**
 * What a version of another server costs one on which nobody watches its report: CPU beyond that of its idle time, and
 * statements. The versions are told over NATS by the bus of the same checkout. With BENCH_BASE, the folder of another
 * checkout, the same of it in the same rounds.
 */
export async function nodes(plan: Plan): Promise<Figure[]> {
  if (findProgram('psql') === undefined || findProgram('nats-server') === undefined) {
    return [{ id: idOf('10 cells'), unit: 'us', values: [], notRun: 'PostgreSQL or nats-server is not installed' }];
  }
  const base = process.env.BENCH_BASE;
  const line = { postgres: await withPostgres(), nats: await withNats() };
  const here = join(import.meta.dirname, '../..');
  const side = (name: string, tree: string): Side => ({ name, runs: 2, run: () => measure(plan, line, tree) });
  const sides = base === undefined ? [side(NOW, here)] : [side(NOW, here), side(BEFORE, base)];
  try {
    const rounds = await interleave(sides, plan.rounds);
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
  const samples = (side: string) =>
    rounds.map((round) =>
      (round.get(side) ?? []).map((sample) => (metric: string) => sample[`${metric} ${load}`] ?? Number.NaN),
    );
  const of = (metric: string, side = NOW) =>
    samples(side).map((round) => median(round.map((sample) => sample(metric))));
  const control = samples(NOW).map(([first, second]) => (second?.('us') ?? Number.NaN) / (first?.('us') ?? Number.NaN));
  const note = `${median(of('rate')).toFixed(0)} versions a second`;
  const id = idOf(load);
  const own: Figure[] = [
    { id: `${id}: CPU`, unit: 'us', values: of('us'), control, note },
    { id: `${id}: statements`, unit: 'count', values: of('statements') },
  ];
  if (!hasBase) return own;
  const compared = { id: `${id}: CPU, now / before`, metric: `us ${load}`, of: NOW, against: BEFORE };
  return [...own, ratio(rounds, compared)];
}

async function measure(plan: Plan, { postgres, nats }: Line, tree: string): Promise<Sample> {
  const databaseUrl = await postgres.newDatabase();
  const secret = randomBytes(32).toString('hex');
  const env = {
    SHEETWIRE_DATABASE_URL: databaseUrl,
    SHEETWIRE_BUS_URL: nats.url,
    SHEETWIRE_SECRET_KEY: secret,
  };
  const file = pathToFileURL(join(tree, 'apps/server/src/live/bus/open-bus.ts')).href;
  const { openBus }: typeof OpenBus = await import(file);
  const node = await startNode({ tree, env });
  const bus = await openBus({ busUrl: nats.url, databaseUrl: '', secretKey: keyBytes(secret) });
  try {
    const teller = new Teller(bus);
    for (const load of LOAD_NAMES) await teller.tell(LOADS[load], WARM_UP);
    await allHeard(node, teller.told);
    const sample: Record<string, number> = {};
    for (const load of LOAD_NAMES) Object.assign(sample, await measureLoad(node, teller, { plan, load }));
    return sample;
  } finally {
    await bus.close();
    await node.stop();
  }
}

async function measureLoad(
  node: Node,
  teller: Teller,
  { plan, load }: { readonly plan: Plan; readonly load: Load },
): Promise<Sample> {
  const seconds = SECONDS[plan.isQuick ? 'quick' : 'full'];
  const still = await usedBy(node, () => wait(seconds * 1000));
  const busy = await usedBy(node, async () => {
    await teller.tell(LOADS[load], seconds);
    await allHeard(node, teller.told);
  });
  const versions = busy.versions;
  return {
    [`us ${load}`]: ((busy.cpu - (still.cpu * busy.seconds) / still.seconds) * 1e6) / versions,
    [`statements ${load}`]: (busy.statements - still.statements) / versions,
    [`rate ${load}`]: versions / busy.seconds,
  };
}

async function usedBy(node: Node, work: () => Promise<unknown>) {
  const before = await node.figures();
  const [from, cpu] = [performance.now(), cpuSeconds(node.pid)];
  await work();
  const used = { cpu: cpuSeconds(node.pid) - cpu, seconds: (performance.now() - from) / 1000 };
  const after = await node.figures();
  return { ...used, statements: after.statements - before.statements, versions: after.newest - before.newest };
}

/** Tells of versions as the server does that made them, at the rate. */
class Teller {
  readonly #bus: Bus;
  #told = 0;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  get told(): number {
    return this.#told;
  }

  async tell(characters: number, seconds: number): Promise<void> {
    const [from, first] = [performance.now(), this.#told];
    for (let due = 0; due < seconds * RATE; due = ((performance.now() - from) * RATE) / 1000) {
      while (this.#told - first < due) this.#tellOne('x'.repeat(characters));
      await wait(1);
    }
    await this.#bus.check();
  }

  #tellOne(html: string): void {
    const [n, from] = [this.#told % TOPICS, Math.floor(this.#told / TOPICS)];
    this.#told++;
    const ops = Array.from({ length: 10 }, (_, cell) => [0, 'c', cell, html] as const);
    const step = { from, to: from + 1, time: '20261123120000000', sender: 'ACME/bot', isLive: true, ops };
    const steps = { cleaner: 1, list: [step] };
    this.#bus.send({ kind: 'version', topic: `ACME/RATES/R${n}`, version: from + 1, steps });
  }
}

/** Resolves once the server knows of every version that it was told of. */
async function allHeard(node: Node, told: number): Promise<void> {
  for (let look = 0; (await node.figures()).newest < told; look++) {
    if (look === LOOKS) throw new Error(`the server knows of less than the ${told} versions that it was told of`);
    await wait(BETWEEN_LOOKS);
  }
}

const LOOKS = 100;
const BETWEEN_LOOKS = 100;
