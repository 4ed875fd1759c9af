import { limits } from '@sheetwire/contract/limits';
import { entityOf, type Gropic } from '@sheetwire/rules/gropic';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { sorting } from '#lib/lists/sorted.ts';
import { WorkLine } from '#lib/lists/work-line.ts';
import type { Administrator } from '#policies/administering.ts';
import type { Rights } from '#policies/rights.ts';

/** What a user may publish or administers: live reports, and where new ones may go, both in order. */
export interface Publishable {
  readonly topics: readonly Topic[];
  readonly places: readonly string[];
}

interface Kept extends Publishable {
  readonly stamp: number;
  readonly catalogue: number;
  readonly blockAdminPage: boolean;
}

export interface PublishableDeps {
  readonly rights: () => Pick<Rights, 'stamp' | 'unadministered'>;
  /** From the index of who may do what; in any order and in steps. */
  readonly ownedBy: (who: Owner) => Generator<void, Owned>;
}

/** Live topics that a user may publish or administers, and the gropics that name the user as publisher. */
interface Owned {
  readonly topics: readonly Topic[];
  readonly published: ReadonlySet<Gropic>;
}

type Owner = Pick<Administrator, 'user' | 'blockAdminPage'>;

/** Lists that are worked out or looked through, or wait for it, and those of one user. */
const MAX_WAITING = 1000;
const MAX_OF_ONE = 20;

/** What a user's reports are being worked out by. */
interface Finding extends Pick<Kept, 'stamp' | 'catalogue' | 'blockAdminPage'> {
  readonly found: Promise<Publishable>;
}

interface Bounds {
  readonly lists: number;
  readonly listed: number;
}

/**
 * Each user's reports to publish, worked out again only once rights changed or a report came or went, and once for all who
 * ask meanwhile.
 */
export class PublishableTopics {
  readonly #deps: PublishableDeps;
  readonly #bounds: Bounds;
  /** The list that was worked out longest ago first. */
  readonly #kept = new Map<User, Kept>();
  readonly #underWay = new Map<User, Finding>();
  readonly #line = new WorkLine(MAX_WAITING, MAX_OF_ONE);
  #catalogue = 0;
  /** Names in all lists. */
  #held = 0;

  constructor(deps: PublishableDeps, bounds: Bounds = limits.publishing) {
    this.#deps = deps;
    this.#bounds = bounds;
  }

  /** Call when a report came or went. */
  changed(): void {
    this.#catalogue++;
  }

  /** With the reports that name the user as an admin, unless that is blocked. Refused with 503 when very many wait. */
  async of({ user, blockAdminPage }: Owner): Promise<Publishable> {
    const now = { stamp: this.#deps.rights().stamp, catalogue: this.#catalogue, blockAdminPage };
    const known = this.#kept.get(user);
    if (known && isOf(known, now)) return known;
    const underWay = this.#underWay.get(user);
    if (underWay && isOf(underWay, now)) return underWay.found;
    const found = this.#line.run(finding(this.#deps, { user, blockAdminPage }), user);
    const asked = { ...now, found };
    this.#underWay.set(user, asked);
    try {
      const list = await found;
      this.#keep(user, { ...list, ...now });
      return list;
    } finally {
      if (this.#underWay.get(user) === asked) this.#underWay.delete(user);
    }
  }

  /** Looks through a list of a user's, in the line of those who have theirs worked out. */
  looking<Result>(user: User, work: Generator<unknown, Result>): Promise<Result> {
    return this.#line.run(work, user);
  }

  /** A list that is longer than all may be is worked out each time. */
  #keep(user: User, kept: Kept): void {
    this.#drop(user);
    this.#kept.set(user, kept);
    this.#held += sizeOf(kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#bounds.lists && this.#held <= this.#bounds.listed) return;
      this.#drop(oldest);
    }
  }

  #drop(user: User): void {
    const kept = this.#kept.get(user);
    if (!kept) return;
    this.#kept.delete(user);
    this.#held -= sizeOf(kept);
  }
}

function isOf(one: Pick<Kept, 'stamp' | 'catalogue' | 'blockAdminPage'>, now: typeof one): boolean {
  return one.stamp === now.stamp && one.catalogue === now.catalogue && one.blockAdminPage === now.blockAdminPage;
}

function sizeOf({ topics, places }: Publishable): number {
  return topics.length + places.length;
}

/** What is the user's own is found in steps; a report that comes or goes meanwhile is met the next time. */
function* finding({ rights, ownedBy }: PublishableDeps, who: Owner): Generator<void, Publishable> {
  const own = rights().unadministered === 'entity' ? [entityOf(who.user)] : [];
  const { topics, published } = yield* ownedBy(who);
  const places = [...own, ...(yield* sorting([...published]))];
  return { topics: yield* sorting(topics), places: places.slice(0, limits.publishing.places) };
}
