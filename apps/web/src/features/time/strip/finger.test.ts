import { expect, test } from 'vitest';
import { fingerWay } from './finger.ts';

test('a finger moves along the strip, or scrolls the page over it, once it moves at all', () => {
  const from = { clientX: 100, clientY: 50 };
  const to = (x: number, y: number) => fingerWay(from, { clientX: 100 + x, clientY: 50 + y });
  expect([to(0, 0), to(-3, 3), to(-4, 1), to(40, -30)]).toEqual(['rests', 'rests', 'along', 'along']);
  expect([to(0, 4), to(3, -60), to(20, 20)]).toEqual(['over', 'over', 'over']);
});
