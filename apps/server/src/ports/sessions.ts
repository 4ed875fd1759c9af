import type { User } from '@sheetwire/rules/principal';
import type { AuditNote } from './audit.ts';

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

/** What must still hold of the account when a session of it is opened. */
export interface SessionProof {
  /** The hash that the password was checked against; left out when no password was asked for. */
  readonly passwordHash?: string;
}

/** What ends with a user: a disabled or removed one loses the API keys too. */
export type UserEnd = 'everything' | 'sessions';

export interface SessionStore {
  /**
   * Opens a session and ends the user's longest idle ones beyond `limits.maxSessions`; answers their hashes. With a
   * proof that no longer holds, or a stored login that is gone, it opens none and answers undefined. The row of the audit
   * log is written with it or not at all, here and below.
   */
  open(session: SessionRecord, proof?: SessionProof, note?: AuditNote): Promise<readonly string[] | undefined>;
  get(idHash: string): Promise<SessionRecord | undefined>;
  /** Those of many at once. */
  some(idHashes: readonly string[]): Promise<readonly SessionRecord[]>;
  /** Hashes and when their sessions were last seen, of many in one statement; none goes back in time. */
  touch(seen: readonly (readonly [string, number])[]): Promise<void>;
  /** Answers whose session it was; undefined when it was over already. */
  end(idHash: string, note?: AuditNote): Promise<User | undefined>;
  /** Ends a stored login and the sessions it opened; answers the sessions' hashes. */
  endFamily(user: User, family: string, note?: AuditNote): Promise<readonly string[]>;
  /**
   * Ends sessions, stored logins, mailed links, add-in tokens and credentials at once; API keys only with everything.
   */
  endUser(user: User, what: UserEnd, note?: AuditNote): Promise<void>;
  /** The latest seen first, then the latest opened, at most `limits.maxSessions`. */
  listOf(user: User): Promise<readonly SessionRecord[]>;
  /** True when a session or credential of the user was called by its client since then. */
  isInUse(user: User, since: number): Promise<boolean>;
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
  /** Ends the user's longest unused ones beyond `limits.maxSessions`. */
  save(info: StoredInfo): Promise<void>;
  /** Replaces the row only if its current hash is still `expectedHash`; false when another tab was first. */
  rotate(info: StoredInfo, expectedHash: string): Promise<boolean>;
  byFamily(family: string): Promise<StoredInfo | undefined>;
  endFamily(family: string): Promise<void>;
  /** Drops those not used since, or made before. */
  sweep(usedBefore: number, createdBefore: number): Promise<number>;
}
