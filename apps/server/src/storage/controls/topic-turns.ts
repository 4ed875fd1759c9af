interface Line {
  tail: Promise<unknown>;
  length: number;
}

/** The writes of one topic one after another: those that wait for its lock would hold connections that others need. */
export class TopicTurns {
  readonly #most: number;
  readonly #lines = new Map<string, Line>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Undefined when too many wait already. */
  run<T>(topic: string, work: () => Promise<T>): Promise<T> | undefined {
    const line = this.#lines.get(topic) ?? { tail: Promise.resolve(), length: 0 };
    if (line.length >= this.#most) return undefined;
    this.#lines.set(topic, line);
    line.length++;
    const done = line.tail.then(work).finally(() => {
      line.length--;
      if (line.length === 0) this.#lines.delete(topic);
    });
    line.tail = done.catch(() => undefined);
    return done;
  }
}
