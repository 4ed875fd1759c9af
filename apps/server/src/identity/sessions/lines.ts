import { limits } from '@sheetwire/contract/limits';
import { parseUser, type User } from '@sheetwire/rules/principal';
import { isPast } from '#identity/span.ts';
import type { Actor } from '#lib/actor.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { AuditNote } from '#ports/audit.ts';
import type { Bus, BusMessage } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { UserEnd } from '#ports/sessions.ts';
import type { Stores } from '#ports/stores.ts';
import type { UserRecord } from '#ports/users.ts';
import { hashSecret } from '#secrets/secrets.ts';
import { type KnownLine, KnownLines, type Line, type LineKind } from './known-lines.ts';
import { LineReader } from './line-reader.ts';
import type { Seats } from './seats.ts';
import { Upkeep } from './upkeep.ts';

/** What ended: one session or bearer, or those of a user; API keys go with everything only. */
export type Ended = { readonly lineHash: string } | { readonly user: User; readonly what: UserEnd };

/** Who goes on with another session, and the row of the audit log that is written with the end. */
export interface LineEnd {
  /** Whose it is; what was read a moment ago says it where the caller does not. */
  readonly of?: User | undefined;
  readonly stays?: User | undefined;
  readonly note?: AuditNote | undefined;
}

export interface LinesDeps {
  readonly stores: Pick<Stores, 'sessions' | 'tokens' | 'users' | 'storedInfo'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly seats: Seats;
  readonly isSuperAdmin: (user: User) => boolean;
  readonly onFault: (error: unknown) => void;
}

/** Sessions and bearers: who calls, by an id or secret; an ended one is refused at once (safety 3; quality, Security). */
export class Lines {
  readonly #deps: LinesDeps;
  readonly #cache = new KnownLines();
  readonly #reader: LineReader;
  readonly #upkeep: Upkeep;
  readonly #listeners: ((ended: Ended) => void)[] = [];
  readonly #userListeners: ((user: User) => void)[] = [];
  /** What is told once more, by user. */
  readonly #again = new Map<User, NodeJS.Timeout>();
  #isSettled = false;

  constructor(deps: LinesDeps) {
    this.#deps = deps;
    this.#reader = new LineReader(deps.stores);
    this.#upkeep = new Upkeep(deps.stores, deps.onFault);
    deps.bus.onMessage((message) => {
      if (message.kind === 'session') this.#forget({ lineHash: message.idHash });
      if (message.kind === 'user' || message.kind === 'ended') this.#hear(message);
    });
    deps.bus.onGap(() => this.forgetAll());
  }

  /** What was read is believed no more: who calls is looked up again. */
  forgetAll(): void {
    this.#cache.clear();
  }

  /** Told of every session and bearer that ends, here or on another node: open streams of it must end too. */
  onEnded(listener: (ended: Ended) => void): void {
    this.#listeners.push(listener);
  }

  /** Told whenever the record of a user changed, here or on another node. */
  onUserChanged(listener: (user: User) => void): void {
    this.#userListeners.push(listener);
  }

  /** Resolves once every last call is written down. */
  async settle(): Promise<void> {
    this.#isSettled = true;
    for (const again of this.#again.values()) clearTimeout(again);
    this.#again.clear();
    await this.#upkeep.settle();
  }

  /** Epoch ms of the last call of a line, the later of what the store says and what it is not told of yet. */
  lastCall(kind: LineKind, hash: string, stored: number | null): number | null {
    return Math.max(this.#upkeep.lastCall(kind, hash), stored ?? 0) || null;
  }

  async session(id: string): Promise<Actor | undefined> {
    return this.#actor('session', hashSecret(id));
  }

  async bearer(secret: string): Promise<Actor | undefined> {
    return this.#actor('bearer', hashSecret(secret));
  }

  /** The caller of an open stream as it stands now; undefined once the session or bearer ended. */
  async again({ kind, lineHash }: Pick<Actor, 'kind' | 'lineHash'>): Promise<Actor | undefined> {
    return this.#actor(kind === 'session' ? 'session' : 'bearer', lineHash);
  }

  /** The record that a caller was identified by a moment ago: it costs a call that is made all the time no read. */
  async recordOf({ kind, lineHash }: Pick<Actor, 'kind' | 'lineHash'>): Promise<UserRecord | undefined> {
    const cached = this.#line(kind === 'session' ? 'session' : 'bearer', lineHash);
    return (await cached.line)?.user;
  }

  /** Ends one session; its user's seat is free then, unless `stays` is that user or another device is in use. */
  async endSession(idHash: string, { stays, note, of = this.#cache.ownerOf(idHash) }: LineEnd = {}): Promise<void> {
    const user = await this.#ending(of, this.#deps.stores.sessions.end(idHash, note));
    this.#tell({ lineHash: idHash });
    if (user !== undefined && user !== stays) await this.#freeSeat(user);
  }

  /** For sessions and bearers whose rows the store has removed already. */
  endedLines(hashes: readonly string[]): void {
    for (const lineHash of hashes) this.#tell({ lineHash });
  }

  /** Ends a stored login and the sessions that it opened. */
  async endFamily(user: User, family: string, { stays, note }: LineEnd = {}): Promise<void> {
    const ended = await this.#ending(user, this.#deps.stores.sessions.endFamily(user, family, note));
    this.endedLines(ended);
    if (ended.length > 0 && user !== stays) await this.#freeSeat(user);
  }

  /** What ends with a changed password (`sessions`), and with the user (`everything`): docs/operate/sessions. */
  async endUser(user: User, what: UserEnd, note?: AuditNote): Promise<void> {
    await this.#ending(user, this.#deps.stores.sessions.endUser(user, what, note));
    this.#tell({ user, what });
    await this.#deps.seats.release(user);
  }

  /** An end whose answer was lost may be kept: the user's lines and open streams are looked up again on every server. */
  async #ending<T>(user: User | undefined, write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      if (user !== undefined) this.#doubtful(user);
      throw error;
    }
  }

  /** At once, and when what was under way has landed or never will. */
  #doubtful(user: User): void {
    this.changedUser(user);
    if (this.#isSettled || this.#again.has(user)) return;
    const again = () => {
      this.#again.delete(user);
      this.changedUser(user);
    };
    this.#again.set(user, setTimeout(again, limits.endInDoubt).unref());
  }

  /** As told by the store, since nobody else did. */
  missedUser(user: User): void {
    this.#forgetRecord(user);
  }

  /** A user's record changed: nothing that was read of it holds any more. */
  changedUser(user: User): void {
    this.#forgetRecord(user);
    this.#deps.bus.send({ kind: 'user', user });
  }

  /** Another node changed or ended a user. */
  #hear(message: Extract<BusMessage, { readonly kind: 'user' | 'ended' }>): void {
    const user = parseUser(message.user);
    if (user === undefined) return;
    if (message.kind === 'ended') this.#forget({ user, what: message.what === 'sessions' ? 'sessions' : 'everything' });
    else this.#forgetRecord(user);
  }

  #forgetRecord(user: User): void {
    this.#cache.forgetUser(user);
    for (const listener of this.#userListeners) listener(user);
  }

  /** A second device that is in use keeps the seat. */
  async #freeSeat(user: User): Promise<void> {
    if (this.#deps.seats.total === 0) return;
    const since = this.#deps.clock.now() - 2 * limits.seenEvery;
    if (!(await this.#deps.stores.sessions.isInUse(user, since))) await this.#deps.seats.release(user);
  }

  async #actor(kind: LineKind, hash: string): Promise<Actor | undefined> {
    const now = this.#deps.clock.now();
    const cached = this.#line(kind, hash);
    const line = await cached.line;
    if (line === undefined) return undefined;
    if (this.#isOver(line, this.#upkeep.lastCall(kind, hash), now)) {
      this.#cache.forget(hash);
      return undefined;
    }
    this.#noteSeen(hash, cached, line, now);
    const hasLicense = this.#takeSeat(hash, line);
    return this.#asActor(hash, line, typeof hasLicense === 'boolean' ? hasLicense : await hasLicense);
  }

  #line(kind: LineKind, hash: string): KnownLine {
    const now = steadyTime(this.#deps.clock);
    const fresh = this.#cache.fresh(kind, hash, now);
    return fresh ?? this.#cache.remember(hash, { kind, line: this.#reader.read(kind, hash), readAt: now, seenAt: 0 });
  }

  #isOver({ session, bearer, user }: Line, lastCall: number, now: number): boolean {
    if (user.disabledAt !== null) return true;
    const { sessionIdle, sessionLife } = limits;
    if (session)
      return (
        isPast(Math.max(session.seenAt, lastCall), sessionIdle, now) || isPast(session.createdAt, sessionLife, now)
      );
    if (bearer.expiresAt !== null && now >= bearer.expiresAt) return true;
    return (
      bearer.kind === 'credential' &&
      isPast(Math.max(bearer.lastUsedAt ?? bearer.createdAt, lastCall), sessionIdle, now)
    );
  }

  /** The idle time counts from the last call, which is noted at most once a minute. */
  #noteSeen(hash: string, cached: KnownLine, { session, bearer }: Line, now: number): void {
    const { kind } = cached;
    const stored = session?.seenAt ?? bearer?.lastUsedAt ?? 0;
    const noted = Math.max(cached.seenAt, stored, this.#upkeep.lastCall(kind, hash));
    if (Math.abs(now - noted) < limits.seenEvery) return;
    cached.seenAt = now;
    this.#upkeep.note(kind, hash, now);
  }

  /** Super admins and API keys need none. */
  #takeSeat(hash: string, { user, session, bearer }: Line): boolean | Promise<boolean> {
    if (bearer?.kind === 'apikey' || this.#deps.isSuperAdmin(user.name)) return true;
    return this.#deps.seats.take(user.name, { kind: session ? 'session' : 'bearer', hash });
  }

  #asActor(lineHash: string, { user, addressee, session, bearer }: Line, hasLicense: boolean): Actor {
    return {
      user: user.name,
      addressee,
      kind: bearer?.kind ?? 'session',
      method: session?.method ?? null,
      isSuperAdmin: this.#deps.isSuperAdmin(user.name),
      blockAdminPage: user.blockAdminPage,
      deepLog: user.deepLog,
      hasLicense,
      addinVersion: bearer?.version ?? null,
      bearerId: bearer?.id ?? null,
      sessionHash: session ? lineHash : null,
      lineHash,
    };
  }

  #tell(ended: Ended): void {
    this.#forget(ended);
    this.#deps.bus.send('user' in ended ? { kind: 'ended', ...ended } : { kind: 'session', idHash: ended.lineHash });
  }

  #forget(ended: Ended): void {
    if ('lineHash' in ended) this.#cache.forget(ended.lineHash);
    else this.#cache.forgetUser(ended.user);
    for (const listener of this.#listeners) listener(ended);
  }
}
