import { limits } from '@sheetwire/contract/limits';
import { entityOf } from '@sheetwire/rules/gropic';
import type { User } from '@sheetwire/rules/principal';
import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/bounded-map.ts';
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

/** Each user's reports to publish, worked out again only once rights changed or a report came or went. */
export class PublishableTopics {
  readonly #deps: PublishableDeps;
  readonly #kept = new BoundedMap<User, Kept>(limits.publishing.lists);
  #catalogue = 0;

  constructor(deps: PublishableDeps) {
    this.#deps = deps;
  }

  /** Call when a report came or went. */
  changed(): void {
    this.#catalogue++;
  }

  /** With the reports that name the user as an admin, unless that is blocked. */
  of({ user, blockAdminPage }: Pick<Administrator, 'user' | 'blockAdminPage'>): Publishable {
    const rights = this.#deps.rights();
    const known = this.#kept.get(user);
    const isKnown = known?.stamp === rights.stamp && known.catalogue === this.#catalogue;
    if (isKnown && known.blockAdminPage === blockAdminPage) return known;
    const who = { user, blockAdminPage, isSuperAdmin: false };
    const topics: Topic[] = [];
    for (const { topic, isLive } of this.#deps.heads())
      if (isLive && (rights.mayPublish(user, topic) || mayConfigure(rights, who, gropicOf(topic)))) topics.push(topic);
    const found = { topics: topics.sort(), places: placesOf(rights, user) };
    this.#kept.set(user, { ...found, stamp: rights.stamp, catalogue: this.#catalogue, blockAdminPage });
    return found;
  }
}

function placesOf(rights: Rights, user: User): string[] {
  const { principals } = rights.holder(user);
  const found: string[] = [];
  for (const { gropic, publishers } of rights.administered.values())
    if (names(publishers, principals)) found.push(gropic);
  const own = rights.unadministered === 'entity' ? [entityOf(user)] : [];
  return [...own, ...found.sort()].slice(0, limits.publishing.places);
}
