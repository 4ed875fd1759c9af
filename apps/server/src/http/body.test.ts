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
});

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
  ['a short body is handed on at once', 100, true],
  ['what is done with a long body does not lengthen the turn in which it was joined', 1.5 * 1024 * 1024, false],
])('%s', async (_, size, isAtOnce) => {
  const source = bodyOf(Buffer.alloc(size));
  const handed = vi.fn();
  void readBody(source, { ...form, cap: 2 * size, encoding: undefined }).then(handed);
  await once(source, 'end');
  await new Promise(process.nextTick);
  expect(handed.mock.calls.length > 0).toBe(isAtOnce);
  await nextTurn();
  expect(handed).toHaveBeenCalledTimes(1);
});
