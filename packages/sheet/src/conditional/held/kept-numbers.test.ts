import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListedCells, sameness } from '../rule-cells.ts';
import { ExactSum } from './exact-sum.ts';
import { HeldCells, placeOf, spotOf } from './held-cells.ts';

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(0, -0, 0.1, 1e-320, 1e300, -1e300, 2 ** 53 + 2),
);

function sumOf(numbers: readonly number[]): ExactSum {
  const sum = new ExactSum(true);
  for (const one of numbers) sum.add(one);
  return sum;
}

test('a sum is the same in whatever order numbers came and went', () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), fc.array(number), (kept, gone) => {
      const one = sumOf(kept);
      const other = sumOf([...gone, ...kept.toReversed()]);
      for (const value of gone) other.remove(value);
      expect(Object.is(other.mean, one.mean) || other.mean === one.mean).toBe(true);
      expect(other.spread).toEqual(one.spread);
    }),
    { numRuns: 500 },
  );
});

test('means and spreads are those of the numbers, also where plain sums lose them', () => {
  expect(sumOf([0.1, 0.2, 0.3]).mean).toBe(sumOf([0.3, 0.1, 0.2]).mean);
  expect(sumOf([1e16, 1, -1e16, 1]).mean).toBe(0.5);
  expect(sumOf([1e300, -1e300, 3]).mean).toBe(1);
  expect(sumOf([2, 4, 4, 4, 5, 5, 7, 9]).spread).toBe(2);
  expect(sumOf([1e9 + 1, 1e9 + 2, 1e9 + 3]).spread).toBeCloseTo(Math.sqrt(2 / 3), 12);
  expect(sumOf([5e-324, 5e-324]).mean).toBe(5e-324);
});

const value = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constantFrom('x', 'X', '', true, undefined, 1.5));

test('what is kept of cells that change is what their list tells', () => {
  const asked = { numbers: true, spread: true, counts: true };
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(39), value), { maxLength: 60 }),
      (first, changes) => {
        const now = [...first];
        const cells = () => now.map((one, n) => ({ row: n + 1, cell: { column: 3, style: 0, value: one } }));
        const held = new HeldCells(cells(), asked);
        for (const [at, next] of changes) {
          if (at >= now.length) continue;
          held.change(placeOf(at + 1, 3), now[at], next);
          now[at] = next;
        }
        const listed = new ListedCells(cells());
        expect(held.count).toBe(listed.count);
        for (let n = 0; n < held.count; n++) expect(held.numberAt(n) - listed.numberAt(n)).toBe(0);
        expect([held.mean, held.spread]).toEqual([listed.mean, listed.spread]);
        for (const one of now) {
          const key = sameness(one);
          if (key !== undefined) expect(held.countOf(key)).toBe(listed.countOf(key));
        }
        const marked = new Set<number>();
        held.markBetween(-3, 7, marked);
        const within = [...marked].map((place) => spotOf(place).row);
        const wanted = now.flatMap((one, n) => (typeof one === 'number' && one >= -3 && one <= 7 ? [n + 1] : []));
        expect(within.sort((a, b) => a - b)).toEqual(wanted);
      },
    ),
    { numRuns: 300 },
  );
});
