import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedBetween } from './moved.ts';

test('who went and who came is what two sets would tell', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
  fc.assert(
    fc.property(names, names, (before, after) => {
      const { gone, come } = movedBetween(before, after);
      expect([...gone].sort()).toEqual(before.filter((one) => !after.includes(one)).sort());
      expect([...come].sort()).toEqual(after.filter((one) => !before.includes(one)).sort());
    }),
    { numRuns: 1000 },
  );
});
