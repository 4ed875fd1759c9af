/** Something React reads with useSyncExternalStore. */
export interface Readable<T> {
  subscribe(listener: () => void): () => void;
  getSnapshot(): T;
}

/** A value that React reads with useSyncExternalStore; equal values are one value. */
export class Observable<T> implements Readable<T> {
  #value: T;
  readonly #isSame: (a: T, b: T) => boolean;
  readonly #listeners = new Set<() => void>();

  constructor(value: T, isSame: (a: T, b: T) => boolean = Object.is) {
    this.#value = value;
    this.#isSame = isSame;
  }

  getSnapshot(): T {
    return this.#value;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(value: T): void {
    if (this.#isSame(this.#value, value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}
