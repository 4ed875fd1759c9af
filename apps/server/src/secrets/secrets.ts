import { createCipheriv, createDecipheriv, hash, hkdfSync } from 'node:crypto';
import type { Chance } from '#ports/clock.ts';

const SECRET_BYTES = 32;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** 256 bits that nobody can guess, as text with a prefix that says what it is (safety 3). */
export function newSecret(chance: Chance, prefix = ''): string {
  return prefix + Buffer.from(chance.bytes(SECRET_BYTES)).toString('base64url');
}

/** A short id without a meaning of its own. */
export function newId(chance: Chance): string {
  return Buffer.from(chance.bytes(NONCE_BYTES)).toString('base64url');
}

/** What the store keeps of a secret: SHA-256 is enough for 256 random bits. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** A key for one purpose, derived from other secret bytes. */
export function deriveKey(secret: string | Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'sheetwire', purpose, KEY_BYTES));
}

/** Text that only the holder of the key can read or make. */
export function seal(chance: Chance, key: Uint8Array, text: string): string {
  const nonce = chance.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The sealed text, or undefined when the key is another or the text was changed. */
export function unseal(key: Uint8Array, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
