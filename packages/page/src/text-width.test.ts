import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin, textDigits } from './text-width.ts';

test('a text is within as many digits as it is measured, and within no fewer', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(text, fc.double({ min: 0, max: 80, noNaN: true }), (letters, digits) => {
      expect(isWithin(letters, digits)).toBe(textDigits(letters) <= digits);
      expect(isWithin(letters, textDigits(letters))).toBe(true);
    }),
  );
});

test('no letter is wider than two digits: a short text is within without being measured', () => {
  const widest = Math.max(...Array.from({ length: 0x1_00_00 }, (_, code) => textDigits(String.fromCharCode(code))));
  expect(widest).toBe(2);
});
