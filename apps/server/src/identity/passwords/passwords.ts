import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limits } from '@sheetwire/contract/limits';
import { FairLine } from '#identity/fair-line.ts';
import type { Chance } from '#ports/clock.ts';

const argon2Async = promisify(argon2);

/** What a password hash takes; memory in KiB. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** A PHC string, taken apart. */
interface Hashed extends PasswordCost {
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** What the product asks for; no setting lowers it. */
export const productCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Password hashes: argon2id as PHC strings, two at once, each as slow for an unknown user as for a known one. */
export class Passwords {
  readonly #chance: Chance;
  readonly #line = new FairLine({ width: 2, waiting: limits.maxWaitingHashes });
  readonly #cost: PasswordCost;
  readonly #nobody: Hashed;

  constructor(chance: Chance, cost = productCost) {
    this.#chance = chance;
    this.#cost = cost;
    this.#nobody = { ...cost, salt: Buffer.from(chance.bytes(SALT_BYTES)), tag: Buffer.alloc(TAG_BYTES) };
  }

  /** The PHC string to store, made in the turn of who asks: a network, or nobody in particular. */
  async hash(password: string, owner = ''): Promise<string> {
    const salt = Buffer.from(this.#chance.bytes(SALT_BYTES));
    const tag = await this.#tag(password, { ...this.#cost, salt, tag: Buffer.alloc(TAG_BYTES) }, owner);
    const { memory, passes, parallelism } = this.#cost;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
  }

  /**
   * True when the password is the hashed one; without a hash the same work is done for nothing. The networks that ask are
   * served in turn, and one that asks for much is refused before others are.
   */
  async verify(password: string, stored: string | null, owner = ''): Promise<boolean> {
    const hashed = stored === null ? undefined : parsePhc(stored);
    const given = password.slice(0, limits.maxPassword);
    const isExact = given === password && password.isWellFormed();
    const tag = await this.#tag(given, hashed ?? this.#nobody, owner);
    return hashed !== undefined && isExact && tag.length === hashed.tag.length && timingSafeEqual(tag, hashed.tag);
  }

  /** True when a stored hash was made at another cost than today's. */
  isOutdated(stored: string): boolean {
    const hashed = parsePhc(stored);
    const { memory, passes, parallelism } = this.#cost;
    return hashed?.memory !== memory || hashed.passes !== passes || hashed.parallelism !== parallelism;
  }

  #tag(password: string, { salt, tag, ...by }: Hashed, owner: string): Promise<Buffer> {
    const parameters = { message: Buffer.from(password), nonce: salt, tagLength: tag.length, ...by };
    return this.#line.run(owner, () => argon2Async('argon2id', parameters));
  }
}

function parsePhc(phc: string): Hashed | undefined {
  const match = PHC.exec(phc);
  if (!match) return undefined;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
