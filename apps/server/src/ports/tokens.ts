import type { User } from '@sheetwire/rules/principal';
import type { AuditNote } from './audit.ts';
import type { UserChange } from './users.ts';

/** An add-in token of 10 minutes (spec 9). Secrets are stored as SHA-256 only; times are epoch ms. */
export interface TokenRecord {
  readonly hash: string;
  readonly user: User;
  readonly app: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A bearer: an exchanged credential of one spreadsheet instance, or a long-lived API key. */
export interface BearerRecord {
  readonly id: string;
  readonly hash: string;
  readonly user: User;
  readonly kind: 'credential' | 'apikey';
  /** The key's name, or the add-in's app. */
  readonly name: string;
  /** The token that made the credential; a second exchange ends the first credential. */
  readonly tokenHash: string | null;
  readonly instanceId: string | null;
  /** The add-in's version, e.g. 1.2.0. */
  readonly version: string | null;
  /** Where it was made from. */
  readonly address: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
}

/** Hashes of the credentials that an exchange ended. */
export interface Exchanged {
  /** Made of the same token before: somebody used it twice. */
  readonly reused: readonly string[];
  readonly idle: readonly string[];
}

/** Rows of the audit log about an exchange; the second is written when the token was used before. */
export interface ExchangeNotes {
  readonly exchanged: AuditNote;
  readonly reused: AuditNote;
}

/** Rows of the audit log are written in the transaction of what they tell. */
export interface TokenStore {
  /** With the hash of the session that asks: false when that has ended meanwhile. */
  saveToken(token: TokenRecord, by?: string, note?: AuditNote): Promise<boolean>;
  token(hash: string): Promise<TokenRecord | undefined>;
  /**
   * Saves a credential and, in the same transaction, ends the others of its token and the user's longest idle ones
   * beyond `limits.maxSessions`; undefined when the token is gone or its user is disabled.
   */
  exchange(bearer: BearerRecord, notes?: ExchangeNotes): Promise<Exchanged | undefined>;
  /** As `saveToken`. */
  saveKey(bearer: BearerRecord, by?: string, note?: AuditNote): Promise<boolean>;
  bearer(hash: string): Promise<BearerRecord | undefined>;
  /** Those of many at once. */
  someBearers(hashes: readonly string[]): Promise<readonly BearerRecord[]>;
  /** Hashes and when their bearers were last used, of many in one statement. */
  used(uses: readonly (readonly [string, number])[]): Promise<void>;
  keysOf(user: User): Promise<readonly BearerRecord[]>;
  /** The latest used first, at most `limits.maxSessions`. */
  credentialsOf(user: User): Promise<readonly BearerRecord[]>;
  /** False when the user has no such key. */
  revokeKey(user: User, id: string, note?: AuditNote): Promise<boolean>;
  /** False when it was over already. */
  endCredential(hash: string, note?: AuditNote): Promise<boolean>;
  /** Drops what expired, and credentials not used since. */
  sweep(now: number, usedBefore: number): Promise<number>;
}

/** A single-use key sent by mail, stored as SHA-256. */
export interface EmailKey {
  readonly hash: string;
  readonly user: User;
  readonly purpose: 'set' | 'reset' | 'email';
  /** The new address of a change of email. */
  readonly payload: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

/** What a mailed key goes by: it is written a while after it was asked for. */
export interface KeyGround {
  /** The user's address as it was read: a mail to a former one is for somebody else. */
  readonly email: string;
  /** The session that asked for it: one that ended meanwhile gets nothing that would outlive it. */
  readonly sessionHash?: string;
}

export interface EmailKeyStore {
  /**
   * Saves a key and ends the user's older ones of the same purpose, with its row of the audit log. False, with nothing
   * written, when what its mail goes by holds no more.
   */
  save(key: EmailKey, note?: AuditNote, by?: KeyGround): Promise<boolean>;
  get(hash: string): Promise<EmailKey | undefined>;
  /**
   * Uses the key up and changes its user in the same transaction; the user's other keys end with it. `gone` when it was
   * used, expired or unknown: of two callers one wins. `taken` when another user has the new email by now. A row of the
   * audit log is written with what is done or not at all.
   */
  redeem(hash: string, now: number, change: UserChange, note?: AuditNote): Promise<'done' | 'gone' | 'taken'>;
}

/** A count of failures, and how long one bears on it. */
export interface Counted {
  readonly key: string;
  /** ms. */
  readonly within: number;
}

/** How many failures fill a count, and what is written then. */
export interface FullCount {
  readonly most: number;
  readonly note: AuditNote;
}

/** Failures in one window. */
export interface Failures {
  readonly failures: number;
  /** How long the window lasts still, ms. */
  readonly lasts: number;
}

/**
 * Counters of failed sign-ins; they survive a restart (quality, Security). Time is the store's own: a server whose clock
 * was set counts like the others. A window that began ahead of that time begins now, so that a clock that is set back
 * neither ends it nor makes it last (safety 3).
 */
export interface ThrottleStore {
  /**
   * Adds one failure and answers how many stand in the window that is open now. With the one that fills the count its row
   * of the audit log is written.
   */
  fail(counted: Counted, full?: FullCount): Promise<number>;
  /** What stands of each key in windows that are open now; a key without failures is left out. */
  standing(counts: readonly Counted[]): Promise<ReadonlyMap<string, Failures>>;
  clear(key: string): Promise<void>;
  /** Counts a turn, unless `most` were taken within the time: answers how long to wait, 0 when taken. */
  takeTurn(turn: Turn): Promise<number>;
  /** Drops counts of a past day. */
  sweep(): Promise<number>;
}

/** One of at most so many within a time. */
export interface Turn extends Counted {
  readonly most: number;
}
