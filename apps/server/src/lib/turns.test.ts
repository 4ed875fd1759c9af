import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('so many run at once, the others in the order in which they came, and one that fails gives its place up', async () => {
  const turns = new Turns(2);
  let [running, most] = [0, 0];
  const order: number[] = [];
  const work = (n: number) => async () => {
    most = Math.max(most, ++running);
    order.push(n);
    await Promise.resolve();
    running--;
    if (n === 1) throw new Error('it failed');
  };
  const all = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => turns.run(work(n))));
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});
