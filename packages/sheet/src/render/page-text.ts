import type { Budget } from '../budget.ts';

const firstChunk = 4 * 1024;
const largestChunk = 256 * 1024;
const encoder = new TextEncoder();

/**
 * The text of a page while it is written, as bytes outside of the heap: a page of tens of megabytes then takes its size
 * once, and moves to another thread without a copy.
 */
export class PageText {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #open = new Uint8Array(0);
  #used = 0;
  #next = firstChunk;

  /** Adds a text of which `counted` bytes were taken from the budget; the rest is taken now. */
  write(text: string, budget: Budget, counted = 0): void {
    const most = 3 * text.length;
    if (most > largestChunk) {
      this.#close();
      const chunk = encoder.encode(text);
      this.#chunks.push(chunk);
      budget.spend(chunk.length - counted);
      return;
    }
    if (this.#open.length - this.#used < most) {
      this.#close();
      this.#open = new Uint8Array(Math.max(most, this.#next));
      this.#next = Math.min(largestChunk, 2 * this.#next);
    }
    const { written } = encoder.encodeInto(text, this.#open.subarray(this.#used));
    this.#used += written;
    budget.spend(written - counted);
  }

  /** Adds what another text holds, which is not written to any more. */
  append(other: PageText): void {
    this.#close();
    this.#chunks.push(...other.chunks());
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0 && this.#used === 0;
  }

  chunks(): Uint8Array<ArrayBuffer>[] {
    this.#close();
    return [...this.#chunks];
  }

  #close(): void {
    if (this.#used > 0) this.#chunks.push(this.#open.subarray(0, this.#used));
    this.#open = new Uint8Array(0);
    this.#used = 0;
  }
}

/** The text that chunks hold together. */
export function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  const pieces = chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
  return pieces.join('') + decoder.decode();
}
