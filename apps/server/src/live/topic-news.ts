import type { Rights } from '#policies/rights.ts';
import { viewOf } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';
import { frame } from './frames.ts';
import type { LiveHub } from './hub.ts';
import type { StreamOwner } from './live-stream.ts';

/** Tells open streams which topics came into or left their owner's list; nobody hears of a topic they may not see. */
export class TopicNews {
  readonly #hub: LiveHub;

  constructor(hub: LiveHub) {
    this.#hub = hub;
  }

  /** A topic was published for the first time, removed, published again, or got another view secret. */
  topicChanged(rights: Rights, head: TopicHead, wasVersion: number): void {
    for (const stream of this.#hub.streams()) {
      if (!sees(rights, stream.owner, head)) continue;
      if (head.isLive && wasVersion === 0) stream.send(frame('topics', { added: [head.topic], removed: [] }));
      else if (!head.isLive) stream.send(frame('topics', { added: [], removed: [head.topic] }));
    }
  }

  /** Rights changed: each user's list before and after are held side by side. */
  rightsChanged(before: Rights, after: Rights, heads: Iterable<TopicHead>): void {
    const all = [...heads].filter((head) => head.isLive);
    const news = new Map<string, Buffer | undefined>();
    for (const stream of this.#hub.streams()) {
      const { user, kind, addinVersion } = stream.owner;
      const key = `${kind}\n${addinVersion ?? ''}\n${user}`;
      if (!news.has(key)) news.set(key, difference(stream.owner, all, before, after));
      const bytes = news.get(key);
      if (bytes) stream.send(bytes);
    }
  }
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
    const saw = sees(before, owner, head);
    const isSeen = sees(after, owner, head);
    if (isSeen && !saw) added.push(head.topic);
    if (saw && !isSeen) removed.push(head.topic);
  }
  return added.length + removed.length > 0 ? frame('topics', { added, removed }) : undefined;
}

function sees(rights: Rights, owner: StreamOwner, head: TopicHead): boolean {
  return viewOf({ rights: () => rights, provesViewSecret: () => false }, { head, actor: owner, viewSecret: undefined })
    .mayView;
}
