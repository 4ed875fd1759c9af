import type { LiveEvent } from '@sheetwire/client/live-event';
import type { ReportStatus } from '#features/viewer-ports.ts';

/** An event of the stream in one line; the id of the stream is a secret and stays out. */
export function liveWords(event: LiveEvent): string {
  switch (event.name) {
    case 'hello':
      return 'stream hello';
    case 'delta':
      return `stream delta ${event.data.topic} ${event.data.from} → ${event.data.to}, ${opsWords(event.data.ops.length)}`;
    case 'changed':
      return `stream changed ${event.data.topic} to ${event.data.version}`;
    case 'rights':
      return `stream rights ${event.data.topic}`;
    case 'topics':
      return `stream topics +${event.data.added.length} −${event.data.removed.length}${event.data.more ? ' and more' : ''}`;
    case 'publisher':
      return `stream publisher ${event.data.topic} seen ${event.data.seenUtc}`;
    case 'waiting':
      return `stream waiting ${event.data.topic} since ${event.data.sinceUtc ?? 'no more'}`;
    case 'admin':
      return `stream admin ${event.data.kind} ${event.data.gropic ?? ''}`.trim();
    case 'session':
      return `stream session ${event.data.reason}`;
  }
}

/** How current the screen is, with what is known of it. */
export function debugStatus(status: ReportStatus): string {
  const { state, ...rest } = status;
  return ['status', state, ...Object.entries(rest).map(([name, value]) => `${name}=${value}`)].join(' ');
}

function opsWords(count: number): string {
  return count === 1 ? '1 op' : `${count} ops`;
}
