import { limits } from '@sheetwire/contract/limits';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';

interface Told {
  readonly list: readonly string[];
  /** When it was last another one; never for the first. */
  readonly changedAt: number;
  readonly askedAt: number;
}

/**
 * What each login was last told that it administers: an equal number alone proves nothing (safety 3). After a change it
 * is told for a while, so that every tab of the login hears of it. Who has not asked for a while is told anew.
 */
export class AdminedTold {
  readonly #clock: Clock;
  readonly #told = new BoundedMap<string, Told>(limits.maxAdmins);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when the list is to be told to who claims to hold so many. */
  isDue(login: string, admined: readonly string[], claimed: number): boolean {
    const now = steadyTime(this.#clock);
    const known = this.#told.get(login);
    const isSame = known !== undefined && areSame(known.list, admined);
    const told = { list: admined, changedAt: isSame ? known.changedAt : changedAt(known, now), askedAt: now };
    this.#told.set(login, told);
    this.#dropOld(now);
    return claimed !== admined.length || !known || Math.abs(now - told.changedAt) < limits.adminedTold;
  }

  /** A list may be long; those who asked longest ago stand first. */
  #dropOld(now: number): void {
    for (const [login, { askedAt }] of this.#told) {
      if (Math.abs(now - askedAt) < limits.adminedKept) return;
      this.#told.delete(login);
    }
  }
}

function changedAt(known: Told | undefined, now: number): number {
  return known ? now : Number.NEGATIVE_INFINITY;
}

/** The list of one moment is one object, so mostly nothing is compared. */
function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((gropic, n) => gropic === other[n]));
}
