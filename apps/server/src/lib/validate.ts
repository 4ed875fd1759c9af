import type * as z from 'zod/mini';
import { Refusal } from './refusal.ts';
import { faultSentence, givenTwice } from './refused/refused-field.ts';

const maxReasons = 5;

/** The input after its parsers, or 400 with a sentence for each field that is wrong (interfaces 9). */
export function validate<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  return checked(schema, value, (issue) => faultSentence(schema, value, issue));
}

/** The same of a query, where what is to be there once may be there twice. */
export function validateQuery<T extends z.ZodMiniType>(schema: T, query: unknown): z.output<T> {
  return checked(schema, query, (issue) => givenTwice(query, issue) ?? faultSentence(schema, query, issue));
}

function checked<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
  sentence: (issue: z.core.$ZodIssue) => string,
): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reasons = result.error.issues.slice(0, maxReasons).map(sentence);
  throw new Refusal('malformed', { message: [...new Set(reasons)].join('. ') });
}
