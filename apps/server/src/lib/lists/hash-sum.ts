import { createHash } from 'node:crypto';

/** Words of 32 bits that are added up. */
const WORDS = 4;
const ID_LENGTH = 22;

/**
 * Names a set of texts by the sum of their hashes: one that comes or goes costs one hash, and the order in which they
 * came makes no difference, so that equal sets have one id on every node.
 */
export class HashSum {
  readonly #words: Uint32Array;
  #count: number;

  constructor(from?: HashSum) {
    this.#words = from === undefined ? new Uint32Array(WORDS) : from.#words.slice();
    this.#count = from === undefined ? 0 : from.#count;
  }

  /** The text is in the set from now on. */
  put(text: string): void {
    this.#add(text, 1);
  }

  /** The text, which is in the set, is in it no more. */
  take(text: string): void {
    this.#add(text, -1);
  }

  get id(): string {
    const text = `${this.#count} ${this.#words.join()}`;
    return createHash('sha256').update(text).digest('base64url').slice(0, ID_LENGTH);
  }

  #add(text: string, sign: 1 | -1): void {
    const hash = createHash('sha256').update(text).digest();
    for (let n = 0; n < WORDS; n++) this.#words[n] = (this.#words[n] ?? 0) + sign * hash.readUInt32LE(4 * n);
    this.#count += sign;
  }
}
