import { expect, test } from 'vitest';
import { movedBy } from './list-keys.ts';

test('arrows, pages and ends move within the list', () => {
  expect(movedBy('ArrowDown', -1, 3)).toBe(0);
  expect(movedBy('ArrowDown', 2, 3)).toBe(2);
  expect(movedBy('ArrowUp', 0, 3)).toBe(0);
  expect(movedBy('PageDown', 0, 30)).toBe(9);
  expect([movedBy('Home', 7, 30), movedBy('End', 7, 30)]).toEqual([0, 29]);
});

test('other keys and empty lists move nothing', () => {
  expect(movedBy('Enter', 0, 3)).toBeUndefined();
  expect(movedBy('ArrowDown', -1, 0)).toBeUndefined();
});
