import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ColumnNeed } from './column-need.ts';

test('the most that a column needs is that of what came and did not go', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ px: fc.integer({ min: 1, max: 6 }), goes: fc.boolean() })), (steps) => {
      const need = new ColumnNeed();
      const there: number[] = [];
      for (const { px, goes } of steps) {
        const at = there.indexOf(px);
        if (goes && at >= 0) need.remove(there.splice(at, 1)[0] ?? 0);
        else {
          need.add(px);
          there.push(px);
        }
        expect(need.most).toBe(Math.max(0, ...there));
      }
    }),
  );
});
