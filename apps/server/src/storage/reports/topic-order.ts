/** Keeps the work of one topic in the order of the calls while its preparation takes time; other topics go on. */
export class TopicOrder {
  readonly #tails = new Map<string, Promise<unknown>>();

  /**
   * Prepares at once, puts what was prepared in its place when every earlier call of the topic has started to write, and
   * starts to write then. The answer holds the write's promise, since the next call waits for the start only.
   */
  async run<Prepared, Placed>(
    topic: string,
    prepare: () => Promise<Prepared>,
    work: { place(prepared: Prepared): Promise<Placed>; write(placed: Placed): Promise<void> },
  ): Promise<{ readonly done: Promise<void> }> {
    const before = this.#tails.get(topic);
    const started = this.#start(before, prepare(), work);
    const tail = started.catch(() => undefined);
    this.#tails.set(topic, tail);
    try {
      return await started;
    } finally {
      if (this.#tails.get(topic) === tail) this.#tails.delete(topic);
    }
  }

  async #start<Prepared, Placed>(
    before: Promise<unknown> | undefined,
    preparing: Promise<Prepared>,
    { place, write }: { place(prepared: Prepared): Promise<Placed>; write(placed: Placed): Promise<void> },
  ): Promise<{ readonly done: Promise<void> }> {
    const [prepared] = await Promise.all([preparing, before]);
    const done = write(await place(prepared));
    done.catch(() => undefined);
    return { done };
  }
}
