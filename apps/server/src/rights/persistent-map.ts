import type { Reading } from '#policies/reading.ts';

/**
 * A map whose older moments stay readable. The newest is an ordinary map; an older one keeps what its changed keys held
 * and asks the next for the rest. A change costs what it changes, and what nobody holds any more is collected.
 */
export class PersistentMap<Key, Value> implements Reading<Key, Value> {
  /** Of the newest moment alone. */
  #map: Map<Key, Value> | undefined;
  #was: Map<Key, Value | undefined> = new Map();
  #next: PersistentMap<Key, Value> | undefined;
  #size = 0;

  constructor(entries: Iterable<readonly [Key, Value]> = []) {
    this.#map = new Map(entries);
  }

  get size(): number {
    return this.#map?.size ?? this.#size;
  }

  get(key: Key): Value | undefined {
    return this.#map === undefined ? this.#getThen(key) : this.#map.get(key);
  }

  has(key: Key): boolean {
    return this.#map === undefined ? this.#getThen(key) !== undefined : this.#map.has(key);
  }

  keys(): Iterable<Key> {
    return this.#map === undefined ? this.#entriesThen().map(([key]) => key) : this.#map.keys();
  }

  values(): Iterable<Value> {
    return this.#map === undefined ? this.#entriesThen().map(([, value]) => value) : this.#map.values();
  }

  /** The map as it is after these changes; undefined takes a key out. This one stays what it is. */
  with(changes: ReadonlyMap<Key, Value | undefined>): PersistentMap<Key, Value> {
    if (changes.size === 0) return this;
    // What is derived from an older moment shares nothing with the newer ones.
    if (this.#map === undefined) return new PersistentMap(this.#entriesThen()).with(changes);
    const map = this.#map;
    const next = new PersistentMap<Key, Value>();
    next.#map = map;
    this.#size = map.size;
    this.#next = next;
    this.#map = undefined;
    for (const [key, value] of changes) {
      this.#was.set(key, map.get(key));
      if (value === undefined) map.delete(key);
      else map.set(key, value);
    }
    return next;
  }

  /** Sets a key of a map that is still being built, before anybody asks it anything. */
  fill(key: Key, value: Value): void {
    if (this.#map === undefined) throw new Error('only a map of the newest moment can be filled');
    this.#map.set(key, value);
  }

  *#entriesThen(): Generator<readonly [Key, Value]> {
    const { newest, was } = this.#stand();
    for (const entry of newest) if (!was.has(entry[0])) yield entry;
    for (const [key, value] of was) if (value !== undefined) yield [key, value];
  }

  #getThen(key: Key): Value | undefined {
    const { newest, was } = this.#stand();
    return was.has(key) ? was.get(key) : newest.get(key);
  }

  /** The newest map and what differs from it here; moments between that nobody else holds are let go. */
  #stand(): { readonly newest: ReadonlyMap<Key, Value>; readonly was: ReadonlyMap<Key, Value | undefined> } {
    for (;;) {
      if (this.#map !== undefined) return { newest: this.#map, was: this.#was };
      const next = this.#next;
      if (next === undefined) throw new Error('a moment without a next one');
      if (next.#map !== undefined) return { newest: next.#map, was: this.#was };
      for (const [key, value] of next.#was) if (!this.#was.has(key)) this.#was.set(key, value);
      this.#next = next.#next;
    }
  }
}
