import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { branded } from '@sheetwire/rules/name';
import { expect, test } from 'vitest';
import { report } from '../suite/builders.ts';
import { encodeAppend } from './encode-append.ts';
import { decodeFrame, encodeFrame } from './frame.ts';
import { KeyframeMaker } from './keyframe-maker.ts';
import { pack, unpack } from './packing.ts';
import { type Chain, readOps, replay, replayHere } from './replay.ts';

/** A chain of about `bytes` bytes. */
async function chainOf(bytes: number, op: unknown): Promise<Chain> {
  const keyframe = await pack(encodeFrame(report(1)), 3);
  const filler = Buffer.from(JSON.stringify([[0, 'c', 0, 'x'.repeat(bytes)]]));
  const last = Buffer.from(JSON.stringify([op]));
  const step = { time: '2', sender: 'ACME/bob', is_packed: 0 };
  return { keyframe, deltas: [filler, last].map((body, n) => ({ ...step, version: n + 2, body })) };
}

test.each([10, 200_000])('a keyframe of a chain of %i bytes is the report at its end', async (bytes) => {
  const maker = new KeyframeMaker();
  for (const text of ['once', 'again']) {
    const { version, body } = await maker.make(await chainOf(bytes, [0, 'c', 0, text]));
    const made = decodeFrame(await unpack(body));
    expect([version, made.version, made.sender]).toEqual([3, 3, 'ACME/bob']);
    expect(made.pages[0]?.html).toContain(`<td>${text}</td>`);
  }
  await maker.close();
});

test.each([10, 200_000])('a chain of %i bytes is read as the report at its end, several at once', async (bytes) => {
  const maker = new KeyframeMaker();
  const texts = ['one', 'two', 'three'];
  const chains = await Promise.all(texts.map((text) => chainOf(bytes, [0, 'c', 0, text])));
  const reports = await Promise.all(chains.map((chain) => maker.replay(chain)));
  expect(reports.map(({ pages }) => texts.find((text) => pages[0]?.html.includes(`<td>${text}</td>`)))).toEqual(texts);
  await expect(maker.replay(await chainOf(bytes, [0, 'c', 99, 'x']))).rejects.toThrow('no cell 99');
  await maker.close();
});

test.each([10, 200_000])(
  'a chain of %i bytes that does not replay is a fault, and the next one is made',
  async (bytes) => {
    const maker = new KeyframeMaker();
    await expect(maker.make(await chainOf(bytes, [0, 'c', 99, 'x']))).rejects.toThrow('no cell 99');
    expect((await maker.make(await chainOf(bytes, [0, 'c', 0, 'x']))).version).toBe(3);
    await maker.close();
  },
);

/** A chain of few bytes whose steps unpack to `bytes` each. */
async function packedChain(bytes: number, count = 1): Promise<Chain> {
  const keyframe = await pack(encodeFrame(report(1)), 3);
  const body = await pack(Buffer.from(JSON.stringify([[0, 'c', 0, 'x'.repeat(bytes)]])), 3);
  const step = { time: '2', sender: 'ACME/bob', is_packed: 1, body };
  return { keyframe, deltas: Array.from({ length: count }, (_, n) => ({ ...step, version: n + 2 })) };
}

test('a chain of few bytes that unpacks to many is left to the thread, and gives the same', async () => {
  const { packAside } = limits.store;
  const [short, long] = [await packedChain(packAside / 4), await packedChain(2 * packAside)];
  expect(bytesOf(long)).toBeLessThan(packAside / 10);
  expect(replayHere(short, packAside)).toEqual(await replay(short));
  expect(replayHere(long, packAside)).toBeUndefined();
  // Together they are more, though each alone is little.
  expect(replayHere(await packedChain(packAside / 4, 5), packAside)).toBeUndefined();
  const large = await pack(encodeFrame(report(1, ['x'.repeat(2 * packAside)])), 3);
  expect(replayHere({ ...short, keyframe: large }, packAside)).toBeUndefined();
  const maker = new KeyframeMaker();
  expect(await maker.replay(long)).toEqual(await replay(long));
  await maker.close();
});

test('a body that unpacks to more than any is a fault, and fills no memory', async () => {
  const body = await pack(Buffer.alloc(limits.store.maxUnpacked + 1), 3);
  expect(body.length).toBeLessThan(limits.store.packAside);
  await expect(unpack(body)).rejects.toThrow(`more than ${limits.store.maxUnpacked} bytes`);
  expect(await readOps({ is_packed: 1, body }, 1000)).toBeUndefined();
});

test('a chain that takes the thread too long or too much memory is a fault that says so, and the next one is made', async () => {
  // So long that the thread is looked at while it works, however busy the machine is.
  const chain = await packedChain(4 * 1024 * 1024, 100);
  const hurried = new KeyframeMaker({ time: 1, memory: limits.store.replayMemory });
  await expect(hurried.replay(chain)).rejects.toThrow('a report could not be replayed: it takes longer than 0.001 s');
  await hurried.close();
  const small = new KeyframeMaker({ time: limits.store.replayTime, memory: 16 });
  await expect(small.replay(chain)).rejects.toThrow('a report could not be replayed: it takes too much memory');
  expect((await small.replay(await packedChain(2 * limits.store.packAside))).version).toBe(2);
  await small.close();
});

test('steps that pack well count by their text, so that a keyframe is due before there is much to replay', async () => {
  const ops: Op[] = [[0, 'c', 0, 'x'.repeat(1_000_000)]];
  const append = { topic: branded<'Topic'>('A/B/C'), base: 1, version: 2, time: '1', sender: 'A/b' };
  const { replay: cost, body } = await encodeAppend({ ...append, change: { kind: 'delta', ops } });
  expect(body.length).toBeLessThan(1000);
  expect(cost).toBeGreaterThan(50);
});

const bytesOf = ({ keyframe, deltas }: Chain) => deltas.reduce((sum, { body }) => sum + body.length, keyframe.length);

test('steps that come to more ops, or longer ones, than are told are told as none', async () => {
  const chain = await packedChain(10);
  const { wayOps, wayText } = limits.log;
  const step = async (ops: Op[]) => ({ is_packed: 1, body: await pack(Buffer.from(JSON.stringify(ops)), 3) });
  const maker = new KeyframeMaker();
  const told = async (ops: Op[]) => {
    const [own] = chain.deltas;
    if (!own) throw new Error('the chain has no step');
    return maker.steps({ chain, steps: [{ ...own, version: 3, ...(await step(ops)) }], way: 'forward' });
  };
  const many = Array.from({ length: wayOps + 1 }, (_, n): Op => [0, 'c', n, 'x']);
  expect(await told(many)).toBeUndefined();
  expect((await told(many.slice(1)))?.ops).toHaveLength(wayOps);
  expect(await told([[0, 'c', 0, 'x'.repeat(wayText + 1)]])).toBeUndefined();
  expect((await told([[0, 'c', 0, 'x'.repeat(wayText)]]))?.ops).toHaveLength(1);
  await maker.close();
});
