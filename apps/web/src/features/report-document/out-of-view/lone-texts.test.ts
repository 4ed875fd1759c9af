import { expect, test } from 'vitest';
import { LoneTexts } from './lone-texts.ts';

/** What a text in one row looks like to the list. */
const text = { firstElementChild: null, rowSpan: 1 };

test('whatever rows come and go, no cell is taken for a text that was not found to be one', () => {
  let seed = 7;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 48_271) >>> 0) % 2_147_483_647;
    return seed % limit;
  };
  for (let round = 0; round < 300; round++) {
    const found = new LoneTexts();
    let truth = Array.from({ length: 40 + below(40) }, () => false);
    let known = 0;
    for (let n = 0; n < 30; n++) {
      for (let looks = below(6); looks > 0; looks--) {
        const number = below(truth.length);
        if (below(4) === 0) {
          found.drop(number);
          truth[number] = false;
        } else {
          expect(found.look(number, text)).toBe(true);
          truth[number] = true;
        }
      }
      const at = below(truth.length + 3);
      const [gone, come] = [below(9), below(9)];
      found.move({ at, gone, come });
      truth = [...truth.slice(0, at), ...Array.from({ length: come }, () => false), ...truth.slice(at + gone)];
      const has = truth.map((_, number) => found.has(number));
      expect(has.filter((isFound, number) => isFound && !truth[number])).toEqual([]);
      expect([0, 1, 50].map((past) => found.has(truth.length + past))).toEqual([false, false, false]);
      known += has.filter(Boolean).length;
    }
    expect(known).toBeGreaterThan(0);
  }
});
