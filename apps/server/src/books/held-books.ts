import type { LiveBook } from '@sheetwire/sheet/values/live-book';

interface Held {
  readonly state: string;
  readonly book: LiveBook;
  /** What it becomes once its publish has counted. */
  readonly next?: { readonly state: string; readonly book: LiveBook };
  readonly memory: number;
}

/** The books that were used last, as many as fit into the bytes. */
export class HeldBooks {
  readonly #most: number;
  readonly #books = new Map<string, Held>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The book of a report in this state. */
  get(topic: string, state: string): LiveBook | undefined {
    const held = this.#books.get(topic);
    if (held?.state === state) return held.book;
    return held?.next?.state === state ? held.next.book : undefined;
  }

  /** The book is in this state, whatever was offered. One that takes more than all may take is not held. */
  put(topic: string, state: string, book: LiveBook): void {
    const before = this.#books.get(topic);
    const isKnown = before?.book === book || before?.next?.book === book;
    const memory = isKnown ? before.memory : this.#weighed(book);
    this.#books.delete(topic);
    if (memory > this.#most) return;
    this.#books.set(topic, { state, book, memory });
    let sum = this.memory;
    for (const [other, one] of this.#books) {
      if (sum <= this.#most || other === topic) break;
      this.#books.delete(other);
      sum -= one.memory;
    }
  }

  /** Roughly the bytes of all that are held. */
  get memory(): number {
    let sum = 0;
    for (const one of this.#books.values()) sum += one.memory;
    return sum;
  }

  /** What is only kept to be quick gives way first. */
  #weighed(book: LiveBook): number {
    if (book.memory > this.#most) book.forgetPages();
    return book.memory;
  }

  /** What the book becomes, should its publish count. */
  offer(topic: string, state: string, book: LiveBook): void {
    const held = this.#books.get(topic);
    if (held) this.#books.set(topic, { ...held, next: { state, book } });
  }
}
