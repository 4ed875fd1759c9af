import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { Perms } from '#ports/perms.ts';
import type { Rights } from './rights.ts';
import { names } from './topic-rights.ts';

/**
 * The topics whose view a change of rights can touch: those whose deciding lists changed, and for a user whose groups
 * changed those that name a group which came or went. All others need no look, however many there are.
 */
export class RightsChange {
  readonly #before: Rights;
  readonly #after: Rights;
  /** Of topics whose lists changed: for everybody. */
  readonly #forAll: Topic[] = [];
  /** Of all others, by the lists that decide. */
  readonly #byPerms = new Map<Perms, Topic[]>();

  constructor(before: Rights, after: Rights, topics: Iterable<Topic>) {
    this.#before = before;
    this.#after = after;
    for (const topic of topics) {
      const [was, is] = [before.permsOf(topic), after.permsOf(topic)];
      if (before.unadministered !== after.unadministered || !areSame(was, is)) this.#forAll.push(topic);
      else if (is) this.#note(is, topic);
    }
  }

  topicsFor(user: User): readonly Topic[] {
    const [was, is] = [this.#before.holder(user).principals, this.#after.holder(user).principals];
    const moved = was.symmetricDifference(is);
    if (moved.size === 0) return this.#forAll;
    const named = [...this.#byPerms].filter(([{ viewers }]) => names(viewers, moved));
    return [...this.#forAll, ...named.flatMap(([, topics]) => topics)];
  }

  #note(perms: Perms, topic: Topic): void {
    const known = this.#byPerms.get(perms);
    if (known) known.push(topic);
    else this.#byPerms.set(perms, [topic]);
  }
}

function areSame(was: Perms | undefined, is: Perms | undefined): boolean {
  if (was === undefined || is === undefined) return was === is;
  return was.viewers.length === is.viewers.length && was.viewers.every((viewer, n) => viewer === is.viewers[n]);
}
