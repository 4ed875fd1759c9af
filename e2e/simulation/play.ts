import { type Bounds, promised } from '../cluster/check/bounds.ts';
import { broken } from '../cluster/check/checker.ts';
import { factsOf, History } from '../cluster/check/history.ts';
import { isWhole, newestOf } from '../cluster/site.ts';
import { giveBack, type Load, runLoad } from '../cluster/writer.ts';
import { type Fault, type FaultKind, faultsOf, nameOf, suffer } from './faults.ts';
import { watchCutOff } from './looks-live.ts';
import { checkReads } from './portal/reads.ts';
import { done, openSite, type Site } from './portal/site.ts';
import { added, checkTold, type Told } from './portal/told.ts';
import { readBack, snapshotsIn } from './read-back.ts';
import { checkRefused } from './refused.ts';
import { takeTime } from './world/process-time.ts';
import { worldOf } from './world/world.ts';

const second = 1000;
/** Where little happens, nothing that comes later makes good what was missed. */
const paces = {
  busy: { publish: 600, control: 1500, right: 2.5 * second, afterDoubt: 9 * second },
  quiet: { publish: 6 * second, control: 3 * second, right: 10 * second, afterDoubt: 9 * second },
};
/** How long it is calm at first, faults happen, and snapshots are waited for. */
const spans = { calm: second, faults: 10 * second, snapshots: 60 * second };
/** How long everybody goes on to the end. */
const goesOn = { busy: 1.5 * second, quiet: 12 * second, dense: 6 * second };

export interface Play {
  readonly seed: number;
  /** Left out, of any kind. */
  readonly kinds?: readonly FaultKind[] | undefined;
  /** All of these at all servers and all the time, in place of some by chance. */
  readonly isDense?: boolean | undefined;
  /** Beside them at one server after the other. */
  readonly inTurn?: FaultKind | undefined;
  /** Left out, one of them by chance. */
  readonly rhythm?: keyof typeof paces | undefined;
  /** Whether what was not acknowledged is published again. */
  readonly repeats?: boolean | undefined;
  readonly bounds?: Bounds;
}

export interface Played {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly history: History;
  /** What was promised and not kept. */
  readonly broken: readonly string[];
  /** How viewers were given versions: as deltas, or told to fetch, by why. */
  readonly told: Told;
  /** The same for the same seed. */
  readonly digest: string;
  /** Happenings. */
  readonly count: number;
}

/** Plays one seed: several servers under load, faults, a look at everything. */
export async function play(given: Play): Promise<Played> {
  const { seed, kinds, isDense = false, inTurn, rhythm, repeats = false, bounds = promised } = given;
  const world = worldOf(seed);
  const { scheduler } = world;
  const restore = takeTime(scheduler, world.chance);
  try {
    const history = new History(() => scheduler.now);
    const servers = world.isSo(1 / 2) ? 2 : 3;
    const site = await openSite({ world, history, servers });
    const live = watchCutOff(world, site.servers);
    const plan = faultsOf(world, { servers, within: spans.faults, kinds, isDense, inTurn });
    const usual = world.isSo(1 / 4) ? 'quiet' : 'busy';
    await underLoad(site, { plan, bounds, rhythm: rhythm ?? usual, isDense, repeats });
    await readBack(site);
    const told = site.servers.map((server) => server.told).reduce(added);
    const count = site.servers.reduce((all, { reads }) => all + reads, 0);
    const publishes = factsOf(history.facts, 'published').length;
    const reads = { count, publishes, servers, topics: site.topics.length };
    await site.close();
    const faults = scheduler.faults.map((fault) => `fault: ${fault}`);
    for (const fact of history.facts) scheduler.note(JSON.stringify(fact));
    return {
      ...{ told, seed, history, faults: plan.map(nameOf), digest: scheduler.digest, count: scheduler.count },
      broken: [
        ...faults,
        ...live,
        ...checkTold(told),
        ...(plan.length === 0 ? checkReads(reads) : []),
        ...checkRefused(history.facts),
        ...broken(history.facts, bounds),
      ],
    };
  } finally {
    restore();
  }
}

interface Under {
  readonly plan: readonly Fault[];
  readonly bounds: Bounds;
  readonly rhythm: keyof typeof paces;
  readonly isDense: boolean;
  readonly repeats: boolean;
}

async function underLoad(site: Site, { plan, bounds, rhythm, isDense, repeats }: Under): Promise<void> {
  const { world, history } = site;
  const { scheduler } = world;
  const ended = new AbortController();
  const { publish, as } = site;
  const load: Load = { cluster: { publish, as }, history, site, chance: world.chance, signal: ended.signal, repeats };
  const running = runLoad({ ...load, pace: paces[rhythm] });
  await scheduler.run(scheduler.now + spans.calm);
  const from = history.now();
  for (const fault of plan) suffer(site, fault);
  await scheduler.run(scheduler.now + spans.faults + 1);
  if (plan.length > 0) history.add({ what: 'fault', name: plan.map(nameOf).join(', '), from, at: history.now() });
  // Where nothing went well for so long some of it is to go well yet.
  await scheduler.run(scheduler.now + Math.max(goesOn[rhythm], isDense ? goesOn.dense : 0));
  ended.abort();
  await done(world, running);
  await done(world, giveBack(load));
  await scheduler.run(scheduler.now + bounds.whole, () => isWhole(site, newestOf(site, history)));
  await scheduler.run(scheduler.now + goesOn.busy);
  await untilTaken(site);
}

/** A snapshot that a server took on and did not end is another's after a while. */
async function untilTaken({ world: { scheduler }, database, topics }: Site): Promise<void> {
  const { kept, noted } = snapshotsIn(database);
  const isTaken = () => topics.every((topic) => kept(topic) > 0 && noted(topic) > 0);
  for (let looks = 0; looks < spans.snapshots / second && !isTaken(); looks++)
    await scheduler.run(scheduler.now + second);
}
