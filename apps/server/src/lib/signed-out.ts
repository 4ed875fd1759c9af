import type { Actor } from './actor.ts';
import { Refusal } from './refusal.ts';

/** What is said of a key or credential that is not, or no longer, good: a program cannot log in. */
const notGood =
  'The key or credential is unknown, expired or was revoked; create a new one on the Account page of the portal';

/** The refusal of a caller whose session or bearer ended; without a caller, of a bearer that nobody has (interfaces 3). */
export function signedOut(caller?: Pick<Actor, 'kind'>): Refusal {
  return new Refusal('not_signed_in', caller?.kind === 'session' ? {} : { message: notGood });
}
