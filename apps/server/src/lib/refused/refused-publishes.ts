import type { ErrorCode } from '@sheetwire/contract/errors';
import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { BoundedMap } from '#lib/bounded-map.ts';
import { Refusal } from '#lib/refusal.ts';

/** A publish that was refused, and how often the same came in a row. */
export interface RefusedPublish {
  readonly at: number;
  readonly user: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly count: number;
}

/**
 * The last publishes that were refused, of each report, newest first. In memory: whoever was refused was told, and this is
 * for the colleague who asks why nothing new comes.
 */
export class RefusedPublishes {
  readonly #now: () => number;
  readonly #of = new BoundedMap<Topic, readonly RefusedPublish[]>(limits.publishing.refusedReports);
  readonly #seen = new WeakSet<Refusal>();

  constructor(now: () => number) {
    this.#now = now;
  }

  of(topic: Topic): readonly RefusedPublish[] {
    return this.#of.get(topic) ?? [];
  }

  /** Works, and remembers a refusal of it. */
  async during<T>(topic: Topic, user: User, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (fault) {
      if (fault instanceof Refusal) this.note(topic, user, fault);
      throw fault;
    }
  }

  /** Work within work notes a refusal once. */
  note(topic: Topic, user: string, refusal: Refusal): void {
    if (this.#seen.has(refusal)) return;
    this.#seen.add(refusal);
    const before = this.of(topic);
    const message = refusal.message.slice(0, limits.publishing.refusedText).toWellFormed();
    const fresh = { at: this.#now(), user, code: refusal.code, message };
    const [last] = before;
    const isSame = last?.user === user && last.code === fresh.code && last.message === message;
    const kept = isSame ? before.slice(1) : before.slice(0, limits.publishing.refused - 1);
    this.#of.set(topic, [{ ...fresh, count: isSame ? last.count + 1 : 1 }, ...kept]);
  }
}
