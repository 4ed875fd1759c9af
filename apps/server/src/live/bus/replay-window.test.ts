import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReplayWindow } from './replay-window.ts';

test('in whatever order payloads come, none is new twice, and none of the last is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 300 }), (counts) => {
      const window = new ReplayWindow();
      const came = new Set<number>();
      for (const count of counts) {
        const isRecent = count > window.last - 64;
        expect(window.isNew(count)).toBe(isRecent && !came.has(count));
        came.add(count);
      }
    }),
  );
});

test('what is no count is never new', () => {
  const window = new ReplayWindow();
  expect([0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1].map((count) => window.isNew(count))).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect([Number.MAX_SAFE_INTEGER, 1].map((count) => window.isNew(count))).toEqual([true, false]);
});
