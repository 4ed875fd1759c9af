import { type Gropic, isReportGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { groupOfTopic, type Topic } from '@sheetwire/rules/topic';
import type { Watch } from './live-stream.ts';

/** Who watches which topic, also by the groups of topics. */
export class TopicWatchers {
  readonly #watchers = new Map<Topic, Set<Watch>>();
  /** Watched topics by their group. */
  readonly #topics = new Map<Gropic, Set<Topic>>();
  readonly #onWatched: (topic: Topic, isWatched: boolean) => void;

  /** `onWatched` is told of each topic that somebody begins to watch, and once nobody does. */
  constructor(onWatched: (topic: Topic, isWatched: boolean) => void) {
    this.#onWatched = onWatched;
  }

  /** Those of a topic, as they come and go; undefined while there are none. */
  of(topic: Topic): ReadonlySet<Watch> | undefined {
    return this.#watchers.get(topic);
  }

  /** Who watches a topic that the lists of this gropic may decide about. */
  *under(gropic: Gropic): Generator<Watch> {
    if (isReportGropic(gropic)) yield* this.of(branded<'Topic'>(gropic)) ?? [];
    else for (const topic of this.#topics.get(gropic) ?? []) yield* this.of(topic) ?? [];
  }

  add(watch: Watch): void {
    const { topic } = watch;
    const watchers = this.#watchers.get(topic);
    if (watchers) {
      watchers.add(watch);
      return;
    }
    this.#watchers.set(topic, new Set([watch]));
    const group = groupOfTopic(topic);
    const topics = this.#topics.get(group);
    if (topics) topics.add(topic);
    else this.#topics.set(group, new Set([topic]));
    this.#onWatched(topic, true);
  }

  remove(watch: Watch): void {
    const { topic } = watch;
    const watchers = this.#watchers.get(topic);
    watchers?.delete(watch);
    if (watchers?.size !== 0) return;
    this.#watchers.delete(topic);
    const group = groupOfTopic(topic);
    const topics = this.#topics.get(group);
    topics?.delete(topic);
    if (topics?.size === 0) this.#topics.delete(group);
    this.#onWatched(topic, false);
  }
}
