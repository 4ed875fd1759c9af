import type { Topic } from '@sheetwire/rules/topic';
import type { Append, TopicHead } from '#ports/report-log.ts';

/** Told when a topic came or went or its view secret changed, before anybody hears of the version that changed it. */
export type OnStanding = (before: TopicHead | undefined, after: TopicHead | undefined) => void;

/** What is known of every topic without its pages: of the newest version that is kept. */
export class Catalogue {
  readonly #heads = new Map<Topic, TopicHead>();
  readonly #onStanding: OnStanding;

  constructor(onStanding: OnStanding) {
    this.#onStanding = onStanding;
  }

  get(topic: Topic): TopicHead | undefined {
    return this.#heads.get(topic);
  }

  get all(): ReadonlyMap<Topic, TopicHead> {
    return this.#heads;
  }

  versionOf(topic: Topic): number {
    return this.#heads.get(topic)?.version ?? 0;
  }

  /** Undefined takes the topic out. */
  set(topic: Topic, head: TopicHead | undefined): void {
    const before = this.#heads.get(topic);
    if (head) this.#heads.set(topic, head);
    else this.#heads.delete(topic);
    const isSame = before?.isLive === head?.isLive && before?.viewSecret === head?.viewSecret;
    if (!isSame) this.#onStanding(before, head);
  }
}

/** A topic's head once a version was appended. */
export function headAfter(known: TopicHead | undefined, append: Append, isLive: boolean): TopicHead {
  const { topic, version, time, sender, viewSecret, publishSecret, rollback } = append;
  const heldVersion = rollback ? version : known?.heldVersion;
  return {
    topic,
    version,
    time,
    sender,
    isLive,
    viewSecret: viewSecret === undefined ? (known?.viewSecret ?? null) : viewSecret,
    publishSecret: publishSecret === undefined ? (known?.publishSecret ?? null) : publishSecret,
    ...(heldVersion !== undefined && { heldVersion }),
  };
}

/** The secrets that a publish changes, of those that it sets. */
export function changedSecrets(
  head: TopicHead | undefined,
  { viewSecret, publishSecret }: Pick<Append, 'viewSecret' | 'publishSecret'>,
): Pick<Append, 'viewSecret' | 'publishSecret'> {
  return {
    viewSecret: viewSecret === (head?.viewSecret ?? null) ? undefined : viewSecret,
    publishSecret: publishSecret === (head?.publishSecret ?? null) ? undefined : publishSecret,
  };
}
