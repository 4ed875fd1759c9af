import type { Output, Parsed } from '@sheetwire/contract/call';
import type { topicsDetails as call } from '@sheetwire/contract/viewtopics';
import { entityOf } from '@sheetwire/rules/gropic';
import type { KnownRequest } from '#http/route.ts';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import type { TopicList } from './topic-list.ts';
import type { TopicLists } from './topic-lists.ts';

export interface ViewTopicsDeps {
  readonly lists: TopicLists;
}

type Input = Parsed<typeof call>;

/** Logins whose last full answer is remembered. */
const MAX_LOGINS = 50_000;

/** What each login was last told in full: an equal count alone proves nothing (safety 3). */
export class LastAnswers {
  readonly #digests = new BoundedMap<string, string>(MAX_LOGINS);

  /**
   * True when the list is the one that this login holds; otherwise it is noted as told now. The tabs of a login share it:
   * one that names its list holds what it names, whatever another was told.
   */
  isSame(login: string, { topics, digest }: TopicList, { currnumtopics: claimed, topicsId = digest }: Input): boolean {
    const isHeld = claimed > 0 && claimed === topics.length && topicsId === digest;
    if (isHeld && this.#digests.get(login) === digest) return true;
    this.#digests.set(login, digest);
    return false;
  }
}

/** The entities, groups and topics that the user may view (interfaces 9). */
export async function topicsDetails(
  deps: ViewTopicsDeps & { readonly answers: LastAnswers },
  input: Input,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  const { actor } = request;
  if (!actor.hasLicense) {
    return { user: actor.user, sameNumTopics: false, entities: [], groups: [], topics: [], hasLicense: false };
  }
  const list = await deps.lists.of(actor);
  const { topics, groups, digest: topicsId } = list;
  const login = actor.sessionHash ?? actor.bearerId ?? actor.user;
  if (deps.answers.isSame(login, list, input)) return { user: actor.user, sameNumTopics: true };
  const entities = [...new Set([entityOf(actor.user), ...list.entities])].sort();
  return { user: actor.user, sameNumTopics: false, entities, groups: [...groups], topics: [...topics], topicsId };
}
