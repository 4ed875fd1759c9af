import { limits } from '@sheetwire/contract/limits';
import type { Entity } from '@sheetwire/rules/name';
import { shortName, type User } from '@sheetwire/rules/principal';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import { userOf } from './graph.ts';
import type { FoundPerson } from './ldap/dialect.ts';
import { DirectoryFault } from './ldap/fault.ts';
import type { LdapSource } from './ldap/ldap-source.ts';

export interface LiveCheckDeps {
  readonly source: Pick<LdapSource, 'lookUp'>;
  readonly entity: Entity;
  readonly clock: Clock;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** One person as the directory shows them now; `unreachable` when it was not asked or did not answer. */
export type Seen = FoundPerson | 'absent' | 'unreachable';

const { live } = limits.directory;

/** Looks people up at the moment of their sign-in: a few at once, none for long, and none for a while after a failure. */
export class LiveCheck {
  readonly #deps: LiveCheckDeps;
  readonly #underWay = new Map<User, Promise<Seen>>();
  readonly #queue: (() => void)[] = [];
  #busy = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: LiveCheckDeps) {
    this.#deps = deps;
  }

  /** Sign-ins of one person at once share one look. */
  see(user: User): Promise<Seen> {
    const known = this.#underWay.get(user);
    if (known) return known;
    if (this.#isPaused() || this.#queue.length >= live.waiting) return Promise.resolve('unreachable');
    const seen = this.#inTurn(user).finally(() => this.#underWay.delete(user));
    this.#underWay.set(user, seen);
    return seen;
  }

  async #inTurn(user: User): Promise<Seen> {
    if (this.#busy >= live.atOnce) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#busy++;
    try {
      // The one before may have found the directory down.
      return this.#isPaused() ? 'unreachable' : await this.#ask(user);
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#busy--;
    }
  }

  async #ask(user: User): Promise<Seen> {
    const { source, entity, clock, stopping } = this.#deps;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(live.wait)]);
    try {
      const people = await source.lookUp([shortName(user)], signal);
      const theirs = people.filter((person) => userOf(entity, person.name) === user);
      const [only] = theirs;
      return only !== undefined && theirs.length === 1 ? only : 'absent';
    } catch (error) {
      if (!(error instanceof DirectoryFault)) throw error;
      this.#pausedUntil = steadyTime(clock) + live.pause;
      return 'unreachable';
    }
  }

  #isPaused(): boolean {
    return steadyTime(this.#deps.clock) < this.#pausedUntil;
  }
}
