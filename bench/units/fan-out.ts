import { cores, pinSelf } from '../lib/child.ts';
import { type Figure, median } from '../lib/figures.ts';
import { interleave, type Round, ratio, type Sample, type Side, shuffled } from '../lib/interleave.ts';
import type { Plan } from '../lib/plan.ts';
import { cpuSeconds } from '../lib/process-figures.ts';
import { message, realTime } from '../lib/real-time.ts';
import type { LoadClient } from '../load/load-client.ts';
import type { FanOutServer } from '../servers/fan-out-server.ts';
import { nchanIsMissing, startNchan } from '../servers/nchan.ts';
import { type ProductPlace, startProduct } from '../servers/product.ts';
import { startSocketIo } from '../servers/socketio.ts';

interface Load {
  readonly size: number;
  readonly name: string;
  readonly publishes: number;
  /** Between two publishes, ms: both sides stay well below their core. */
  readonly every: number;
}

const PRODUCT = 'sheetwire';
const BEFORE = 'sheetwire before';
const IN_GZIP = 'sheetwire in gzip';
const NCHAN = 'Nchan';
const SOCKET_IO = 'socket.io';

/** Microseconds that the slowest side takes for one delivery, by size; a publish is made when a third of it is due. */
const SIZES = [
  { size: 200, name: '200 B', cost: 9, publishes: 30 },
  { size: 20_000, name: '20 KB', cost: 16, publishes: 20 },
  { size: 200_000, name: '200 KB', cost: 90, publishes: 10 },
] as const;
const HEADROOM = 3;
const AT_LEAST = 50;

function loadsFor(viewers: number, isQuick: boolean): Load[] {
  const sizes = isQuick ? SIZES.slice(0, 2) : SIZES;
  return sizes.map(({ size, name, cost, publishes }) => ({
    size,
    name,
    publishes: isQuick ? publishes / 2 : publishes,
    every: Math.max(AT_LEAST, (viewers * cost * HEADROOM) / 1000),
  }));
}

/** Which sides there are beside the portal. */
interface Peers {
  /** Why Nchan is none of them. */
  readonly missing: string | undefined;
  readonly isQuick: boolean;
  /** BENCH_BASE: the folder of another checkout, whose portal runs in the same rounds. */
  readonly base: string | undefined;
}

/** Server CPU of one delivery and the time from publish to receipt, beside Nchan and socket.io (quality, fan-out). */
export async function fanOut({ isQuick, rounds: count, viewers: sizes }: Plan): Promise<Figure[]> {
  const peers = { missing: nchanIsMissing(), isQuick, base: process.env.BENCH_BASE };
  const figures: Figure[] = [];
  for (const viewers of sizes) {
    const loads = loadsFor(viewers, isQuick);
    if (peers.missing !== undefined) figures.push(...notRun(viewers, loads, peers.missing));
    const rounds = await interleave(sidesFor(viewers, loads, peers), count);
    for (const load of loads) figures.push(...figuresOf(rounds, { viewers, load, ...peers }));
  }
  return figures;
}

function sidesFor(viewers: number, loads: Load[], { missing, isQuick, base }: Peers) {
  const block = (start: () => Promise<FanOutServer>) => () => measure(start, viewers, loads);
  const portal = (name: string, place: ProductPlace): Side => {
    return { name, runs: 2, run: block(() => startProduct(viewers, undefined, place)) };
  };
  const sides = [portal(PRODUCT, {}), portal(IN_GZIP, { isGzip: true })];
  if (base !== undefined) sides.push(portal(BEFORE, { tree: base }));
  if (missing === undefined) sides.push({ name: NCHAN, runs: 2, run: block(startNchan) });
  if (!isQuick) sides.push({ name: SOCKET_IO, runs: 1, run: block(startSocketIo) });
  return sides;
}

async function measure(start: () => Promise<FanOutServer>, viewers: number, loads: readonly Load[]): Promise<Sample> {
  pinSelf(cores.client);
  const server = await start();
  try {
    await publishAlone(server);
    const client = await server.connect(viewers);
    try {
      const sample: Record<string, number> = {};
      await warmUp(server, client, viewers);
      for (const load of shuffled(loads)) Object.assign(sample, await measureLoad(server, client, { viewers, load }));
      return sample;
    } finally {
      await client.close();
    }
  } finally {
    await server.stop();
    pinSelf(undefined);
  }
}

/**
 * Publishes before the first measured one: before anybody views, so that a compiler at run time has done its work on a
 * publish as it has on a server that has run for an hour; then to the viewers; and before each load.
 */
const WARM_UP = { alone: 800, first: 60, each: 5 } as const;

async function publishAlone(server: FanOutServer): Promise<void> {
  const [short, long] = SIZES;
  for (let n = 0; n < WARM_UP.alone; n++) await server.publish(message(n % 2 === 0 ? short.size : long.size, n));
}

async function warmUp(server: FanOutServer, client: LoadClient, viewers: number): Promise<void> {
  const [{ size }] = SIZES;
  client.size(size);
  await client.reset();
  await publishAll({ server, client }, { size, every: 0 }, WARM_UP.first);
  await client.arrived(viewers * WARM_UP.first);
}

async function measureLoad(
  server: FanOutServer,
  client: LoadClient,
  { viewers, load }: { viewers: number; load: Load },
): Promise<Sample> {
  client.size(load.size);
  await client.reset();
  await publishAll({ server, client }, load, WARM_UP.each);
  await client.arrived(viewers * WARM_UP.each);
  await client.reset();
  const before = cpuSeconds(server.pid);
  await publishAll({ server, client }, load, load.publishes);
  const expected = viewers * load.publishes;
  await client.arrived(expected);
  const cpu = cpuSeconds(server.pid) - before;
  const { messages, p50us, p99us, ...client_ } = await client.report();
  return {
    [`us ${load.name}`]: (cpu * 1e6) / messages,
    [`p50us ${load.name}`]: p50us,
    [`p99us ${load.name}`]: p99us,
    [`lost ${load.name}`]: expected - messages,
    [`busy ${load.name}`]: client_.cpu / client_.wall,
  };
}

interface Rig {
  readonly server: FanOutServer;
  readonly client: LoadClient;
}

async function publishAll(
  { server, client }: Rig,
  { size, every }: Pick<Load, 'size' | 'every'>,
  count: number,
): Promise<void> {
  const now = realTime();
  for (let n = 0; n < count; n++) {
    const due = performance.now() + every;
    const at = now();
    client.sent(at);
    await server.publish(message(size, at));
    const left = due - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
}

const MOST_BUSY = 0.7;

const WHOSE: Readonly<Record<string, string>> = { [BEFORE]: ', before', [IN_GZIP]: ', in gzip' };

interface Cell extends Peers {
  readonly viewers: number;
  readonly load: Load;
}

function figuresOf(rounds: readonly Round[], { viewers, load, missing, isQuick, base }: Cell): Figure[] {
  const at = `${viewers} viewers × ${load.name}`;
  const row = (metric: 'us' | 'p99us', against: string, of = PRODUCT): Figure => {
    const whose = WHOSE[of] ?? '';
    const id = `fan-out ${metric === 'us' ? 'CPU' : 'p99'} / ${against}, ${at}${whose}`;
    const figure = ratio(rounds, { id, metric: `${metric} ${load.name}`, of, against });
    const fault = faultOf(rounds, load, [of, against]);
    return fault === undefined ? figure : { ...figure, void: fault };
  };
  return [
    ...(missing === undefined ? [row('us', NCHAN), row('p99us', NCHAN)] : []),
    ...(missing === undefined ? [row('us', NCHAN, IN_GZIP), row('p99us', NCHAN, IN_GZIP)] : []),
    ...(base === undefined ? [] : [row('us', BEFORE)]),
    ...(base === undefined || missing !== undefined ? [] : [row('us', NCHAN, BEFORE)]),
    ...(isQuick ? [] : [row('us', SOCKET_IO), row('p99us', SOCKET_IO)]),
  ];
}

/** Why a cell does not count: messages were lost, or the client had too little of its core left. */
function faultOf(rounds: readonly Round[], { name }: Load, sides: readonly string[]): string | undefined {
  const samples = rounds.flatMap((round) => sides.flatMap((side) => round.get(side) ?? []));
  const lost = samples.reduce((sum, sample) => sum + (sample[`lost ${name}`] ?? 0), 0);
  if (lost !== 0) return `${lost} messages lost`;
  const busy = median(samples.map((sample) => sample[`busy ${name}`] ?? 0));
  return busy > MOST_BUSY ? `load client at ${Math.round(busy * 100)} % of its core` : undefined;
}

function notRun(viewers: number, loads: readonly Load[], reason: string): Figure[] {
  return loads.map(({ name }) => ({
    id: `fan-out CPU / ${NCHAN}, ${viewers} viewers × ${name}`,
    unit: 'ratio',
    values: [],
    notRun: reason,
  }));
}
