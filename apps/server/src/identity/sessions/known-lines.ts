import { limits } from '@sheetwire/contract/limits';
import type { Addressee } from '@sheetwire/rules/addressee';
import type { User } from '@sheetwire/rules/principal';
import type { SessionRecord } from '#ports/sessions.ts';
import type { BearerRecord } from '#ports/tokens.ts';
import type { UserRecord } from '#ports/users.ts';

export type LineKind = 'session' | 'bearer';

/** A session or bearer as the store held it a moment ago. */
export type Line = { readonly user: UserRecord; readonly addressee: Addressee } & (
  | { readonly session: SessionRecord; readonly bearer?: undefined }
  | { readonly bearer: BearerRecord; readonly session?: undefined }
);

export interface KnownLine {
  readonly kind: LineKind;
  readonly line: Promise<Line | undefined>;
  /** By a watch that nobody sets. */
  readonly readAt: number;
  /** Epoch ms of the last call that was written down. */
  seenAt: number;
}

/** What was read of sessions and bearers a moment ago, found by their hash and by their user. */
export class KnownLines {
  readonly #lines = new Map<string, KnownLine>();
  readonly #owners = new Map<string, User>();
  readonly #ofUser = new Map<User, Set<string>>();
  /** Those that are being read: nobody knows whose they are yet. */
  readonly #reading = new Set<string>();

  get size(): number {
    return this.#lines.size;
  }

  /** A bearer is never taken for a session, nor a session for a bearer (interfaces 3). */
  fresh(kind: LineKind, hash: string, now: number): KnownLine | undefined {
    const known = this.#lines.get(hash);
    return known?.kind === kind && Math.abs(now - known.readAt) < limits.identityCache ? known : undefined;
  }

  /** An unknown secret is not kept, so that guesses fill no memory; a failed read is tried again. */
  remember(hash: string, known: KnownLine): KnownLine {
    this.forget(hash);
    this.#lines.set(hash, known);
    this.#reading.add(hash);
    const isStill = () => this.#lines.get(hash) === known;
    const drop = () => (isStill() ? this.forget(hash) : undefined);
    known.line.then((line) => (line && isStill() ? this.#own(hash, line.user.name) : drop()), drop);
    this.#dropOld(known.readAt);
    return known;
  }

  /** Whose a line is, as far as that was read a moment ago. */
  ownerOf(hash: string): User | undefined {
    return this.#owners.get(hash);
  }

  forget(hash: string): void {
    this.#lines.delete(hash);
    this.#reading.delete(hash);
    const owner = this.#owners.get(hash);
    this.#owners.delete(hash);
    const hashes = owner && this.#ofUser.get(owner);
    hashes?.delete(hash);
    if (owner && hashes?.size === 0) this.#ofUser.delete(owner);
  }

  /** What is being read may be this user's, from before the change. */
  forgetUser(user: User): void {
    for (const hash of [...(this.#ofUser.get(user) ?? []), ...this.#reading]) this.forget(hash);
  }

  clear(): void {
    this.#lines.clear();
    this.#owners.clear();
    this.#ofUser.clear();
    this.#reading.clear();
  }

  #own(hash: string, user: User): void {
    this.#reading.delete(hash);
    this.#owners.set(hash, user);
    const hashes = this.#ofUser.get(user);
    if (hashes) hashes.add(hash);
    else this.#ofUser.set(user, new Set([hash]));
  }

  /** What is no longer trusted takes no memory; entries stand in the order in which they were read. */
  #dropOld(now: number): void {
    for (const [hash, { readAt }] of this.#lines) {
      const isOld = Math.abs(now - readAt) >= limits.identityCache;
      if (!isOld && this.#lines.size <= limits.maxKnownCallers) return;
      this.forget(hash);
    }
  }
}
