import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashSum } from './hash-sum.ts';

function idOf(texts: Iterable<string>): string {
  const sum = new HashSum();
  for (const text of texts) sum.put(text);
  return sum.id;
}

test('texts that came and went in any order are named as those that are left', () => {
  const names = fc.uniqueArray(fc.string({ maxLength: 6 }), { maxLength: 20 });
  fc.assert(
    fc.property(names, names, (kept, gone) => {
      const left = kept.filter((one) => !gone.includes(one));
      const sum = new HashSum();
      for (const one of [...gone, ...left]) sum.put(one);
      const all = new HashSum(sum);
      for (const one of gone) sum.take(one);
      expect(sum.id).toBe(idOf(left.toReversed()));
      expect(all.id).toBe(idOf([...left, ...gone]));
      if (gone.length > 0) expect(all.id).not.toBe(sum.id);
    }),
  );
});
