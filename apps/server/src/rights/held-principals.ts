import type { Principal, User } from '@sheetwire/rules/principal';
import { type Holder, names } from '#policies/topic-rights.ts';

/** Lists that are shorter are looked through faster than remembered. */
const FEW = 4;
const MOST_ANSWERS = 500;

/** A user with every group they are in. Lists and principals never change, so what was answered stays right. */
export class HeldPrincipals implements Holder {
  readonly user: User;
  readonly principals: ReadonlySet<Principal>;
  readonly #sets: ListSets;
  readonly #onAnswer: () => void;
  readonly #known = new Map<readonly Principal[], boolean>();
  #list: readonly Principal[] | undefined;
  #answer = false;

  /** `onAnswer` is told of each answer that is remembered. */
  constructor(
    user: User,
    principals: ReadonlySet<Principal>,
    { sets, onAnswer }: { readonly sets: ListSets; readonly onAnswer: () => void },
  ) {
    this.user = user;
    this.principals = principals;
    this.#sets = sets;
    this.#onAnswer = onAnswer;
  }

  /** Reports of one group, which are asked for one after the other, have the same lists. */
  isIn(list: readonly Principal[]): boolean {
    if (this.#list !== list) {
      this.#answer = this.#answerTo(list);
      this.#list = list;
    }
    return this.#answer;
  }

  /** In many groups and long lists it is worked out once. */
  #answerTo(list: readonly Principal[]): boolean {
    if (list.length <= FEW) return names(list, this.principals);
    const before = this.#known.get(list);
    if (before !== undefined) return before;
    const answer = this.#sets.isNamed(list, this.principals);
    if (this.#known.size >= MOST_ANSWERS) this.#known.clear();
    this.#known.set(list, answer);
    this.#onAnswer();
    return answer;
  }
}

/** A long list is made a set once: a check must not cost more the more names it holds (quality, rights). */
export class ListSets {
  readonly #sets = new WeakMap<readonly Principal[], ReadonlySet<Principal>>();

  isNamed(list: readonly Principal[], principals: ReadonlySet<Principal>): boolean {
    if (list.length <= principals.size) return names(list, principals);
    return !principals.isDisjointFrom(this.#of(list));
  }

  #of(list: readonly Principal[]): ReadonlySet<Principal> {
    const known = this.#sets.get(list);
    if (known) return known;
    const made = new Set(list);
    this.#sets.set(list, made);
    return made;
  }
}
