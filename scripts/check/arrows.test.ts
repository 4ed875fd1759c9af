import { expect, test } from 'vitest';
import { circlesOf, drawnArrows, importedArrows, listed } from './arrows.ts';

const drawn = drawnArrows('Arrows of the server');

test('the imports between the folders of the server are those that are drawn', () => {
  expect(listed(importedArrows('apps/server/src'))).toEqual(listed(drawn));
});

test('no folder of the server leads back to itself', () => {
  expect(circlesOf(drawn)).toEqual([]);
});

test('a circle is found', () => {
  const arrows = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect(circlesOf(arrows)).toEqual(['b', 'c']);
});
