import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drained } from '../../testing/drained.ts';
import { isListed, resorted, sorting } from './sorted.ts';

const names = fc.array(fc.string({ maxLength: 4 }), { maxLength: 600 });

test('names that are put in order in steps stand as a sort puts them', () => {
  fc.assert(
    fc.property(names, (list) => {
      expect(drained(sorting(list))).toEqual([...list].sort());
    }),
  );
});

test('few changes and many leave a sorted list of who is in it', () => {
  const changes = fc.dictionary(fc.string({ maxLength: 3 }), fc.boolean(), { maxKeys: 60 });
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 60 }), changes, (list, changed) => {
      const moves = new Map(Object.entries(changed));
      const before = [...list].sort();
      const wanted = new Set(list);
      for (const [name, isIn] of moves) {
        if (isIn) wanted.add(name);
        else wanted.delete(name);
      }
      const after = resorted(before, moves);
      expect(after).toEqual([...wanted].sort());
      expect(before).toEqual([...list].sort());
      for (const name of moves.keys()) expect(isListed(after, name)).toBe(wanted.has(name));
    }),
  );
});

test('a sort in steps does a little in each', () => {
  const list = Array.from({ length: 5000 }, (_, n) => `${(n * 7919) % 5000}`);
  let steps = 0;
  for (const work = sorting(list); !work.next().done; steps++);
  expect(steps).toBeGreaterThan(list.length / 64);
});
