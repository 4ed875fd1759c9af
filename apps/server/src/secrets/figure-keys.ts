import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import type { FigureSeals, SealState } from '#ports/past/figure-seals.ts';
import { deriveKey } from './secrets.ts';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const ID_LETTERS = 12;

/** What an outsider needs to check what the server says of a version. */
export interface SignedWords {
  /** Which key it is. */
  readonly key: string;
  /** The public key, SPKI in base64. */
  readonly publicKey: string;
  /** Ed25519 over the words in UTF-8, in base64. */
  readonly signature: string;
}

interface FigureKey {
  readonly id: string;
  readonly sealing: Uint8Array;
  readonly signing: KeyObject;
  readonly publicKey: string;
}

/**
 * The keys that versions are sealed and vouched for with, made of the server's own key: servers of one database have the
 * same, and a backup needs no other. Old ones only check what was sealed before the key was changed (decision 67).
 */
export class FigureKeys implements FigureSeals {
  readonly #key: FigureKey;
  readonly #known: ReadonlyMap<string, FigureKey>;

  constructor(secretKey: Uint8Array, old: readonly Uint8Array[] = []) {
    this.#key = keyOf(secretKey);
    this.#known = new Map([...old.map(keyOf), this.#key].map((key) => [key.id, key]));
  }

  seal(text: string): string {
    return `${this.#key.id}.${macOf(this.#key, text).toString('base64url')}`;
  }

  check(text: string, seal: string): SealState {
    const [id = '', mac = ''] = seal.split('.');
    const key = this.#known.get(id);
    if (!key) return 'other key';
    const given = Buffer.from(mac, 'base64url');
    const due = macOf(key, text);
    return given.length === due.length && timingSafeEqual(given, due) ? 'good' : 'broken';
  }

  /** Always the same of the same words, so that it is made when somebody asks. */
  sign(words: string): SignedWords {
    const { id, publicKey, signing } = this.#key;
    return { key: id, publicKey, signature: sign(null, Buffer.from(words), signing).toString('base64') };
  }
}

function keyOf(secretKey: Uint8Array): FigureKey {
  const seed = deriveKey(secretKey, 'figures, signature');
  const signing = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(signing).export({ format: 'der', type: 'spki' });
  return {
    id: hash('sha256', spki, 'base64url').slice(0, ID_LETTERS),
    sealing: deriveKey(secretKey, 'figures, seal'),
    signing,
    publicKey: spki.toString('base64'),
  };
}

function macOf({ sealing }: FigureKey, text: string): Buffer {
  return createHmac('sha256', sealing).update(text).digest();
}
