import { Refusal } from '../refusal.ts';
import { Slices } from '../slices.ts';

const RETRY_AFTER = 2;

interface Asked<Result> {
  readonly owner: string;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Long works that somebody waits for, one after another in slices, so that however many are asked for at once no turn of
 * the event loop gets longer (quality: 50 ms). Who comes when too many wait is refused with 503, an owner of too many of
 * them with 429: nobody fills the line for all.
 */
export class WorkLine {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #slices = new Slices((fault) => {
    throw fault;
  });
  readonly #ofOwners = new Map<string, number>();
  #waiting = 0;

  constructor(most: number, mostOfOne: number = most) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  /** Begins at once where nothing else is under way: short work is done when this returns. */
  run<Result>(work: Generator<unknown, Result>, owner = ''): Promise<Result> {
    if (this.#waiting >= this.#most) return Promise.reject(new Refusal('busy', { retryAfter: RETRY_AFTER }));
    const own = this.#ofOwners.get(owner) ?? 0;
    if (own >= this.#mostOfOne) return Promise.reject(new Refusal('too_many', { retryAfter: RETRY_AFTER }));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting++;
    this.#ofOwners.set(owner, own + 1);
    this.#slices.add(this.#told(work, { owner, resolve, reject }));
    return promise;
  }

  *#told<Result>(
    work: Generator<unknown, Result>,
    { owner, resolve, reject }: Asked<Result>,
  ): Generator<unknown, void> {
    try {
      resolve(yield* work);
    } catch (fault) {
      reject(fault);
    } finally {
      this.#waiting--;
      this.#left(owner);
    }
  }

  #left(owner: string): void {
    const own = (this.#ofOwners.get(owner) ?? 1) - 1;
    if (own > 0) this.#ofOwners.set(owner, own);
    else this.#ofOwners.delete(owner);
  }
}
