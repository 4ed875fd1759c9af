import { addressOf, type Caller } from '@sheetwire/client/caller';
import type { Output } from '@sheetwire/contract/call';
import { publishAudience } from '@sheetwire/contract/publish';
import { entityOf } from '@sheetwire/rules/gropic';
import type { Topic } from '@sheetwire/rules/topic';
import type { Terminal } from '#terminal.ts';
import { faultOf } from './call-fault.ts';

interface PlaceParts {
  readonly call: Caller;
  readonly topic: Topic;
  readonly server: URL;
  readonly terminal: Pick<Terminal, 'signal'>;
}

/** The report's address, and who can see it. */
export async function reportPlace({ call, topic, server, terminal }: PlaceParts): Promise<string> {
  const path = topic.split('/').map(encodeURIComponent).join('/');
  const address = addressOf(`/${path}`, server.href);
  try {
    return `${address}: ${audienceWords(topic, await call(publishAudience, { topic }, terminal))}`;
  } catch (thrown) {
    terminal.signal.throwIfAborted();
    const fault = faultOf(thrown, server);
    // The report is published: that nobody said who sees it does not change how the run ends.
    return `${address} (could not check who can see it: ${fault.kind === 'away' ? fault.message : fault.stop.message})`;
  }
}

/** In one sentence; a report that nobody administers is open to its entity (semantics 2). */
export function audienceWords(
  topic: Topic,
  { open, decidedBy, viewers, hasViewSecret }: Output<typeof publishAudience>,
): string {
  const secret = hasViewSecret ? ' who knows the view secret' : '';
  switch (open) {
    case 'entity':
      return `open to everyone in ${entityOf(topic)}${secret}, because no one administers ${decidedBy}`;
    case 'nobody':
      return `no one can see it until someone administers ${decidedBy}`;
    case 'viewers':
      return viewers === 0
        ? `no one can see it, because ${decidedBy} has no viewers`
        : `${countWords(viewers)} can see it, by the rights of ${decidedBy}`;
  }
}

function countWords(count: number): string {
  return count === 1 ? '1 user' : `${count.toLocaleString('en-US')} users`;
}
