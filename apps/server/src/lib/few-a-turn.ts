/** Works of one turn, once there are too many. */
const AT_ONCE = 8;

/**
 * Many short works that are asked for in one turn of the event loop: they begin at once for so long, the others a few a turn
 * in their order, with whatever else is due between them. A poll of thousands of lines is one turn otherwise.
 */
export class FewATurn {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  /** When the present turn has had its share; undefined where nothing began in it. */
  #until: number | undefined;
  #isPlanned = false;

  /** Works begin at once for so many ms of a turn. */
  constructor(most: number) {
    this.#most = most;
  }

  add(work: () => void): void {
    if (this.#until === undefined) {
      this.#until = performance.now() + this.#most;
      setImmediate(() => {
        this.#until = undefined;
      });
    }
    if (this.#waiting.length === 0 && performance.now() < this.#until) work();
    else this.#put(work);
  }

  #put(work: () => void): void {
    this.#waiting.push(work);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => this.#beginSome());
  }

  /** Each is a callback of its own: what follows from one at once is done before the next. */
  #beginSome(): void {
    const count = Math.min(AT_ONCE, this.#waiting.length);
    for (let n = 0; n < count; n++) setImmediate(() => this.#waiting.shift()?.());
    setImmediate(() => {
      this.#isPlanned = this.#waiting.length > 0;
      if (this.#isPlanned) this.#beginSome();
    });
  }
}
