import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { partsOf, readInParts } from './read-in-parts.ts';

const { names: most, long } = limits.rightsPart;

test('parts hold few names each, in order, and none is left out', () => {
  const counted = Array.from({ length: 500 }, (_, name) => ({ name, held: (name * 7) % long }));
  const parts = partsOf(counted);
  expect(parts.flat()).toEqual(counted.map(({ name }) => name));
  const held = (part: readonly number[]) => part.reduce((sum, name) => sum + (counted[name]?.held ?? 0), 0);
  for (const part of parts) expect(held(part)).toBeLessThanOrEqual(most);
});

test('who has many names is read alone, and who has few together', () => {
  const counted = ['few', 'many', 'one', 'none'].map((name, n) => ({ name, held: [3, long, 1, 0][n] ?? 0 }));
  expect(partsOf(counted)).toEqual([['few'], ['many'], ['one', 'none']]);
  expect(partsOf([])).toEqual([]);
});

test('each part ends the turn of the event loop', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('another turn'));
  const counted = ['first', 'second'].map((name) => ({ name, held: long }));
  const read = async (names: readonly string[]) => {
    order.push(...names);
    return names;
  };
  expect(await readInParts(counted, read)).toEqual(['first', 'second']);
  expect(order).toEqual(['first', 'another turn', 'second']);
});
