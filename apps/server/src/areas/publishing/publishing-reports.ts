import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { publishingReports as call } from '@sheetwire/contract/publishing/calls';
import type { Gropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { gropicOf, type Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { isTooOldFor, keeps } from '#policies/administering.ts';
import type { Rights } from '#policies/rights.ts';
import { holds } from '#policies/topic-rights.ts';
import type { PublishingDeps } from './publishing-deps.ts';
import { standingOf, viewersOf } from './standing.ts';

/** The reports that the caller may publish or administers, in order, a page at a time (decision 59). */
export async function publishingReports(
  deps: PublishingDeps,
  { search = '', after = '', most = limits.publishingPage }: Parsed<typeof call>,
  { actor }: KnownRequest,
): Promise<Output<typeof call>> {
  deps.rate.take(actor.user);
  const { topics, places } = await deps.topics.of(actor);
  const isWaiting = (topic: Topic) => deps.guard.waiting(topic) !== undefined;
  const isKeptOut = (topic: Topic) => isTooOldFor(deps.rights(), actor, gropicOf(topic));
  const ask = { words: wordsOf(search), after, most, isWaiting, isKeptOut };
  const found = await deps.topics.looking(actor.user, listed(topics, ask));
  const viewers = await deps.topics.looking(actor.user, viewersOf(deps, found.page));
  // Rights may have gone while the list was worked out and looked through.
  const mayTell = (topic: Topic) => !isKeptOut(topic) && isOwn(deps.rights(), actor, topic);
  const [page, waiting] = [found.page.filter(mayTell), found.waiting.filter(mayTell)];
  return {
    reports: page.map((topic) => standingOf(deps, topic, viewers.get(topic) ?? 0)),
    total: found.total,
    next: found.isLast ? '' : (page.at(-1) ?? ''),
    places: places.filter((place) => mayPlace(deps.rights(), actor, branded<'Gropic'>(place))),
    ...(waiting.length > 0 && { waiting }),
    maxBytes: deps.maxBody,
  };
}

/** As the list is made: what a super administrator may do with any report is left out. */
function isOwn(rights: Rights, actor: KnownRequest['actor'], topic: Topic): boolean {
  return rights.mayPublish(actor.user, topic) || keeps(rights, { ...actor, isSuperAdmin: false }, gropicOf(topic));
}

/** A place is the entity, or a gropic that names the user as a publisher. */
function mayPlace(rights: Rights, actor: KnownRequest['actor'], place: Gropic): boolean {
  if (isTooOldFor(rights, actor, place)) return false;
  const lists = rights.administered.get(place);
  return lists ? holds(rights.holder(actor.user), lists.publishers) : !place.includes('/');
}

interface ListAsk {
  /** In capitals, as topics are. */
  readonly words: readonly string[];
  /** The last topic of the page before. */
  readonly after: string;
  readonly most: number;
  readonly isWaiting: (topic: Topic) => boolean;
  /** The caller is an add-in that is too old for the topic. */
  readonly isKeptOut: (topic: Topic) => boolean;
}

interface Listed {
  readonly page: readonly Topic[];
  readonly total: number;
  readonly isLast: boolean;
  /** The first of all topics that wait for approval. */
  readonly waiting: readonly Topic[];
}

/** A page of those whose names hold every word, looked for a little at a time: there may be a hundred thousand. */
export function* listed(topics: readonly Topic[], ask: ListAsk): Generator<void, Listed> {
  const page: Topic[] = [];
  const waiting: Topic[] = [];
  let total = 0;
  let isAfter = false;
  let left = ask.most;
  for (const topic of topics) {
    yield;
    if (ask.isKeptOut(topic)) continue;
    if (waiting.length < limits.publishing.waiting && ask.isWaiting(topic)) waiting.push(topic);
    if (!ask.words.every((word) => topic.includes(word))) continue;
    total++;
    isAfter ||= topic > ask.after;
    if (isAfter && left-- > 0) page.push(topic);
  }
  return { page, total, isLast: left >= 0, waiting };
}

/** Different words, so many at most: further ones narrow nothing. */
function wordsOf(search: string): readonly string[] {
  const words = search.trim().toUpperCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, limits.publishing.words);
}
