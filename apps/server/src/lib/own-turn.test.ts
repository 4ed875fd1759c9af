import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ownTurn } from './own-turn.ts';

test('who asks for turns at once gets one after the other, in order', async () => {
  const turns: (readonly [string, number])[] = [];
  let turn = 0;
  const work = async (name: string) => {
    for (let n = 0; n < 2; n++) {
      await ownTurn();
      turns.push([name, turn]);
    }
  };
  const done = Promise.all([work('a'), work('b'), work('c')]);
  for (; turns.length < 6; turn++) await nextTurn();
  await done;
  expect(turns.map(([name]) => name)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  expect(new Set(turns.map(([, when]) => when)).size).toBe(6);
});
