import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundingOf } from './figures.ts';

test('rounding takes half of the last decimal that is shown, in any text', () => {
  expect(['12.50', '12,5', '12', '1.234,5', '.', '5.x9'].map((text) => roundingOf(text, '.'))).toEqual([
    0.005, 0.5, 0.5, 0.0005, 0.5, 0.5,
  ]);
  const text = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,- %x\u0663€')) });
  fc.assert(
    fc.property(text, fc.constantFrom('.', ','), (shown, mark) => {
      const decimals = new RegExp(`\\${mark}(\\d*)`).exec(shown)?.[1] ?? '';
      expect(roundingOf(shown, mark)).toBe(10 ** -decimals.length / 2);
    }),
  );
});
