import { PersistentMap } from './persistent-map.ts';

/** The members of one set at one moment. */
export type Members<Member> = Pick<PersistentMap<Member, true>, 'has' | 'keys' | 'size'>;

/** What comes into sets and goes out of them, by the name of the set. */
export class SetsEdit<Key, Member> {
  readonly changes = new Map<Key, Map<Member, true | undefined>>();

  put(key: Key, member: Member): void {
    this.#of(key).set(member, true);
  }

  take(key: Key, member: Member): void {
    this.#of(key).set(member, undefined);
  }

  #of(key: Key): Map<Member, true | undefined> {
    const known = this.changes.get(key);
    if (known) return known;
    const made = new Map<Member, true | undefined>();
    this.changes.set(key, made);
    return made;
  }
}

/** Sets by name whose older moments stay readable: one member more in a set of a hundred thousand costs one member. */
export class PersistentSets<Key, Member> {
  readonly #sets: PersistentMap<Key, PersistentMap<Member, true>>;

  constructor(sets = new PersistentMap<Key, PersistentMap<Member, true>>()) {
    this.#sets = sets;
  }

  get(key: Key): Members<Member> | undefined {
    return this.#sets.get(key);
  }

  has(key: Key): boolean {
    return this.#sets.has(key);
  }

  /** Names of the sets that hold somebody. */
  keys(): Iterable<Key> {
    return this.#sets.keys();
  }

  with({ changes }: SetsEdit<Key, Member>): PersistentSets<Key, Member> {
    if (changes.size === 0) return this;
    const sets = new Map<Key, PersistentMap<Member, true> | undefined>();
    for (const [key, members] of changes) {
      const after = (this.#sets.get(key) ?? new PersistentMap<Member, true>()).with(members);
      sets.set(key, after.size === 0 ? undefined : after);
    }
    return new PersistentSets(this.#sets.with(sets));
  }

  /** Puts a member into sets that are still being built, before anybody asks them anything. */
  fill(key: Key, member: Member): void {
    const known = this.#sets.get(key);
    if (known) known.fill(member, true);
    else this.#sets.fill(key, new PersistentMap([[member, true]]));
  }
}
