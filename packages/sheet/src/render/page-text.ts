import type { Budget } from '../budget.ts';

const firstChunk = 4 * 1024;
const largestChunk = 256 * 1024;
const short = 128;
const ASCII = 0x80;
const encoder = new TextEncoder();

/**
 * The text of a page while it is written, as bytes outside of the heap: a page of tens of megabytes then takes its size
 * once, and moves to another thread without a copy.
 */
export class PageText {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  /** Where the next bytes go, and how many of them are written: who makes room may write there. */
  open = new Uint8Array(0);
  used = 0;
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
    this.makeRoom(most);
    if (text.length <= short && this.#isWritten(text)) {
      budget.spend(text.length - counted);
      return;
    }
    const { written } = encoder.encodeInto(text, this.open.subarray(this.used));
    this.used += written;
    budget.spend(written - counted);
  }

  /** Writes a text of ASCII letters alone, without the price of calling the encoder. */
  #isWritten(text: string): boolean {
    for (let n = 0; n < text.length; n++) {
      const code = text.charCodeAt(n);
      if (code >= ASCII) return false;
      this.open[this.used + n] = code;
    }
    this.used += text.length;
    return true;
  }

  /** Makes room for so many bytes. */
  makeRoom(bytes: number): void {
    if (this.open.length - this.used >= bytes) return;
    this.#close();
    this.open = new Uint8Array(Math.max(bytes, this.#next));
    this.#next = Math.min(largestChunk, 2 * this.#next);
  }

  /** Adds what another text holds, which is not written to any more. */
  append(other: PageText): void {
    this.#close();
    this.#chunks.push(...other.chunks());
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0 && this.used === 0;
  }

  chunks(): Uint8Array<ArrayBuffer>[] {
    this.#close();
    return [...this.#chunks];
  }

  #close(): void {
    if (this.used > 0) this.#chunks.push(this.open.subarray(0, this.used));
    this.open = new Uint8Array(0);
    this.used = 0;
  }
}

/** The text that chunks hold together. */
export function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  const pieces = chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
  return pieces.join('') + decoder.decode();
}
