import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonSequence, pairEqualGaps, risingRun } from './common-sequence.ts';

const anyKeys = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40 });

/** The length of the longest common subsequence, worked out without any short cut. */
function longest(from: readonly number[], to: readonly number[]): number {
  let row = new Array<number>(to.length + 1).fill(0);
  for (const key of from) {
    const next = [0];
    for (const [n, other] of to.entries()) {
      next.push(key === other ? (row[n] ?? 0) + 1 : Math.max(row[n + 1] ?? 0, next[n] ?? 0));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

test('partners are equal, in order, and as many as there can be', () => {
  fc.assert(
    fc.property(anyKeys, anyKeys, (from, to) => {
      const partner = commonSequence(from, to);
      const found = [...partner.entries()].filter(([, at]) => at >= 0);
      expect(found.every(([n, at]) => from[at] === to[n])).toBe(true);
      expect(found.every(([, at], n) => n === 0 || at > (found[n - 1]?.[1] ?? -1))).toBe(true);
      expect(found).toHaveLength(longest(from, to));
    }),
  );
});

test('of sequences too long to search, what is unique on both sides is found', () => {
  const from = Array.from({ length: 30_000 }, (_, n) => `row ${n}`);
  const to = from.flatMap((key, n) => (n % 3 === 0 ? [`new ${n}`, key] : n % 5 === 0 ? [] : [key]));
  const partner = commonSequence(['first', ...from, 'last'], ['start', ...to, 'end']);
  const found = partner.filter((at) => at >= 0).length;
  expect(found).toBe(to.filter((key) => key.startsWith('row')).length);
});

test('the rising run is the longest one', () => {
  expect(risingRun([3, 1, 2, 5, 4, 6])).toEqual([1, 2, 4, 5]);
  expect(risingRun([])).toEqual([]);
});

test('gaps of equal length become partners, others do not', () => {
  const partner = commonSequence(['a', 'x', 'b', 'c'], ['a', 'y', 'b', 'z', 'c']);
  pairEqualGaps(partner, 4);
  expect([...partner]).toEqual([0, 1, 2, -1, 3]);
});

test('long texts that differ at their ends alone are different ones', () => {
  const long = (end: string) => `${'x'.repeat(40_000)}${end}`;
  expect([...commonSequence([long('a'), long('b')], [long('b'), long('c')])]).toEqual([1, -1]);
});
