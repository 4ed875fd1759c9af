import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { FewATurn } from './few-a-turn.ts';

afterEach(() => void vi.restoreAllMocks());

/** A clock on which each look takes so long. */
function clockOf(step: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += step;
    return now;
  });
}

test('works of one turn begin at once while it has time, the others a few a turn, all in their order', async () => {
  clockOf(1);
  const works = new FewATurn(4);
  const begun: number[] = [];
  for (let n = 0; n < 100; n++) works.add(() => void begun.push(n));
  expect(begun).toEqual([0, 1, 2]);
  let most = 0;
  for (let before = begun.length; begun.length < 100; before = begun.length) {
    await nextTurn();
    most = Math.max(most, begun.length - before);
  }
  expect(most).toBeLessThanOrEqual(8);
  expect(begun).toEqual(begun.toSorted((a, b) => a - b));
});

test('one that is asked for while others wait does not overtake them, and the next turn has its time again', async () => {
  clockOf(1);
  const works = new FewATurn(2);
  const begun: string[] = [];
  for (const name of ['a', 'b', 'c']) works.add(() => void begun.push(name));
  await nextTurn();
  works.add(() => void begun.push('d'));
  while (begun.length < 4) await nextTurn();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await nextTurn();
  works.add(() => void begun.push('e'));
  expect(begun.at(-1)).toBe('e');
});

test('what follows at once from a work is done before the next begins', async () => {
  clockOf(5);
  const works = new FewATurn(1);
  const seen: string[] = [];
  for (const name of ['a', 'b'])
    works.add(() => {
      seen.push(name);
      void Promise.resolve().then(() => seen.push(`${name} goes on`));
    });
  while (seen.length < 4) await nextTurn();
  expect(seen).toEqual(['a', 'a goes on', 'b', 'b goes on']);
});
