import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { publishingReports as call } from '@sheetwire/contract/publishing/calls';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import type { PublishingDeps } from './publishing-deps.ts';
import { standingOf } from './standing.ts';

/** The reports that the caller may publish or administers, in order, a page at a time (decision 59). */
export async function publishingReports(
  deps: PublishingDeps,
  { search = '', after = '', most = limits.publishingPage }: Parsed<typeof call>,
  { actor }: KnownRequest,
): Promise<Output<typeof call>> {
  deps.rate.take(actor.user);
  const { topics, places } = await deps.topics.of(actor);
  const isWaiting = (topic: Topic) => deps.guard.waiting(topic) !== undefined;
  const ask = { words: wordsOf(search), after, most, isWaiting };
  const found = await deps.topics.looking(actor.user, listed(topics, ask));
  const { page, waiting } = found;
  return {
    reports: page.map((topic) => standingOf(deps, topic)),
    total: found.total,
    next: found.isLast ? '' : (page.at(-1) ?? ''),
    places: [...places],
    ...(waiting.length > 0 && { waiting: [...waiting] }),
    maxBytes: deps.maxBody,
  };
}

interface ListAsk {
  /** In capitals, as topics are. */
  readonly words: readonly string[];
  /** The last topic of the page before. */
  readonly after: string;
  readonly most: number;
  readonly isWaiting: (topic: Topic) => boolean;
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
