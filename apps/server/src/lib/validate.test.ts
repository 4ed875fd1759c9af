import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { validate } from './validate.ts';

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
