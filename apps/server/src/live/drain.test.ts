import { limits } from '@sheetwire/contract/limits';
import { addresseeOf } from '@sheetwire/rules/addressee';
import { parseUser } from '@sheetwire/rules/principal';
import { expect, test } from 'vitest';
import { toAll } from '#testing/to-all.ts';
import { drainStreams } from './drain.ts';
import type { Frame } from './frames.ts';
import { LiveHub } from './hub.ts';
import { LiveStream, type StreamOwner } from './live-stream.ts';

const user = parseUser('ACME/ann');
if (user === undefined) throw new Error('no user');
const owner: StreamOwner = {
  user,
  addressee: addresseeOf(user),
  kind: 'session',
  addinVersion: null,
  lineHash: 'line',
  sessionHash: 'line',
  bearerId: null,
};

/** A hub with streams whose bytes are kept, and a clock that a pause moves. */
function setUp(count: number) {
  let now = 0;
  const hub = new LiveHub(toAll);
  const sent = Array.from({ length: count }, (): string[] => []);
  const closedWithin: number[] = [];
  const streams = sent.map((bytes, n) => {
    const outlet = {
      waiting: 0,
      write: ({ plain }: Frame) => void bytes.push(String(plain)),
      onceDrained: () => undefined,
      close: (within: number) => void closedWithin.push(within),
      destroy: () => undefined,
    };
    return new LiveStream(`s${n}`, owner, outlet);
  });
  for (const stream of streams) hub.open(stream);
  let given = 0;
  /** How many streams are open at each pause. */
  const open: [at: number, size: number][] = [];
  const pause = (ms: number) => {
    open.push([now, hub.size]);
    now += ms;
    return Promise.resolve();
  };
  const chance = { bytes: () => Uint8Array.of((37 * given++) % 256) };
  return { hub, sent, closedWithin, streams, open, deps: { hub, clock: { now: () => now }, chance, pause } };
}

test('streams end spread over the time of a drain, none of them before balancers have had time to see it', async () => {
  const { hub, open, deps } = setUp(600);
  await drainStreams(deps, 9000);
  expect(hub.size).toBe(0);
  expect(open[0]).toEqual([0, 600]);
  expect(open[1]?.[0]).toBe(3000);
  const steps = open.slice(1).map(([, size], n) => (open[n]?.[1] ?? 0) - size);
  expect(Math.max(...steps)).toBeLessThanOrEqual(6);
  const [end] = open.at(-1) ?? [];
  expect(end).toBeLessThan(9000);
  expect(end).toBeGreaterThan(8800);
});

test('each stream is told when to come back, and its line is not waited for', async () => {
  const { sent, closedWithin, deps } = setUp(50);
  await drainStreams(deps, 3000);
  const { first, spread } = limits.drain.comeBack;
  const told = sent.map((frames) => Number(/^retry: (\d+)\n\n$/.exec(frames.at(-1) ?? '')?.[1]));
  expect(told.every((ms) => ms >= first && ms <= first + spread)).toBe(true);
  expect(new Set(told).size).toBeGreaterThan(20);
  expect(new Set(closedWithin)).toEqual(new Set([limits.streamStop]));
});

test('a drain without viewers is over once balancers have had time to see it', async () => {
  const { open, deps } = setUp(0);
  await drainStreams(deps, 30_000);
  expect(open).toEqual([[0, 0]]);
});

test('no stream begins while a server drains', async () => {
  const { hub, sent, streams, deps } = setUp(2);
  const [first] = streams;
  if (first === undefined) throw new Error('no stream');
  await drainStreams(deps, 0);
  const before = sent[0]?.length;
  hub.open(first);
  expect([hub.size, hub.isLeaving, sent[0]?.length]).toEqual([0, true, before]);
});

test('a stream that ended by itself meanwhile is left alone', async () => {
  const { hub, sent, streams, deps } = setUp(3);
  const gone = streams.at(-1);
  let pauses = 0;
  const pause = (ms: number) => {
    if (gone && pauses++ === 1) hub.drop(gone);
    return deps.pause(ms);
  };
  await drainStreams({ ...deps, pause }, 900);
  expect(sent.map((frames) => frames.some((text) => text.startsWith('retry')))).toEqual([true, true, false]);
});
