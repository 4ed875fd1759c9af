import type { LiveEvent } from '@sheetwire/client/live-event';

/** News of the topic itself, or that it came to or went from what the user may view. */
export function isAbout({ data }: LiveEvent, topic: string): boolean {
  if ('topic' in data) return data.topic === topic;
  return 'added' in data && (data.added.includes(topic) || data.removed.includes(topic));
}
