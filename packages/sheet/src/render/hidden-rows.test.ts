import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiddenRowsOf } from './hidden-rows.ts';

test('rows are counted whatever is asked first', () => {
  const rows = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { selector: (row) => row });
  const asked = fc.array(fc.tuple(fc.integer({ min: 1, max: 70 }), fc.nat({ max: 30 })));
  const property = fc.property(rows, fc.boolean(), asked, (numbers, hidesOthers, asks) => {
    const listed = numbers.sort((a, b) => a - b).map((number) => ({ number, isHidden: number % 3 === 0 }));
    const isHidden = (row: number) => listed.find(({ number }) => number === row)?.isHidden ?? hidesOthers;
    const count = hiddenRowsOf({ rows: listed, hidesOtherRows: hidesOthers });
    for (const [from, size] of asks) {
      const between = Array.from({ length: size }, (_, n) => from + n);
      expect(count(from, from + size)).toBe(between.filter(isHidden).length);
    }
  });
  fc.assert(property, { numRuns: 300 });
});

/** How often rows are looked at, of a sheet that hides two of three and has gaps, asked for each of its rows and columns. */
function looksAt(size: number): number {
  let looks = 0;
  const rows = Array.from({ length: size }, (_, n) => ({
    isHidden: n % 3 > 0,
    get number() {
      looks++;
      return 1 + n * 2 + (n % 2);
    },
  }));
  const count = hiddenRowsOf({ rows, hidesOtherRows: false });
  for (let n = 0; n < size; n += 3) for (let column = 0; column < 4; column++) count(1, 1 + n * 2 + (n % 2));
  return looks;
}

test('twice the rows are twice the looks at them', () => {
  expect(looksAt(40_000) / looksAt(20_000)).toBeLessThan(2.01);
});
