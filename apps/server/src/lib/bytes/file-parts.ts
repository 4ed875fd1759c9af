import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import { ownTurn } from '#lib/own-turn.ts';

/** Bytes that have their memory to themselves, so that they can move to another thread. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

/** A file cut into parts of one size, but for the last. */
export interface FileParts {
  readonly parts: readonly OwnBytes[];
  readonly bytes: number;
  /** SHA-256 of the whole. */
  readonly hash: string;
}

/** Cuts a file as it comes: each byte is copied and hashed once, and the file is never there as a whole. */
export class PartCutter {
  readonly #size: number;
  readonly #hash = createHash('sha256');
  readonly #parts: OwnBytes[] = [];
  #waiting: Uint8Array[] = [];
  #length = 0;
  #bytes = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Takes the next bytes, which must not change until the part is full that they belong to. */
  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let at = 0; at < chunk.length; ) {
      const some = chunk.subarray(at, at + this.#size - this.#length);
      this.#waiting.push(some);
      this.#length += some.length;
      at += some.length;
      if (this.#length === this.#size) this.#cut();
    }
  }

  /** Lets go of what came. */
  drop(): void {
    this.#parts.length = 0;
    this.#waiting = [];
  }

  end(): FileParts {
    if (this.#length > 0) this.#cut();
    return { parts: this.#parts, bytes: this.#bytes, hash: this.#hash.digest('base64url') };
  }

  #cut(): void {
    const part = Buffer.allocUnsafeSlow(this.#length);
    let at = 0;
    for (const some of this.#waiting) {
      part.set(some, at);
      at += some.length;
    }
    this.#parts.push(part);
    this.#waiting = [];
    this.#length = 0;
  }
}

/** Cuts a file that is there as a whole, over several turns of the event loop. */
export async function partsOf(file: Uint8Array, size: number): Promise<FileParts> {
  const cutter = new PartCutter(size);
  await inPieces(file, (piece) => cutter.add(piece));
  return cutter.end();
}

/** The SHA-256 of a file, over several turns of the event loop and without a copy. */
export async function hashOf(file: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  await inPieces(file, (piece) => hash.update(piece));
  return hash.digest('base64url');
}

/** A copy that may move to another thread; a long one is made over several turns of the event loop. */
export async function ownCopy(bytes: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  let at = 0;
  await inPieces(bytes, (piece) => {
    copy.set(piece, at);
    at += piece.length;
  });
  return copy;
}

/** The memory of these bytes where nothing else lies in it: it moves to another thread, for a copy would be a long turn. */
export function movable(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [];
}

/** A short file in one piece; else each slice of the work has a turn of its own, however many files are worked at. */
async function inPieces(bytes: Uint8Array, work: (piece: Uint8Array) => void): Promise<void> {
  let until = bytes.length > limits.work.piece ? 0 : Number.POSITIVE_INFINITY;
  for (let at = 0; at < bytes.length; at += limits.work.piece) {
    if (performance.now() >= until) {
      await ownTurn();
      until = performance.now() + limits.slice;
    }
    work(bytes.subarray(at, at + limits.work.piece));
  }
}
