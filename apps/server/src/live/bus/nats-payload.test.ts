import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bus, BusMessage } from '#ports/bus.ts';
import { type NatsServer, withNats } from '../../../../../scripts/test/nats.ts';
import { openBus } from './open-bus.ts';

const START = 60_000;
const KiB = 1024;
const soon = { timeout: 10_000, interval: 10 };
const topic = branded<'Topic'>('ACME/RATES/DAILY');
const secretKey = Buffer.from('the key of all servers');

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwire-nats-'));
  file = join(folder, 'nats.conf');
});
afterAll(() => rm(folder, { recursive: true }));

/** What NATS takes at once from its next start on, in bytes. */
const set = (payload: number) => writeFile(file, `max_payload: ${payload}\n`);

async function natsWith(payload: number): Promise<NatsServer> {
  await set(payload);
  return withNats('-c', file);
}

const step = { time: '20260101000000000', sender: 'ACME/bot', isLive: true };

function told(of: Topic, version: number, letters: number): BusMessage {
  const ops = [[0, 'c', 0, 'x'.repeat(letters)] as const];
  const steps = { cleaner: 1, list: [{ ...step, from: version - 1, to: version, ops }] };
  return { kind: 'version', topic: of, version, steps };
}

interface Node {
  readonly bus: Bus;
  readonly faults: string[];
  readonly heard: BusMessage[];
  gaps(): number;
}

async function node(busUrl: string): Promise<Node> {
  const faults: string[] = [];
  const heard: BusMessage[] = [];
  let gaps = 0;
  const bus = await openBus({ busUrl, databaseUrl: '', secretKey, onFault: (fault) => faults.push(String(fault)) });
  bus.onMessage((message) => heard.push(message));
  bus.onGap(() => gaps++);
  return { bus, faults, heard, gaps: () => gaps };
}

/** The versions that were heard, and whether what changed came with them. */
const versions = ({ heard }: Node) =>
  heard.flatMap((message) =>
    message.kind === 'version' ? [[message.version, message.steps?.list.every(({ ops }) => ops) === true]] : [],
  );

test(
  'where NATS takes little at once a small change is told whole, of a large one the news, and nothing is lost',
  async () => {
    const nats = await natsWith(16 * KiB);
    const [a, b] = [await node(nats.url), await node(nats.url)];
    await b.bus.follow(topic);
    const users = Array.from({ length: 1000 }, (_, n) => `ACME/user-of-the-portal-${n}`);
    for (const user of users) a.bus.send({ kind: 'user', user });
    a.bus.send(told(topic, 2, 100));
    await expect
      .poll(() => versions(b), soon)
      .toEqual([
        [2, true],
        [2, false],
      ]);
    a.bus.send(told(topic, 3, 50 * KiB));
    await expect.poll(() => versions(b).at(-1), soon).toEqual([3, false]);
    const named = b.heard.flatMap((message) => (message.kind === 'user' ? [message.user] : []));
    expect(named.toSorted()).toEqual(users.toSorted());
    expect([a.faults, b.faults, b.gaps()]).toEqual([[], [], 0]);
    await Promise.all([a.bus.close(), b.bus.close()]);
    await nats.stop();
  },
  START,
);

test(
  'a server does not start where NATS takes less at once than servers have to tell, and says what to set',
  async () => {
    const nats = await natsWith(4 * KiB);
    await expect(node(nats.url)).rejects.toMatchObject({
      name: 'StartFault',
      exit: 'usage',
      message: `SHEETWIRE_BUS_URL: NATS at ${new URL(nats.url).host}: its max_payload is 4096 bytes; set it to ${limits.bus.payload} or more`,
    });
    await nats.stop();
  },
  START,
);

test(
  'a server goes on when NATS comes back and takes less at once, and says so where that is too little',
  async () => {
    const nats = await natsWith(1024 * KiB);
    const [a, b] = [await node(nats.url), await node(nats.url)];
    await b.bus.follow(topic);
    const again = async (payload: number) => {
      const gaps = b.gaps();
      await set(payload);
      await nats.crash();
      await expect.poll(() => [a.bus.line.isUp, b.bus.line.isUp], soon).toEqual([false, false]);
      await nats.restart();
      await expect.poll(() => [a.bus.line.isUp, b.bus.line.isUp, b.gaps() > gaps], soon).toEqual([true, true, true]);
    };
    await again(16 * KiB);
    a.bus.send(told(topic, 2, 50 * KiB));
    await expect.poll(() => versions(b), soon).toEqual([[2, false]]);
    expect([a.faults, b.faults]).toEqual([[], []]);

    await again(100);
    await expect.poll(() => a.faults[0], soon).toContain('its max_payload is 100 bytes');
    const gaps = b.gaps();
    await again(1024 * KiB);
    expect(b.gaps()).toBeGreaterThan(gaps);
    a.bus.send(told(topic, 3, 50 * KiB));
    await expect.poll(() => versions(b).slice(1, 2), soon).toEqual([[3, true]]);
    await Promise.all([a.bus.close(), b.bus.close()]);
    await nats.stop();
  },
  START,
);
