import type { User } from '@sheetwire/rules/principal';

export type SignInMethod = 'password' | 'info' | 'oidc' | 'kerberos' | 'proxy';

/** A browser's session; the id is stored as SHA-256 only. Times are epoch ms. */
export interface SessionRecord {
  readonly idHash: string;
  readonly user: User;
  readonly method: SignInMethod;
  /** The stored login info family that opened it, if any. */
  readonly family: string | null;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly address: string;
  readonly agent: string;
}

export interface SessionStore {
  open(session: SessionRecord): Promise<void>;
  get(idHash: string): Promise<SessionRecord | undefined>;
  touch(idHash: string, seenAt: number): Promise<void>;
  end(idHash: string): Promise<void>;
  /** Ends every session of a user but one; answers the ended ids' hashes. */
  endAll(user: User, exceptHash?: string): Promise<readonly string[]>;
  listOf(user: User): Promise<readonly SessionRecord[]>;
  /** Drops sessions not seen since, or created before. */
  sweep(seenBefore: number, createdBefore: number): Promise<number>;
}

/** Stored login info: one row a family; it rotates at each use and dies when an old one is replayed (safety 3). */
export interface StoredInfo {
  readonly family: string;
  readonly user: User;
  readonly currentHash: string;
  readonly previousHash: string | null;
  /** The successor, encrypted under the presented one, for two tabs within the grace. */
  readonly sealedSuccessor: string | null;
  readonly rotatedAt: number;
  readonly createdAt: number;
}

export interface StoredInfoStore {
  save(info: StoredInfo): Promise<void>;
  /** Replaces the row only if its current hash is still `expectedHash`; false when another tab was first. */
  rotate(info: StoredInfo, expectedHash: string): Promise<boolean>;
  byFamily(family: string): Promise<StoredInfo | undefined>;
  endFamily(family: string): Promise<void>;
  endAll(user: User): Promise<void>;
}
