import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('beyond its bound a map lets go of what was set longest ago', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([3, undefined, 4, 2]);
});

test('what was let go or deleted can be set again', () => {
  const map = new BoundedMap<string, undefined>(1);
  map.set('a', undefined);
  map.set('b', undefined);
  map.set('a', undefined);
  expect([map.delete('a'), map.delete('a'), map.size]).toEqual([true, false, 0]);
});
