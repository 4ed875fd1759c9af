import { NetworkFailure } from '@sheetwire/client/failures';
import { deedText } from '#lib/api.ts';

/** What is told of a deed that failed where it is not to be seen which it was: one in doubt is to be checked, so it is named. */
export function deedWords(deed: string, error: unknown): string {
  return error instanceof NetworkFailure ? `${deed}: ${deedText(error)}` : deedText(error);
}
