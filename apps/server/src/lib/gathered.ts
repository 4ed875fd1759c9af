import { setImmediate as nextTurn } from 'node:timers/promises';

/** How a kind of thing is read: many at once, found by their keys. */
interface Reading<Key, Value> {
  /** Answers those that there are. */
  readonly read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;
  /** Keys of one reading. */
  readonly most: number;
  /** Readings that are under way at the same time. */
  readonly atOnce: number;
}

interface Asked<Value> {
  readonly answer: Promise<Value | undefined>;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Looks that many ask for at once, as few readings: who comes while readings are under way shares the next. A reading
 * always begins after it was asked for, so that it never tells of a time before. One that fails fails for all it was for.
 */
export class Gathered<Key, Value> {
  readonly #reading: Reading<Key, Value>;
  readonly #waiting = new Map<Key, Asked<Value>>();
  #underWay = 0;

  constructor(reading: Reading<Key, Value>) {
    this.#reading = reading;
  }

  get(key: Key): Promise<Value | undefined> {
    const known = this.#waiting.get(key);
    if (known) return known.answer;
    const { promise: answer, resolve, reject } = Promise.withResolvers<Value | undefined>();
    this.#waiting.set(key, { answer, resolve, reject });
    if (this.#underWay < this.#reading.atOnce) void this.#readAll();
    return answer;
  }

  async #readAll(): Promise<void> {
    this.#underWay++;
    // Who asks in the same turn shares the first reading.
    await Promise.resolve();
    await this.#readSome();
    while (this.#waiting.size > 0) {
      // An embedded store answers in the same turn: whatever else is due goes on between two readings.
      await nextTurn();
      await this.#readSome();
    }
    this.#underWay--;
  }

  async #readSome(): Promise<void> {
    const some = [...this.#waiting].slice(0, this.#reading.most);
    if (some.length === 0) return;
    for (const [key] of some) this.#waiting.delete(key);
    try {
      const found = await this.#reading.read(some.map(([key]) => key));
      for (const [key, { resolve }] of some) resolve(found.get(key));
    } catch (fault) {
      for (const [, { reject }] of some) reject(fault);
    }
  }
}
