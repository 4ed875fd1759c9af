import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withPostgres } from '../../scripts/test/postgres.ts';
import { findProgram } from '../../scripts/test/program.ts';
import { ownCpu } from '../lib/alternate.ts';
import { cores, pinSelf } from '../lib/child.ts';
import { type Figure, median } from '../lib/figures.ts';
import { interleave, type Round, ratio, type Sample, type Side } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { sharesOf } from '../lib/profile.ts';
import { type Product, type ProductPlace, page, startProduct } from '../servers/product.ts';
import { KINDS, type Kind, PUBLISHERS, publisher } from '../servers/publisher.ts';

const BEFORE = ' before';

/** A portal under load: this tree's or another's, on one of the stores. */
interface Portal {
  readonly name: string;
  readonly runs: number;
  readonly place: () => Promise<ProductPlace>;
}

/**
 * Acknowledged publishes a second over HTTP, sixteen publishers with a report of 1,000 cells each, ten cells changed at
 * a time: as cells and as whole pages, on the embedded store and on PostgreSQL. With BENCH_BASE, the folder of another
 * checkout, the same of its portal in the same rounds.
 */
export async function publishes(plan: Plan): Promise<Figure[]> {
  const postgres = findProgram('psql') === undefined ? undefined : await withPostgres();
  const base = process.env.BENCH_BASE;
  const portals: Portal[] = [{ name: 'SQLite', runs: 2, place: async () => ({}) }];
  if (base !== undefined) portals.push({ name: `SQLite${BEFORE}`, runs: 2, place: async () => ({ tree: base }) });
  const databaseUrl = async () => postgres?.newDatabase();
  if (postgres)
    portals.push({ name: 'PostgreSQL', runs: 2, place: async () => ({ databaseUrl: await databaseUrl() }) });
  if (postgres && base !== undefined) {
    const place = async () => ({ tree: base, databaseUrl: await databaseUrl() });
    portals.push({ name: `PostgreSQL${BEFORE}`, runs: 2, place });
  }
  try {
    const rounds = await interleave(portals.map(sideOf(plan)), plan.rounds);
    const rates = KINDS.flatMap((kind) => portals.map(({ name }) => rateOf(rounds, kind, name)));
    const ratios = KINDS.flatMap((kind) => ratiosOf(rounds, kind, portals));
    const shares: Figure[] = [];
    for (const { name, place } of portals.filter((portal) => !portal.name.endsWith(BEFORE))) {
      for (const kind of KINDS) shares.push(...(await sharesFor(plan, { kind, name, place: await place() })));
    }
    return [...rates, ...ratios, ...shares];
  } finally {
    await postgres?.stop();
  }
}

function sideOf(plan: Plan): (portal: Portal) => Side {
  return ({ name, runs, place }) => ({ name, runs, run: async () => measure(plan, await place()) });
}

async function measure(plan: Plan, place: ProductPlace): Promise<Sample> {
  pinSelf(cores.client);
  const product = await startProduct(1, page(2), place);
  try {
    const sample: Record<string, number> = {};
    for (const kind of KINDS) Object.assign(sample, await load(product, kind, { count: plan.isQuick ? 800 : 4000 }));
    return sample;
  } finally {
    await product.stop();
    pinSelf(undefined);
  }
}

/** All publishers publish one after another until so many were acknowledged, after a tenth of them to warm up. */
async function load(product: Product, kind: Kind, { count }: { readonly count: number }): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: PUBLISHERS });
  const publishers = await Promise.all(
    Array.from({ length: PUBLISHERS }, (_, n) => publisher(product, agent, { kind, n })),
  );
  const all = async (each: number) => {
    await Promise.all(
      publishers.map(async (publishOnce) => {
        for (let n = 0; n < each; n++) await publishOnce();
      }),
    );
  };
  try {
    await all(count / PUBLISHERS / 10);
    const each = count / PUBLISHERS;
    const before = { at: performance.now(), own: ownCpu(), cpu: cpuSeconds(product.pid) };
    await all(each);
    const seconds = (performance.now() - before.at) / 1000;
    return {
      [`rate ${kind}`]: (each * PUBLISHERS) / seconds,
      [`ms ${kind}`]: (seconds * 1000) / (each * PUBLISHERS),
      [`us ${kind}`]: ((cpuSeconds(product.pid) - before.cpu) * 1e6) / (each * PUBLISHERS),
      [`busy ${kind}`]: (ownCpu() - before.own) / seconds,
    };
  } finally {
    agent.destroy();
  }
}

const MOST_BUSY = 0.9;

function rateOf(rounds: readonly Round[], kind: Kind, side: string): Figure {
  const samples = rounds.flatMap((round) => round.get(side) ?? []);
  const of = (metric: string) => samples.map((sample) => sample[`${metric} ${kind}`] ?? Number.NaN);
  const busy = median(of('busy'));
  const note = `${Math.round(median(of('us')))} us of the server's CPU each`;
  const figure = { id: `durable publishes a second, ${kind}, ${side}`, unit: '/s', values: of('rate'), note };
  return busy > MOST_BUSY
    ? { ...figure, void: `the publishers took ${Math.round(busy * 100)} % of their core` }
    : figure;
}

/** The time of a publish against the checkout before, where there is one; against PostgreSQL. */
function ratiosOf(rounds: readonly Round[], kind: Kind, portals: readonly Portal[]): Figure[] {
  const has = (name: string) => portals.some((portal) => portal.name === name);
  const pairs = [
    ['SQLite', `SQLite${BEFORE}`],
    ['PostgreSQL', `PostgreSQL${BEFORE}`],
    ['SQLite', 'PostgreSQL'],
  ] as const;
  return pairs
    .filter(([of, against]) => has(of) && has(against))
    .flatMap(([of, against]) => [
      ratio(rounds, { id: `durable publish, ${kind}: time, ${of} / ${against}`, metric: `ms ${kind}`, of, against }),
      ratio(rounds, { id: `durable publish, ${kind}: CPU, ${of} / ${against}`, metric: `us ${kind}`, of, against }),
    ]);
}

/** Where the CPU of a publish goes, from a run of its own under the profiler. */
async function sharesFor(
  plan: Plan,
  { kind, name, place }: { readonly kind: Kind; readonly name: string; readonly place: ProductPlace },
): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-profile-'));
  try {
    const product = await startProduct(1, page(2), { ...place, node: ['--cpu-prof', `--cpu-prof-dir=${folder}`] });
    try {
      await load(product, kind, { count: plan.isQuick ? 1600 : 4800 });
    } finally {
      await product.stop();
    }
    const shares = [...sharesOf(folder)].map(([step, share]) => `${step} ${Math.round(share * 100)} %`);
    return [
      { id: `share of each step, ${kind}, ${name}`, unit: 'steps', values: [shares.length], note: shares.join(', ') },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
