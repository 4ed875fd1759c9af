import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { apart } from '#lib/bytes/apart.ts';
import { FairMap } from '#lib/maps/fair-map.ts';
import { Refusal } from '#lib/refusal.ts';

/** A publish that was refused, and how often the same came in a row. */
export interface RefusedPublish {
  readonly at: number;
  readonly user: string;
  readonly code: string;
  readonly message: string;
  readonly count: number;
}

/**
 * The last publishes that were refused, of each report, newest first. In memory: whoever was refused was told, and this is
 * for the colleague who asks why nothing new comes. Each server tells the others: the colleague may be at another one.
 */
export class RefusedPublishes {
  readonly #now: () => number;
  readonly #tell: (topic: Topic, refused: RefusedPublish) => void;
  /** On the account of whoever was refused first: who may publish reports that are not there yet can name any. */
  readonly #of = new FairMap<Topic, readonly RefusedPublish[]>(limits.publishing.refusedReports);
  readonly #seen = new WeakSet<Refusal>();

  constructor(now: () => number, tell: (topic: Topic, refused: RefusedPublish) => void) {
    this.#now = now;
    this.#tell = tell;
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
    const message = apart(refusal.message.slice(0, limits.publishing.refusedText).toWellFormed());
    const [last] = this.of(topic);
    // Whatever the clocks of others say, it is newer than those before it.
    const at = Math.max(this.#now(), (last?.at ?? 0) + 1);
    const fresh = { at, user, code: refusal.code, message };
    const refused = { ...fresh, count: last && isSame(last, fresh) ? last.count + 1 : 1 };
    this.#keep(topic, refused);
    this.#tell(topic, refused);
  }

  /** What another server refused; what is heard again says nothing new. */
  told(topic: Topic, refused: RefusedPublish): void {
    const isKnown = (one: RefusedPublish) => isSame(one, refused) && one.at >= refused.at && one.count >= refused.count;
    if (!this.of(topic).some(isKnown)) this.#keep(topic, refused);
  }

  #keep(topic: Topic, refused: RefusedPublish): void {
    const before = this.of(topic);
    // What was refused again elsewhere may stand below what was refused here meanwhile.
    const again = before.findIndex((one, n) => isSame(one, refused) && (n === 0 || refused.count > 1));
    const count = Math.max(before[again]?.count ?? 0, refused.count);
    const all = [{ ...refused, count }, ...before.filter((_, n) => n !== again)].toSorted(newestFirst);
    this.#of.set(topic, all.slice(0, limits.publishing.refused), before.at(-1)?.user ?? refused.user);
  }
}

/** In the same order on every server. */
function newestFirst(one: RefusedPublish, other: RefusedPublish): number {
  const key = ({ user, code, message }: RefusedPublish) => `${user}\n${code}\n${message}`;
  return other.at - one.at || (key(one) < key(other) ? -1 : 1);
}

function isSame(one: Omit<RefusedPublish, 'at' | 'count'>, other: Omit<RefusedPublish, 'at' | 'count'>): boolean {
  return one.user === other.user && one.code === other.code && one.message === other.message;
}
