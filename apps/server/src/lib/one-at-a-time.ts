/**
 * Work that reads what there is now: never twice at once, so that an older reading cannot come last, and once more
 * after the present run when it was asked for meanwhile, however often.
 */
export class OneAtATime {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when a run that began after this call is done. */
  run(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#work().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.run();
      });
    return this.#next;
  }

  /** Nothing is under way, nor asked for. */
  get isIdle(): boolean {
    return this.#running === undefined && this.#next === undefined;
  }

  /** Waits for the run under way, whatever becomes of it. */
  async settle(): Promise<void> {
    while (this.#running ?? this.#next) await (this.#next ?? this.#running)?.catch(() => undefined);
  }
}
