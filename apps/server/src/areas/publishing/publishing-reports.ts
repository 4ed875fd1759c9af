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
  const found = matching(topics, search);
  const from = found.findIndex((topic) => topic > after);
  const page = from < 0 ? [] : found.slice(from, from + most);
  const waiting = topics.filter((topic) => deps.guard.waiting(topic)).slice(0, limits.publishing.waiting);
  const isLast = from < 0 || from + most >= found.length;
  return {
    reports: page.map((topic) => standingOf(deps, topic)),
    total: found.length,
    next: isLast ? '' : (page.at(-1) ?? ''),
    places: [...places],
    ...(waiting.length > 0 && { waiting }),
    maxBytes: deps.maxBody,
  };
}

/** Those whose names hold every word that is looked for. */
function matching(topics: readonly Topic[], search: string): readonly Topic[] {
  const words = search.trim().toUpperCase().split(/\s+/).filter(Boolean);
  return words.length === 0
    ? topics
    : topics.filter((topic) => words.every((word) => topic.toUpperCase().includes(word)));
}
