import { Refusal } from './refusal.ts';

interface TurnBounds {
  /** Done at the same time, for all owners together. */
  readonly atOnce: number;
  /** Waiting, for all owners together; who comes then is refused with 503. */
  readonly waiting: number;
  /** Waiting of one owner; who asks for more is refused with 429. */
  readonly waitingOfOne: number;
}

const RETRY_AFTER = 2;

interface Waiting {
  readonly owner: string;
  readonly begin: () => void;
}

/** Heavy work in turns: one piece of each owner at a time, a few of all, and a bounded line of who waits (safety 3). */
export class Turns {
  readonly #bounds: TurnBounds;
  readonly #owners = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  /** Works when the owner's turn has come; refuses when too many wait. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(owner);
    try {
      return await work();
    } finally {
      this.#owners.delete(owner);
      this.#next();
    }
  }

  #turn(owner: string): Promise<void> {
    if (this.#mayBegin(owner)) {
      this.#owners.add(owner);
      return Promise.resolve();
    }
    const ofOwner = this.#waiting.filter((waiting) => waiting.owner === owner).length;
    if (ofOwner >= this.#bounds.waitingOfOne) throw new Refusal('too_many', { retryAfter: RETRY_AFTER });
    if (this.#waiting.length >= this.#bounds.waiting) throw new Refusal('busy', { retryAfter: RETRY_AFTER });
    return new Promise((begin) => this.#waiting.push({ owner, begin }));
  }

  #mayBegin(owner: string): boolean {
    return this.#owners.size < this.#bounds.atOnce && !this.#owners.has(owner);
  }

  #next(): void {
    const at = this.#waiting.findIndex(({ owner }) => this.#mayBegin(owner));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (!next) return;
    this.#owners.add(next.owner);
    next.begin();
  }
}
