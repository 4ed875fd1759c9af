import { expect, test } from 'vitest';
import { report } from '../suite/builders.ts';
import { decodeFrame, encodeFrame } from './frame.ts';
import { KeyframeMaker } from './keyframe-maker.ts';
import { pack, unpack } from './packing.ts';
import type { Chain } from './replay.ts';

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
