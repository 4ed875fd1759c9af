import { limits } from '@sheetwire/contract/limits';
import { cores, pinSelf } from '../lib/child.ts';
import type { Figure } from '../lib/figures.ts';
import type { Plan } from '../lib/plan.ts';
import { memoryKb } from '../lib/process-figures.ts';
import { message, realTime } from '../lib/real-time.ts';
import type { LoadClient } from '../load/load-client.ts';
import type { FanOutServer } from '../servers/fan-out-server.ts';
import { nchanIsMissing, startNchan } from '../servers/nchan.ts';
import { startProduct } from '../servers/product.ts';

const WARM_UP = 300;

/** Memory of an idle viewer with its session, and of one that does not read (quality, idle viewer). */
export async function idle({ isQuick, rounds }: Plan): Promise<Figure[]> {
  pinSelf(cores.client);
  try {
    const viewers = isQuick ? 2000 : 5000;
    const own: number[] = [];
    const peer: number[] = [];
    const missing = nchanIsMissing();
    for (let n = 0; n < (isQuick ? 1 : Math.min(3, rounds)); n++) {
      own.push(await idleCost(() => startProduct(viewers), viewers));
      if (missing === undefined) peer.push(await idleCost(startNchan, viewers));
    }
    const nchan: Figure = { id: 'idle viewer, Nchan', unit: 'kB', values: peer };
    const note = `${viewers} viewers, PSS after collection`;
    return [
      { id: 'idle viewer', unit: 'kB', values: own, note },
      missing === undefined ? nchan : { ...nchan, notRun: missing },
      ...(await stalled(isQuick ? 2 : rounds)),
    ];
  } finally {
    pinSelf(undefined);
  }
}

async function idleCost(start: () => Promise<FanOutServer>, viewers: number): Promise<number> {
  const server = await start();
  try {
    await (await server.connect(WARM_UP)).close();
    await server.collect();
    const before = memoryKb(server.pid);
    const client = await server.connect(viewers);
    await new Promise((resolve) => setTimeout(resolve, limits.identityCache));
    await server.publish('a call that comes later');
    await server.collect();
    const after = memoryKb(server.pid);
    await client.close();
    return (after - before) / viewers;
  } finally {
    await server.stop();
  }
}

const READING = 400;
const STALLED = 100;
const SIZE = 20_000;
const EVERY = 40;
const FILL = 500;
const MEASURED = 25;

/** Viewers who stop reading until the system's own buffers are full come and go; the others are timed with and without. */
async function stalled(rounds: number): Promise<Figure[]> {
  const server = await startProduct(READING + STALLED);
  const readers = await server.connect(READING);
  readers.size(SIZE);
  const memory: number[] = [];
  const values: number[] = [];
  const control: number[] = [];
  const time = () => publishes(server, readers, { count: MEASURED, every: EVERY });
  try {
    await publishes(server, readers, { count: FILL, every: 1 });
    for (let n = 0; n < rounds; n++) {
      const before = await time();
      await server.collect();
      const memoryBefore = memoryKb(server.pid);
      const others = await server.connect(STALLED, READING);
      others.stall(STALLED);
      await publishes(server, readers, { count: FILL, every: 1 });
      const beside = await time();
      await server.collect();
      memory.push((memoryKb(server.pid) - memoryBefore) / STALLED);
      await others.close();
      const after = await time();
      values.push((2 * beside) / (before + after));
      control.push(after / before);
    }
    return [
      { id: 'stalled viewer', unit: 'kB', values: memory, note: `${STALLED} beside ${READING} who read` },
      { id: "others' p99 beside stalled viewers / before", unit: 'ratio', values, control },
    ];
  } finally {
    await readers.close();
    await server.stop();
  }
}

async function publishes(
  server: FanOutServer,
  client: LoadClient,
  { count, every }: { count: number; every: number },
): Promise<number> {
  const now = realTime();
  await client.reset();
  for (let n = 0; n < count; n++) {
    const pause = new Promise((resolve) => setTimeout(resolve, every));
    await server.publish(message(SIZE, now()));
    await pause;
  }
  await client.arrived(count * READING);
  return (await client.report()).p99us;
}
