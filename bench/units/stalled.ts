import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { cores, pinSelf } from '../lib/child.ts';
import { type Figure, median } from '../lib/figures.ts';
import { interleave, type Round, type Sample, type Side, short, shuffled } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { message, realTime } from '../lib/real-time.ts';
import type { LoadClient } from '../load/load-client.ts';
import { PAGE, page } from '../servers/product.ts';
import { type Server, startSeveral } from '../servers/several.ts';

const STREAMS = { quick: { all: 2000, stalled: 200 }, full: { all: 10_000, stalled: 1000 } } as const;
const LOADS = { '200 B': 200, '20 KB': 20_000 } as const;
type Load = keyof typeof LOADS;
const LOAD_NAMES: readonly Load[] = ['200 B', '20 KB'];
const WARM_UP = 10;
/** Publishes without a break; before and after each such stretch there is one as long without. */
const STRETCH = 2;
const STRETCHES = { quick: 8, full: 12 } as const;
/** Between two publishes, ms for a stream: a third of the server's core. */
const EVERY: Readonly<Record<Load, number>> = { '200 B': 0.03, '20 KB': 0.06 };
/** Between two publishes of the report that nobody watches, ms. */
const BESIDE = 25;
/** Versions of 20 KB until those who do not read are full, at most. */
const FILL = 60;
/** No round begins after so many minutes: with 10,000 streams one takes minutes. */
const MINUTES = 6;
const NOW = 'now';
const BEFORE = 'before';
const IN_GZIP = 'in gzip';

/**
 * Many streams on one server of which a tenth does not read: how late the others are, how long the event loop is busy
 * without a break, and how long publishes of another report wait meanwhile. With BENCH_BASE, the folder of another
 * checkout, the same of its portal in the same rounds.
 */
export async function stalled(plan: Plan): Promise<Figure[]> {
  const base = process.env.BENCH_BASE;
  const side = (name: string, tree?: string, isGzip = false): Side => {
    return { name, runs: 1, run: () => measure(plan, { tree, isGzip }) };
  };
  pinSelf(cores.client);
  try {
    const sides = [side(NOW), side(IN_GZIP, undefined, true), ...(base === undefined ? [] : [side(BEFORE, base)])];
    const rounds = await interleave(sides, plan.rounds, MINUTES * 60_000);
    return sides.flatMap(({ name }) => figuresOf(plan, rounds, name));
  } finally {
    pinSelf(undefined);
  }
}

/** Which portal, and how its viewers take their streams. */
interface Of {
  readonly tree: string | undefined;
  readonly isGzip: boolean;
}

async function measure({ isQuick }: Plan, { tree, isGzip }: Of): Promise<Sample> {
  const streams = STREAMS[isQuick ? 'quick' : 'full'];
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-stalled-'));
  const file = join(folder, 'longest');
  const preload = pathToFileURL(join(import.meta.dirname, '../servers/longest-turn.ts'));
  preload.searchParams.set('out', file);
  const several = await startSeveral({
    count: 1,
    viewers: streams.all,
    node: ['--import', preload.href],
    tree,
    isGzip,
  });
  const [server] = several.servers;
  if (!server) throw new Error('there is no server');
  try {
    const client = await server.connect(streams.all, 0, streams.stalled);
    try {
      await stall({ server, client }, streams);
      const rig = { server, client, readers: streams.all - streams.stalled, publish: await anotherOf(server) };
      for (const load of LOAD_NAMES) {
        await begin(rig, load);
        await spread(rig, { load, count: WARM_UP, before: 0 });
      }
      process.kill(server.pid, 'SIGHUP');
      const sample: Record<string, number> = {};
      for (const load of shuffled(LOAD_NAMES)) {
        Object.assign(sample, await one(rig, { load, stretches: STRETCHES[isQuick ? 'quick' : 'full'] }));
      }
      return { ...sample, longest: Number(await readFile(file, 'utf8')) };
    } finally {
      await client.close();
    }
  } finally {
    await several.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const MOST_BUSY = 0.7;

function figuresOf({ isQuick, rounds: wanted }: Plan, rounds: readonly Round[], side: string): Figure[] {
  const { all, stalled: some } = STREAMS[isQuick ? 'quick' : 'full'];
  const samples = rounds.flatMap((round) => round.get(side) ?? []);
  const of = (metric: string) => samples.map((sample) => sample[metric] ?? Number.NaN);
  const over = (metric: string, against: string) =>
    of(metric).map((value, n) => value / (of(against)[n] ?? Number.NaN));
  const whose = side === NOW ? '' : `, ${side}`;
  const id = `${all} streams of which ${some} are stalled`;
  const ofLoad = (load: Load): Figure[] => {
    const busy = median(of(`busy ${load}`));
    const fault = busy > MOST_BUSY ? { void: `load client at ${Math.round(busy * 100)} % of its core` } : {};
    const row = (name: string): Figure => ({
      id: `${id}, ${load}: publish acknowledgement beside / alone, ${name}${whose}`,
      unit: 'ratio',
      values: over(`beside ${name} ${load}`, `alone ${name} ${load}`),
      control: over(`again ${name} ${load}`, `alone ${name} ${load}`),
      note: `${short(median(of(`beside ${name} ${load}`)))} ms, alone ${short(median(of(`alone ${name} ${load}`)))} ms`,
    });
    return [
      { id: `${id}, ${load}: p99${whose}`, unit: 's', values: of(`p99 ${load}`), ...fault },
      row('p50'),
      row('p95'),
    ];
  };
  const longest = {
    id: `${id}: longest turn${whose}`,
    unit: 'ms',
    values: of('longest'),
    note: `CPU of the main thread${rounds.length < wanted ? `; ${fewer(rounds.length, wanted)}` : ''}`,
  };
  return [...LOAD_NAMES.flatMap(ofLoad), longest];
}

function fewer(done: number, wanted: number): string {
  return `${done} of ${wanted} rounds, as none begins after ${MINUTES} minutes`;
}

interface Rig {
  readonly server: Server;
  readonly client: LoadClient;
  readonly readers: number;
  /** Publishes another report, which nobody watches. */
  readonly publish: (text: string) => Promise<unknown>;
}

/** The first streams read no more; resolves once the server has found it of all of them. */
async function stall(
  { server, client }: Pick<Rig, 'server' | 'client'>,
  { all, stalled: count }: { readonly all: number; readonly stalled: number },
): Promise<void> {
  client.stall(count);
  await begin({ client }, '20 KB');
  const now = realTime();
  let full = 0;
  let n = 0;
  for (; n < FILL && full < count; n++) {
    await send({ server, client }, '20 KB', now());
    ({ stalled: full } = await server.figures());
  }
  if (full < count) throw new Error(`only ${full} of ${count} streams that are not read are stalled`);
  await client.arrived(n * (all - count));
}

async function anotherOf({ call }: Server): Promise<(text: string) => Promise<unknown>> {
  const topic = 'ACME/RATES/OTHER';
  let { version } = await call(publishReport, { topic, pages: [{ name: PAGE, html: page(2) }] });
  return async (text) => {
    const cells = [{ page: PAGE, cell: 'A1', html: text }];
    ({ version } = await call(publishCells, { topic, baseVersion: version, cells }));
  };
}

/** Stretches with publishes of the watched report between such without; half of those without are held against the others. */
async function one(
  rig: Rig,
  { load, stretches }: { readonly load: Load; readonly stretches: number },
): Promise<Sample> {
  const { client, readers } = rig;
  const times: Record<'alone' | 'beside' | 'again', number[]> = { alone: [], beside: [], again: [] };
  const busy: number[] = [];
  const still = () => wait(readers * EVERY[load] * STRETCH);
  await begin(rig, load);
  for (let n = 0; n < stretches; n++) {
    times.alone.push(...(await acknowledged(rig, still)));
    const from = await client.report();
    times.beside.push(...(await acknowledged(rig, () => spread(rig, { load, count: STRETCH, before: n * STRETCH }))));
    const to = await client.report();
    busy.push((to.cpu - from.cpu) / (to.wall - from.wall));
    times.again.push(...(await acknowledged(rig, still)));
  }
  const { p99us } = await client.report();
  const sample: Record<string, number> = { [`p99 ${load}`]: p99us / 1e6, [`busy ${load}`]: median(busy) };
  for (const [name, values] of Object.entries(times)) {
    sample[`${name} p50 ${load}`] = median(values);
    sample[`${name} p95 ${load}`] = values.toSorted((x, y) => x - y)[Math.floor(values.length * 0.95)] ?? Number.NaN;
  }
  return sample;
}

/** What comes from now on is counted, as versions of this size. */
async function begin({ client }: Pick<Rig, 'client'>, load: Load): Promise<void> {
  client.size(LOADS[load]);
  await client.reset();
}

function send({ server, client }: Pick<Rig, 'server' | 'client'>, load: Load, at: number): Promise<void> {
  client.sent(at);
  return server.publish(message(LOADS[load], at));
}

interface Stretch {
  readonly load: Load;
  readonly count: number;
  /** Publishes since it began. */
  readonly before: number;
}

/** Publishes the watched report again and again and waits until everybody who reads has all. */
async function spread({ server, client, readers }: Rig, { load, count, before }: Stretch): Promise<void> {
  const now = realTime();
  for (let n = 0; n < count; n++) {
    const due = performance.now() + readers * EVERY[load];
    await send({ server, client }, load, now());
    await wait(Math.max(0, due - performance.now()));
  }
  await client.arrived(readers * (before + count));
}

/** How long each publish of the other report took, one after another, while something else is done. */
async function acknowledged({ publish }: Rig, meanwhile: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const work = async () => {
    await meanwhile();
    isOver = true;
  };
  const watch = async () => {
    for (let n = 0; !isOver; n++) {
      const from = performance.now();
      await publish(`${n}`);
      times.push(performance.now() - from);
      await wait(BESIDE);
    }
  };
  await Promise.all([work(), watch()]);
  return times;
}
