import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { hashOf, movable, ownCopy, PartCutter, partsOf } from './file-parts.ts';

afterEach(() => vi.restoreAllMocks());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

test('however a file comes, its parts are of one size but for the last, and have their memory to themselves', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 30 })), fc.integer({ min: 1, max: 40 }), (chunks, size) => {
      const cutter = new PartCutter(size);
      for (const chunk of chunks) cutter.add(chunk);
      const { parts, bytes, hash } = cutter.end();
      const whole = Buffer.concat(chunks);
      expect(Buffer.concat(parts).equals(whole)).toBe(true);
      expect([bytes, hash]).toEqual([whole.length, sha256(whole)]);
      expect(parts.slice(0, -1).every((part) => part.length === size)).toBe(true);
      expect(parts.flatMap(movable)).toHaveLength(Math.ceil(whole.length / size));
    }),
  );
});

test('a long file is worked at in slices, each in a turn that no other file has', async () => {
  // A millisecond at each look at the clock.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now++);
  const pieces = 12;
  const [one, two] = [randomBytes(pieces * limits.work.piece), randomBytes(pieces * limits.work.piece + 1)];
  let turns = 0;
  let isDone = false;
  const work = Promise.all([hashOf(one), partsOf(two, 1000), ownCopy(one)]).finally(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await nextTurn();
  const [hash, { parts, ...facts }, copy] = await work;
  expect([hash, facts]).toEqual([sha256(one), { bytes: two.length, hash: sha256(two) }]);
  expect([copy.equals(one), Buffer.concat(parts).equals(two), movable(copy).length]).toEqual([true, true, 1]);
  expect(turns).toBeGreaterThanOrEqual((3 * pieces) / limits.slice);
});

test('bytes among others do not move, nor those that have moved', () => {
  const bytes = new Uint8Array(8);
  expect([movable(bytes.subarray(1)), movable(bytes)]).toEqual([[], [bytes.buffer]]);
  structuredClone(bytes, { transfer: movable(bytes) });
  expect(movable(bytes)).toEqual([]);
});
