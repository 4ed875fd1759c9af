import type * as z from 'zod/mini';
import { Refusal } from './refusal.ts';
import { faultSentence } from './refused/refused-field.ts';

const maxReasons = 5;

/** The input after its parsers, or 400 with a sentence for each field that is wrong (interfaces 9). */
export function validate<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reasons = result.error.issues.slice(0, maxReasons).map((issue) => faultSentence(schema, value, issue));
  throw new Refusal('malformed', { message: [...new Set(reasons)].join('. ') });
}
