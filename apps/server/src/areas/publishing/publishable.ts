import { limits } from '@sheetwire/contract/limits';
import { entityOf, type Gropic } from '@sheetwire/rules/gropic';
import type { User } from '@sheetwire/rules/principal';
import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/bounded-map.ts';
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

/** Users whose reports are being looked for, or wait for it. */
const MAX_WAITING = 1000;

/** Each user's reports to publish, worked out again only once rights changed or a report came or went. */
export class PublishableTopics {
  readonly #deps: PublishableDeps;
  readonly #kept = new BoundedMap<User, Kept>(limits.publishing.lists);
  readonly #line = new WorkLine(MAX_WAITING);
  #catalogue = 0;

  constructor(deps: PublishableDeps) {
    this.#deps = deps;
  }

  /** Call when a report came or went. */
  changed(): void {
    this.#catalogue++;
  }

  /** With the reports that name the user as an admin, unless that is blocked. Refused with 503 when very many wait. */
  async of({ user, blockAdminPage }: Pick<Administrator, 'user' | 'blockAdminPage'>): Promise<Publishable> {
    const rights = this.#deps.rights();
    const known = this.#kept.get(user);
    const isKnown = known?.stamp === rights.stamp && known.catalogue === this.#catalogue;
    if (isKnown && known.blockAdminPage === blockAdminPage) return known;
    const catalogue = this.#catalogue;
    const found = await this.#line.run(finding(this.#deps, { user, blockAdminPage, isSuperAdmin: false }));
    this.#kept.set(user, { ...found, stamp: rights.stamp, catalogue, blockAdminPage });
    return found;
  }

  /** Looks through a list, in the line of those who have theirs worked out. */
  looking<Result>(work: Generator<unknown, Result>): Promise<Result> {
    return this.#line.run(work);
  }
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
