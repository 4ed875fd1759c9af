import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Timers } from './timers.ts';

/** In which reports somebody types; a sign holds for a few seconds and is kept nowhere (semantics 5). */
export class MidEdits {
  readonly #timers: Timers;
  readonly #onChange: (topic: Topic) => void;
  /** Who types, each with what forgets it. */
  readonly #editors = new Map<Topic, Map<string, () => void>>();

  constructor(timers: Timers, onChange: (topic: Topic) => void) {
    this.#timers = timers;
    this.#onChange = onChange;
  }

  /** Somebody types, or stopped; beyond a bound no more topics and no more people are told apart. */
  set(topic: Topic, who: string, isTyping: boolean): void {
    const editors = this.#editors.get(topic) ?? new Map<string, () => void>();
    const wasTyped = editors.size > 0;
    editors.get(who)?.();
    editors.delete(who);
    const hasRoom = editors.size < limits.controls.midEditors && (wasTyped || this.#hasRoom());
    if (isTyping && hasRoom) editors.set(who, this.#forgetLater(topic, who));
    if (editors.size > 0) this.#editors.set(topic, editors);
    else this.#editors.delete(topic);
    if (wasTyped !== editors.size > 0) this.#onChange(topic);
  }

  /** Those of the topics in which somebody types, in order. */
  among(topics: readonly Topic[]): Topic[] {
    return topics.filter((topic) => this.#editors.has(topic)).toSorted();
  }

  #hasRoom(): boolean {
    return this.#editors.size < limits.controls.midEditTopics;
  }

  #forgetLater(topic: Topic, who: string): () => void {
    return this.#timers.after(limits.midEditLease, () => this.set(topic, who, false));
  }
}
