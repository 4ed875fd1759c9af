import type { LiveEvent } from '@sheetwire/client/live-event';

/** News of the topic itself, of its snapshots, or that it came to or went from what the user may view. */
export function isAbout({ data }: LiveEvent, topic: string): boolean {
  if ('topic' in data) return data.topic === topic;
  if ('kind' in data) return data.kind === 'dates' && data.gropic === topic;
  return 'added' in data && (data.added.includes(topic) || data.removed.includes(topic));
}
