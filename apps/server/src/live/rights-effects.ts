import type { RightsStep } from '#rights/rights-index.ts';
import type { TopicIndex } from '#rights/topic-index.ts';
import type { AdminNews } from './admin-news.ts';
import type { TopicNews } from './topic-news.ts';
import type { Watching } from './watching.ts';

export interface RightsEffectsDeps {
  readonly index: TopicIndex;
  readonly watching: Watching;
  readonly news: TopicNews;
  readonly adminNews: AdminNews;
}

/** Beyond so many gropics administrators hear that any may be others. */
const MANY = 100;

/** Open streams lose what their owner may no longer see, lists follow, administrators hear of it (semantics 2). */
export function applyRights({ index, watching, news, adminNews }: RightsEffectsDeps, step: RightsStep): void {
  const { before, after, changed } = step;
  const hasMany = changed.length > MANY;
  watching.rightsChanged(step);
  news.rightsChanged(step, index);
  if (!hasMany) for (const gropic of changed) adminNews.tell('perms', gropic, before);
  if (hasMany) adminNews.tell('rights', undefined, before);
  else if (before.membership !== after.membership) adminNews.tell('principals', undefined, before);
}
