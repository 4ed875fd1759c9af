import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { gzipPart, gzipStart } from './gzip-parts.ts';

/** What a reader makes of parts that came; the stream has no end yet. */
const read = (parts: readonly Buffer[]) =>
  gunzipSync(Buffer.concat([gzipStart, ...parts]), { finishFlush: constants.Z_SYNC_FLUSH });

/** A delta of so many cells with figures, as it stands in a stream. */
function delta(cells: number): Buffer {
  const ops = Array.from({ length: cells }, (_, n) => [0, 'c', 7 * n, `<span>${((n * 7919) % 100_000) / 100}</span>`]);
  return Buffer.from(`event: delta\ndata: ${JSON.stringify({ topic: 'ACME/RATES/DAILY', ops })}\n\n`);
}

test('parts give what they were made of, in whatever order and however often they come', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }).map((text) => Buffer.from(text)),
    fc.integer({ min: 1, max: 70_000 }).map((size) => randomBytes(size)),
    fc.integer({ min: 1, max: 600 }).map(delta),
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat(5)), (frames, order) => {
      const made = frames.map(gzipPart);
      const sent = [...order.take(12)].map((n) => n % frames.length);
      const came = read(sent.map((n) => made[n] ?? Buffer.alloc(0)));
      expect(came.equals(Buffer.concat(sent.map((n) => frames[n] ?? Buffer.alloc(0))))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('a reader has all of a part as soon as its last byte came', async () => {
  const gunzip = createGunzip();
  gunzip.write(gzipStart);
  for (const frame of [Buffer.from(':\n\n'), delta(400), delta(2), randomBytes(70_000)]) {
    gunzip.write(gzipPart(frame));
    let came = Buffer.alloc(0);
    while (came.length < frame.length) {
      const [bytes] = await once(gunzip, 'data');
      came = Buffer.concat([came, bytes]);
    }
    expect(came.equals(frame)).toBe(true);
  }
  gunzip.destroy();
});

test('a long delta takes less than a third of its bytes, and what cannot be made smaller a few more than its own', () => {
  const long = delta(500);
  expect(gzipPart(long).length).toBeLessThan(long.length / 3);
  for (const [size, blocks] of [
    [3, 1],
    [1000, 1],
    [70_000, 2],
  ] as const)
    expect(gzipPart(randomBytes(size)).length).toBe(size + 5 * blocks);
});

test('of a long event that does not become smaller at its beginning no more is tried', () => {
  const [random, same] = [randomBytes(65_535), Buffer.alloc(1_000_000, 'x')];
  const stored = gzipPart(Buffer.concat([random, same]));
  expect(stored.length).toBe(random.length + same.length + 5 * (1 + Math.ceil(same.length / 65_535)));
  const tried = gzipPart(Buffer.concat([same, random, same]));
  expect(tried.length).toBeLessThan(random.length + same.length + 20_000);
  expect(read([stored, tried]).equals(Buffer.concat([random, same, same, random, same]))).toBe(true);
});
