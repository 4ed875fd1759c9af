import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { validate, validateQuery } from './validate.ts';

const body = z.strictObject({ topic: z.string() });

test('a refusal names the field and what it takes', () => {
  expect(() => validate(body, { topic: 1 })).toThrow(/^topic must be text$/);
});

test('a refusal is short, however many fields are unknown', () => {
  const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field ${n}`, n]));
  const message = (): string => {
    try {
      return JSON.stringify(validate(body, unknown));
    } catch (error) {
      return String(error);
    }
  };
  expect(message()).toContain('field 0');
  expect(message().length).toBeLessThan(1100);
});

test('of a query it is said what is there twice, and which of many values is wrong', () => {
  const query = z.looseObject({
    key: z.string(),
    pages: z.optional(z.union([z.string(), z.array(z.string().check(z.maxLength(3)))])),
  });
  expect(() => validateQuery(query, { key: ['a', 'b'] })).toThrow(/^Give key only once$/);
  expect(() => validateQuery(query, {})).toThrow(/^key is missing/);
  expect(() => validate(query, { key: ['a', 'b'] })).toThrow(/^key must be text$/);
  expect(() => validateQuery(query, { key: 'a', pages: ['one', 'four'] })).toThrow(
    /^pages\[1\] must be text of up to 3 characters$/,
  );
});
