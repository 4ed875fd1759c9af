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
      ...(await stalled()),
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
const EVERY = 50;
const FILL = 600;

/** A tenth of the viewers stops reading until the system's own buffers are full. */
async function stalled(): Promise<Figure[]> {
  const viewers = READING + STALLED;
  const server = await startProduct(viewers);
  const client = await server.connect(viewers);
  try {
    client.size(SIZE);
    await publishes(server, client, { count: WARM_UPS, viewers });
    const before = await publishes(server, client, { count: MEASURED, viewers });
    await server.collect();
    const memoryBefore = memoryKb(server.pid);
    client.stall(STALLED);
    await publishes(server, client, { count: FILL, viewers: READING, every: 1 });
    const after = await publishes(server, client, { count: MEASURED, viewers: READING });
    await server.collect();
    const memory = (memoryKb(server.pid) - memoryBefore) / STALLED;
    return [
      { id: 'stalled viewer', unit: 'kB', values: [memory] },
      { id: "others' p99 beside stalled viewers / before", unit: 'ratio', values: [after / before] },
    ];
  } finally {
    await client.close();
    await server.stop();
  }
}

const WARM_UPS = 20;
const MEASURED = 40;

async function publishes(
  server: FanOutServer,
  client: LoadClient,
  { count, viewers, every = EVERY }: { count: number; viewers: number; every?: number },
): Promise<number> {
  const now = realTime();
  client.reset();
  for (let n = 0; n < count; n++) {
    const pause = new Promise((resolve) => setTimeout(resolve, every));
    await server.publish(message(SIZE, now()));
    await pause;
  }
  await client.arrived(count * viewers);
  return (await client.report()).p99us;
}
