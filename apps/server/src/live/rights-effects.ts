import type { Gropic } from '@sheetwire/rules/gropic';
import type { Topic } from '@sheetwire/rules/topic';
import type { TopicIndex } from '#policies/topic-index.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { AdminNews } from './admin-news.ts';
import type { RightsStep } from './rights-now.ts';
import type { TopicNews } from './topic-news.ts';
import type { Watching } from './watching.ts';

export interface RightsEffectsDeps {
  readonly index: TopicIndex;
  readonly watching: Watching;
  readonly news: TopicNews;
  readonly adminNews: AdminNews;
  readonly heads: () => ReadonlyMap<Topic, TopicHead>;
}

/** Open streams lose what their owner may no longer see, lists follow, administrators hear of it (semantics 2). */
export function applyRights(deps: RightsEffectsDeps, { before, after, changed }: RightsStep): void {
  const { index, watching, news, adminNews } = deps;
  const hasOtherPeople = before.membership !== after.membership;
  index.rightsChanged(after, changed);
  watching.recheck();
  news.rightsChanged(before, after, under(deps, hasOtherPeople ? undefined : changed));
  for (const gropic of changed ?? []) adminNews.tell('perms', gropic, before);
  if (hasOtherPeople) adminNews.tell(changed ? 'principals' : 'rights', undefined, before);
}

/** Heads of the topics that these gropics may decide about; of all without them. */
function under({ index, heads }: RightsEffectsDeps, gropics?: readonly Gropic[]): ReadonlyMap<Topic, TopicHead> {
  const all = heads();
  if (gropics === undefined) return all;
  const topics = gropics.flatMap((gropic) => index.topicsUnder(gropic));
  return new Map(topics.flatMap((topic) => all.get(topic) ?? []).map((head) => [head.topic, head]));
}
