import * as z from 'zod/mini';
import { Refusal } from './refusal.ts';

const english = z.locales.en();
const maxReasons = 5;
/** Characters of one reason: a body may hold a million unknown fields, and their names. */
const longestReason = 200;

/** The input after its parsers, or 400 with the path and reason of each fault (interfaces 9). */
export function validate<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { error: english.localeError });
  if (result.success) return result.data;
  const reasons = result.error.issues.slice(0, maxReasons).map((issue) => {
    const path = issue.path.join('.');
    return cut(path === '' ? issue.message : `${path}: ${issue.message}`);
  });
  throw new Refusal('malformed', { message: reasons.join('; ') });
}

function cut(reason: string): string {
  return reason.length <= longestReason ? reason : `${reason.slice(0, longestReason)}…`;
}
