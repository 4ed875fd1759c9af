import { expect, test } from 'vitest';
import { turnsOf } from '../testing/turns-of.ts';
import { Gathered } from './gathered.ts';

interface Read {
  readonly keys: readonly string[];
  readonly answer: (found: Readonly<Record<string, number>>) => void;
  readonly fail: (fault: Error) => void;
}

/** Readings are answered by the test. */
function rig(atOnce = 1, most = 3) {
  const reads: Read[] = [];
  const read = (keys: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, number>>();
    reads.push({ keys, answer: (found) => resolve(new Map(Object.entries(found))), fail: reject });
    return promise;
  };
  return { reads, gathered: new Gathered<string, number>({ read, most, atOnce }) };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('what is asked in one turn is one reading; what is not there is undefined', async () => {
  const { reads, gathered } = rig();
  const asked = Promise.all(['a', 'b', 'a'].map((key) => gathered.get(key)));
  await turn();
  expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b']]);
  reads[0]?.answer({ a: 1 });
  expect(await asked).toEqual([1, undefined, 1]);
});

test('what is asked meanwhile shares the next reading, also of a key that is being read', async () => {
  const { reads, gathered } = rig();
  const first = gathered.get('a');
  await turn();
  const later = Promise.all(['b', 'a', 'c', 'd'].map((key) => gathered.get(key)));
  reads[0]?.answer({ a: 1 });
  expect(await first).toBe(1);
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.answer({ a: 2, b: 3, c: 4 });
  await expect.poll(() => reads.length).toBe(3);
  reads[2]?.answer({ d: 5 });
  expect(await later).toEqual([3, 2, 4, 5]);
  expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b', 'a', 'c'], ['d']]);
});

test('a reading that fails fails for its own keys alone', async () => {
  const { reads, gathered } = rig(2);
  const [first] = [gathered.get('a')];
  await turn();
  const second = gathered.get('b');
  await turn();
  reads[0]?.fail(new Error('away'));
  reads[1]?.answer({ b: 1 });
  await expect(first).rejects.toThrow('away');
  expect(await second).toBe(1);
  const again = gathered.get('a');
  await turn();
  reads[2]?.answer({ a: 2 });
  expect(await again).toBe(2);
});

test('readings that are answered in the same turn leave one to whatever else is due between them', async () => {
  const read = (keys: readonly number[]) => Promise.resolve(new Map(keys.map((key) => [key, key])));
  const gathered = new Gathered<number, number>({ read, most: 2, atOnce: 1 });
  const keys = [1, 2, 3, 4, 5];
  let found: unknown;
  const turns = await turnsOf(async () => {
    found = await Promise.all(keys.map((key) => gathered.get(key)));
  });
  expect(found).toEqual(keys);
  expect(turns).toBeGreaterThanOrEqual(2);
});
