import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { uncounted } from '#lib/work-budget.ts';
import { readBody } from './body.ts';

const made = vi.hoisted(() => ({ refusals: 0 }));
vi.mock(import('#lib/refusal.ts'), async (load) => {
  const real = await load();
  class Refusal extends real.Refusal {
    constructor(...given: ConstructorParameters<typeof real.Refusal>) {
      super(...given);
      made.refusals++;
    }
  }
  return { ...real, Refusal };
});
beforeEach(() => {
  made.refusals = 0;
  return () => vi.restoreAllMocks();
});

const MIB = 1024 * 1024;
const PIECE = 64 * 1024;
const form = { cap: 1000, work: uncounted };
const bodyOf = (bytes: Buffer) => Readable.from([bytes.subarray(0, 5), bytes.subarray(5)], { objectMode: false });

test.each([
  [undefined, Buffer.from('a body of a call')],
  ['gzip', gzipSync('a body of a call')],
])('a body that was read to its end makes no refusal when its line closes, packed as %s', async (encoding, bytes) => {
  const source = bodyOf(bytes);
  const closed = new Promise((resolve) => source.once('close', resolve));
  expect(String(await readBody(source, { ...form, encoding }))).toBe('a body of a call');
  await closed;
  expect(made.refusals).toBe(0);
});

test('a body whose line closes before its end is refused once', async () => {
  const source = new Readable({ read: () => undefined });
  const reading = readBody(source, { ...form, encoding: undefined });
  source.push('half a');
  source.destroy();
  await expect(reading).rejects.toMatchObject({ code: 'malformed' });
  await finished(source).catch(() => undefined);
  expect(made.refusals).toBe(1);
});

test.each([
  ['a short body is handed on at once', 100, 0],
  ['a long body is joined over several turns of the event loop and handed on in one of its own', 5.5 * MIB, 6],
])('%s', async (_, size, turns) => {
  const bytes = randomBytes(size);
  const pieces = Array.from({ length: Math.ceil(size / PIECE) }, (_piece, n) =>
    bytes.subarray(n * PIECE, (n + 1) * PIECE),
  );
  const source = Readable.from(pieces, { objectMode: false });
  const reading = readBody(source, { ...form, cap: size, encoding: undefined });
  const handed = vi.fn();
  void reading.then(handed);
  await once(source, 'end');
  await new Promise(process.nextTick);
  let seen = 0;
  for (; handed.mock.calls.length === 0; seen++) await nextTurn();
  expect(seen).toBe(turns);
  expect(bytes.equals(await reading)).toBe(true);
});

test('a long body that is refused in its middle is not joined, though the rest of it is read', async () => {
  const source = Readable.from(
    Array.from({ length: 6 * 16 }, () => Buffer.alloc(PIECE)),
    { objectMode: false },
  );
  const joins = [vi.spyOn(Buffer, 'allocUnsafeSlow'), vi.spyOn(Buffer, 'concat')];
  await expect(readBody(source, { ...form, cap: 3 * MIB, encoding: undefined })).rejects.toMatchObject({
    code: 'too_large',
  });
  const ended = once(source, 'end');
  source.resume();
  await ended;
  await nextTurn();
  for (const join of joins) expect(join).not.toHaveBeenCalled();
});
