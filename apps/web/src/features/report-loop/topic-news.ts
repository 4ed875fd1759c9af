import type { LiveEvents } from '@sheetwire/contract/live';
import type { TopicLists } from '#features/viewer-ports.ts';

/** The lists after news of the stream; the user's own entity stays also when it has no topic (semantics 2). */
export function withNews(lists: TopicLists, news: LiveEvents['topics'], ownEntity: string): TopicLists {
  const gone = new Set(news.removed);
  const topics = sorted([...lists.topics, ...news.added].filter((topic) => !gone.has(topic)));
  const groups = sorted(topics.map((topic) => parts(topic, 2)));
  const own = lists.entities.includes(ownEntity) ? [ownEntity] : [];
  return { ...lists, topics, groups, entities: sorted([...own, ...topics.map((topic) => parts(topic, 1))]) };
}

function parts(topic: string, count: number): string {
  return topic.split('/').slice(0, count).join('/');
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
