import type { User } from '@sheetwire/rules/principal';
import type { AuditNote } from './audit.ts';

/** The account that a provider's subject is; issuer and subject together are the identity (ASVS 6.8.1). */
export interface IdentityLink {
  readonly issuer: string;
  readonly subject: string;
  readonly user: User;
  /** Epoch ms. */
  readonly createdAt: number;
}

export interface IdentityLinkStore {
  get(issuer: string, subject: string): Promise<IdentityLink | undefined>;
  /** The links that a user has. */
  of(user: User): Promise<readonly IdentityLink[]>;
  /**
   * False when the subject is linked already, or the user is linked to another subject of that issuer; the row of the
   * audit log is written with the link or not at all.
   */
  add(link: IdentityLink, note?: AuditNote): Promise<boolean>;
}

/** What the provider said of a session of ours. */
export interface SsoSession {
  readonly idHash: string;
  readonly issuer: string;
  readonly subject: string;
  /** The provider's own session, for its back-channel logout. */
  readonly sid: string | null;
  /** The id token, sealed under the server's key: a hint for the provider's logout. */
  readonly sealedToken: string;
  readonly createdAt: number;
}

export interface SsoSessionStore {
  save(session: SsoSession): Promise<void>;
  get(idHash: string): Promise<SsoSession | undefined>;
  /** The sessions that a back-channel logout names: by the provider's session, or all of a subject. */
  named(by: {
    readonly issuer: string;
    readonly subject?: string;
    readonly sid?: string;
  }): Promise<readonly SsoSession[]>;
  /** Drops what was said before then of sessions that are gone. */
  sweep(createdBefore: number): Promise<number>;
}

/** Records that may be used once: sign-in transactions, logout tickets, ids of logout tokens that were seen. */
export interface OneTimeStore {
  /** False when the hash is there already. */
  save(record: OneTimeRecord): Promise<boolean>;
  /** The payload, and the record is gone: of two callers one wins; undefined when unknown, expired or of another purpose. */
  take(by: { readonly hash: string; readonly purpose: string; readonly now: number }): Promise<string | undefined>;
  /** Drops what has expired. */
  sweep(now: number): Promise<number>;
}

export interface OneTimeRecord {
  /** SHA-256 of what the client holds. */
  readonly hash: string;
  readonly purpose: string;
  readonly payload: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}
