import { limits } from '@sheetwire/contract/limits';
import { entityOf, type Gropic } from '@sheetwire/rules/gropic';
import type { User } from '@sheetwire/rules/principal';
import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import { sorting } from '#lib/lists/sorted.ts';
import { WorkLine } from '#lib/lists/work-line.ts';
import { type Administrator, mayConfigure } from '#policies/administering.ts';
import type { Rights } from '#policies/rights.ts';
import { names } from '#policies/topic-rights.ts';
import type { TopicHead } from '#ports/report-log.ts';

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
  readonly rights: () => Rights;
  readonly heads: () => Iterable<TopicHead>;
}

/** Looks through all reports or through a list of them that are under way or wait, and those of one user. */
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
  async of({ user, blockAdminPage }: Pick<Administrator, 'user' | 'blockAdminPage'>): Promise<Publishable> {
    const now = { stamp: this.#deps.rights().stamp, catalogue: this.#catalogue, blockAdminPage };
    const known = this.#kept.get(user);
    if (known && isOf(known, now)) return known;
    const underWay = this.#underWay.get(user);
    if (underWay && isOf(underWay, now)) return underWay.found;
    const found = this.#line.run(finding(this.#deps, { user, blockAdminPage, isSuperAdmin: false }), user);
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

/** All reports are looked at in steps; one that comes or goes meanwhile is met the next time. */
function* finding({ rights: now, heads }: PublishableDeps, who: Administrator): Generator<void, Publishable> {
  const rights = now();
  const topics: Topic[] = [];
  for (const { topic, isLive } of heads()) {
    const isOwn = isLive && (rights.mayPublish(who.user, topic) || mayConfigure(rights, who, gropicOf(topic)));
    if (isOwn) topics.push(topic);
    yield;
  }
  return { topics: yield* sorting(topics), places: yield* placesOf(rights, who.user) };
}

function* placesOf(rights: Rights, user: User): Generator<void, string[]> {
  const { principals } = rights.holder(user);
  const found: Gropic[] = [];
  for (const { gropic, publishers } of rights.administered.values()) {
    if (names(publishers, principals)) found.push(gropic);
    yield;
  }
  const own = rights.unadministered === 'entity' ? [entityOf(user)] : [];
  return [...own, ...(yield* sorting(found))].slice(0, limits.publishing.places);
}
