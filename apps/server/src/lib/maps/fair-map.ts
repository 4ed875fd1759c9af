interface Entry<Value> {
  readonly owner: string;
  readonly value: Value;
}

/**
 * A map of so many entries at most, each on the account of an owner: beyond that the owner of the most loses the one that
 * was set longest ago. Whoever brings ever new keys pushes out their own, and nobody else's.
 */
export class FairMap<Key, Value> {
  readonly #most: number;
  readonly #entries = new Map<Key, Entry<Value>>();
  /** Of each owner, what was set longest ago first. */
  readonly #keys = new Map<string, Set<Key>>();
  /** Owners by how many they have, the one that has had so many for longest first. */
  readonly #owners = new Map<number, Set<string>>();
  #largest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** The entry is its owner's newest now, though it was there before. */
  set(key: Key, value: Value, owner: string): void {
    this.delete(key);
    this.#entries.set(key, { owner, value });
    const keys = this.#keys.get(owner) ?? new Set();
    this.#keys.set(owner, keys.add(key));
    this.#resize(owner, keys.size - 1, keys.size);
    if (this.#entries.size > this.#most) this.#dropOne();
  }

  delete(key: Key): boolean {
    const entry = this.#entries.get(key);
    const keys = entry && this.#keys.get(entry.owner);
    if (!keys) return false;
    this.#entries.delete(key);
    keys.delete(key);
    if (keys.size === 0) this.#keys.delete(entry.owner);
    this.#resize(entry.owner, keys.size + 1, keys.size);
    return true;
  }

  #dropOne(): void {
    for (const owner of this.#owners.get(this.#largest) ?? []) {
      for (const oldest of this.#keys.get(owner) ?? []) {
        this.delete(oldest);
        return;
      }
    }
  }

  /** Counts go up and down by one, so the largest is never far. */
  #resize(owner: string, from: number, to: number): void {
    const former = this.#owners.get(from);
    former?.delete(owner);
    if (to > 0) this.#owners.set(to, (this.#owners.get(to) ?? new Set()).add(owner));
    if (to > this.#largest || (from === this.#largest && former?.size === 0)) this.#largest = to;
    if (former?.size === 0) this.#owners.delete(from);
  }
}
