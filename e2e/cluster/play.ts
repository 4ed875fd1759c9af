import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { chanceOf } from './chance.ts';
import { type Bounds, promised } from './check/bounds.ts';
import { broken } from './check/checker.ts';
import { summary } from './check/gaps.ts';
import { History } from './check/history.ts';
import type { Cluster } from './cluster.ts';
import { type Fault, faultsOf, nameOf, suffer } from './faults.ts';
import { readBack } from './read-back.ts';
import { closeSite, isWhole, makeDue, newestOf, openSite, type Site } from './site.ts';
import { giveBack, type Load, runLoad } from './writer.ts';

const folder = join(import.meta.dirname, '../../test-results');
/** Before the first fault and between two of them everything runs for so long. */
const CALM = 700;
const SLACK = 5000;

export interface Played {
  readonly history: History;
  /** What was promised and not kept. */
  readonly broken: readonly string[];
}

export interface Play {
  readonly seed: number;
  /** Of all kinds, so many; all of them when left out. */
  readonly faults?: number;
  readonly bounds?: Bounds;
}

/** Plays one seed on a cluster: load, faults one after the other, a look at everything; tells how to play it again. */
export async function play(cluster: Cluster, { seed, faults, bounds = promised }: Play): Promise<Played> {
  const plan = faultsOf(chanceOf(seed), faults);
  say(`seed ${seed}: ${plan.map(nameOf).join(', ')}`);
  const played = await underLoad({ cluster, seed, bounds }, async (load) => {
    const [first, ...others] = plan;
    if (first) await hit(first, load, bounds);
    await makeDue(load.site, cluster);
    for (const fault of others) await hit(fault, load, bounds);
  });
  say(`seed ${seed}: ${summary(played.history.facts)}`);
  return played;
}

/** Load on servers that faults can be done to. */
interface ClusterLoad extends Load {
  readonly cluster: Cluster;
  readonly site: Site;
}

interface Under {
  readonly cluster: Cluster;
  readonly seed: number;
  readonly bounds: Bounds;
}

/** Runs something while everybody publishes and views, then reads everything back and checks it. */
export async function underLoad(
  { cluster, seed, bounds }: Under,
  work: (load: ClusterLoad) => Promise<void>,
): Promise<Played> {
  const history = new History();
  const chance = chanceOf(seed + 1);
  const options = { cluster, history, chance, name: `SEED ${seed}` };
  const site = await openSite(options);
  const ended = new AbortController();
  const load = { cluster, history, site, chance, signal: ended.signal };
  const running = runLoad(load);
  try {
    await mustBeWhole(load, 4 * bounds.whole);
    await work(load);
  } finally {
    ended.abort();
    await running;
  }
  await giveBack(load);
  await history.until(() => isWhole(site, newestOf(site, history)), bounds.whole);
  await readBack(site, options);
  await closeSite(site);
  const found = broken(history.facts, bounds);
  if (found.length > 0 || process.env.CLUSTER_KEEP === 'yes') await keep(seed, history, found);
  return { history, broken: found };
}

/** One fault, until everybody sees everything again or the bound of that has passed. */
async function hit(fault: Fault, load: ClusterLoad, bounds: Bounds): Promise<void> {
  const { cluster, history, site } = load;
  const server = cluster.servers[fault.server];
  if (!server) throw new Error(`There is no server ${fault.server}`);
  await rest(CALM);
  const from = history.now();
  const name = nameOf(fault);
  await suffer(fault, { cluster, server, viewersLine: site.viewersLine }, () =>
    history.add({ what: 'fault', name, from, at: history.now() }),
  );
  await untilWhole(site, history, bounds.whole + SLACK);
}

/** True once every screen shows the newest version; who may not view the guarded report now is not waited for. */
export function untilWhole(site: Site, history: History, within: number): Promise<boolean> {
  const newest = newestOf(site, history);
  const others = { ...site, viewers: site.viewers.filter(({ topic }) => topic !== site.guarded) };
  return history.until(() => isWhole(others, newest), within);
}

async function mustBeWhole({ site, history }: ClusterLoad, within: number): Promise<void> {
  if (await untilWhole(site, history, within)) return;
  const words = site.viewers.map(({ name, words: said }) => `${name} says ${said}`);
  throw new Error(`The viewers never came to the reports: ${words.join(', ')}`);
}

/** The whole history of a seed that failed, for who looks for the reason. */
async function keep(seed: number, { facts }: History, found: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `cluster-${seed}.jsonl`);
  await writeFile(file, facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
  say(`seed ${seed}: ${found.length} promises broken; history in ${file}`);
  say(`again: CLUSTER_SEED=${seed} vitest run --project e2e e2e/cluster/cluster.test.ts`);
}

function say(line: string): void {
  process.stdout.write(`[cluster] ${line}\n`);
}
