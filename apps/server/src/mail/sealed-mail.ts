import { shortText, user } from '@sheetwire/contract/shapes';
import * as z from 'zod/mini';
import type { Chance } from '#ports/clock.ts';
import type { Mail } from '#ports/mail/mailer.ts';
import { deriveKey, seal, unseal } from '#secrets/secrets.ts';

const purpose = 'waiting mail';

const mail = z.object({ user, to: shortText, subject: z.string(), text: z.string(), until: z.optional(z.number()) });

/** A mail holds an emailed key: the store keeps it so that only this server's key opens it. */
export function sealMail(chance: Chance, secretKey: Uint8Array, given: Mail): string {
  return seal(chance, deriveKey(secretKey, purpose), JSON.stringify(given));
}

/** The mail, or undefined when it was sealed under another key. */
export function unsealMail(secretKey: Uint8Array, sealed: string): Mail | undefined {
  const text = unseal(deriveKey(secretKey, purpose), sealed);
  if (text === undefined) return undefined;
  const { until, ...read } = mail.parse(JSON.parse(text));
  return until === undefined ? read : { ...read, until };
}
