import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { Rights } from '#policies/rights.ts';
import { RightsChange } from '#policies/rights-change.ts';
import { viewOf } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { frame } from './frames.ts';
import type { LiveHub } from './hub.ts';
import type { LiveStream, StreamOwner } from './live-stream.ts';

/** Tells open streams which topics came into or left their owner's list; nobody hears of a topic they may not see. */
export class TopicNews {
  readonly #hub: LiveHub;

  constructor(hub: LiveHub) {
    this.#hub = hub;
  }

  /** A topic came, was removed, came again, or got another view secret. */
  topicChanged(rights: Rights, before: TopicHead | undefined, after: TopicHead | undefined): void {
    const topic = (after ?? before)?.topic;
    if (topic === undefined) return;
    const added = frame('topics', { added: [topic], removed: [] });
    const removed = frame('topics', { added: [], removed: [topic] });
    this.#tellEach((owner) => {
      const saw = lists(rights, owner, before);
      const isSeen = lists(rights, owner, after);
      if (saw === isSeen) return undefined;
      return isSeen ? added : removed;
    });
  }

  /**
   * Rights changed: of the topics that the change can touch, each user's list before and after are held side by side.
   * `among` are the heads of topics that it may touch at all.
   */
  rightsChanged(before: Rights, after: Rights, among: ReadonlyMap<Topic, TopicHead>): void {
    if (this.#hub.size === 0 || among.size === 0) return;
    const change = new RightsChange(before, after, among.keys());
    const touched = (user: User) => change.topicsFor(user).flatMap((topic) => among.get(topic) ?? []);
    this.#tellEach((owner) => difference(owner, touched(owner.user), before, after));
  }

  /** Works out the news once for all streams of one user that come the same way. */
  #tellEach(newsFor: (owner: StreamOwner) => Buffer | undefined): void {
    const known = new Map<string, Buffer | undefined>();
    for (const stream of [...this.#hub.streams()]) {
      const key = keyOf(stream);
      if (!known.has(key)) known.set(key, newsFor(stream.owner));
      const bytes = known.get(key);
      if (bytes) stream.send(bytes);
    }
  }
}

function keyOf({ owner }: LiveStream): string {
  return `${owner.kind}\n${owner.addinVersion ?? ''}\n${owner.user}`;
}

function difference(
  owner: StreamOwner,
  heads: readonly TopicHead[],
  before: Rights,
  after: Rights,
): Buffer | undefined {
  const added: string[] = [];
  const removed: string[] = [];
  for (const head of heads) {
    const saw = lists(before, owner, head);
    const isSeen = lists(after, owner, head);
    if (isSeen && !saw) added.push(head.topic);
    if (saw && !isSeen) removed.push(head.topic);
  }
  return added.length + removed.length > 0 ? frame('topics', { added, removed }) : undefined;
}

/** The topic is live and in the owner's list. */
function lists(rights: Rights, owner: StreamOwner, head: TopicHead | undefined): boolean {
  if (!head?.isLive) return false;
  const deps = { rights: () => rights, provesViewSecret: () => false };
  return viewOf(deps, { head, actor: owner, viewSecret: undefined }).mayView;
}
