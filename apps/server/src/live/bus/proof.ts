import { createHmac, timingSafeEqual } from 'node:crypto';

/** Characters of a proof: SHA-256 as base64url. */
const LENGTH = 43;
const PURPOSE = 'sheetwire bus';

/**
 * Proofs that a text is of a server of this portal. What travels on NATS is shown to viewers, so whoever can write to it
 * must not be able to write reports (safety 1).
 */
export class Proof {
  readonly #key: Uint8Array;

  /** Of the key that all servers of a portal share. */
  constructor(secretKey: Uint8Array) {
    this.#key = createHmac('sha256', secretKey).update(PURPOSE).digest();
  }

  sign(text: string): string {
    return this.#of(text) + text;
  }

  /** The text and whether its proof is right; one without a proof is not. */
  read(signed: string): { readonly text: string; readonly isOurs: boolean } {
    if (signed.startsWith('{')) return { text: signed, isOurs: false };
    const text = signed.slice(LENGTH);
    const [given, right] = [Buffer.from(signed.slice(0, LENGTH)), Buffer.from(this.#of(text))];
    return { text, isOurs: given.length === right.length && timingSafeEqual(given, right) };
  }

  #of(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}
