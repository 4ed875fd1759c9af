import { expect, test } from 'vitest';
import { Lanes } from './lanes.ts';

/** Work that ends when it is told to. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.set(name, resolve);
    });
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

test('a slow piece of work holds its own lane, and the others go on', async () => {
  const { begun, work, end } = held();
  const lanes = new Lanes(2, work);
  for (const name of ['slow', 'a', 'b']) lanes.add(name);
  expect(begun).toEqual(['slow', 'a']);
  end('a');
  await expect.poll(() => begun).toEqual(['slow', 'a', 'b']);
});

test('what comes a thousand times while it is worked at is done once more', async () => {
  const { begun, work, end } = held();
  const lanes = new Lanes(2, work);
  for (let n = 0; n < 1000; n++) lanes.add('a');
  expect(begun).toEqual(['a']);
  end('a');
  await expect.poll(() => begun).toEqual(['a', 'a']);
  end('a');
  await lanes.idle();
  expect(begun).toHaveLength(2);
});

test('a fault ends the waiting of whoever waits for all', async () => {
  const lanes = new Lanes(1, async (name) => {
    throw new Error(name);
  });
  lanes.add('a');
  await expect(lanes.idle()).rejects.toThrow('a');
  await expect(lanes.failed()).rejects.toThrow('a');
});
