interface Taker {
  add(chunk: Buffer): void;
}

/** Pieces of a body that are shorter are copied together: each of them is an object of some two hundred bytes beside its own. */
const SMALL = 1024;
/** So many bytes are handed on as one. */
const ROOM = 16 * 1024;

/**
 * Hands on what comes, small pieces together: a client that sends a body byte by byte would otherwise take some hundred
 * times its length in memory. The first piece is handed on as it is, as most bodies come in one.
 */
export class SmallPieces {
  readonly #taker: Taker;
  #isLater = false;
  #room = Buffer.alloc(0);
  #used = 0;

  constructor(taker: Taker) {
    this.#taker = taker;
  }

  add(chunk: Buffer): void {
    if (chunk.length >= SMALL || !this.#isLater) {
      this.#isLater = true;
      this.handOn();
      this.#taker.add(chunk);
      return;
    }
    if (this.#used + chunk.length > this.#room.length) {
      this.handOn();
      this.#room = Buffer.allocUnsafeSlow(ROOM);
    }
    this.#used += chunk.copy(this.#room, this.#used);
  }

  /** Hands on what is held back; what comes next has the rest of the room. */
  handOn(): void {
    if (this.#used === 0) return;
    this.#taker.add(this.#room.subarray(0, this.#used));
    this.#room = this.#room.subarray(this.#used);
    this.#used = 0;
  }
}
