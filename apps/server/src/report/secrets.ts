import { createHmac, timingSafeEqual } from 'node:crypto';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';

/** View and publish secrets are kept as keyed hashes bound to their topic and purpose. */
export interface SecretHasher {
  hash(topic: Topic, purpose: 'view' | 'publish', secret: string): string;
}

/** A hasher under the server's own key. */
export function secretHasher(key: Uint8Array): SecretHasher {
  return {
    hash: (topic, purpose, secret) =>
      createHmac('sha256', key).update(`${purpose}\n${topic}\n${secret}`).digest('base64url'),
  };
}

/** True when no secret is set or the given one matches; takes the same time whatever differs. */
export function proves(
  hasher: SecretHasher,
  topic: Topic,
  claim: { readonly purpose: 'view' | 'publish'; readonly kept: string | null; readonly given: string | undefined },
): boolean {
  if (claim.kept === null) return true;
  if (claim.given === undefined) return false;
  const { hash, madeFor } = keptSecret(claim.kept, topic);
  const given = Buffer.from(hasher.hash(madeFor, claim.purpose, claim.given));
  const kept = Buffer.from(hash);
  return given.length === kept.length && timingSafeEqual(given, kept);
}

/** Of a report that was renamed since, the name that its secret was hashed with stands beside the hash. */
function keptSecret(kept: string, topic: Topic): { readonly hash: string; readonly madeFor: Topic } {
  const space = kept.indexOf(' ');
  if (space < 0) return { hash: kept, madeFor: topic };
  return { hash: kept.slice(0, space), madeFor: branded<'Topic'>(kept.slice(space + 1)) };
}
