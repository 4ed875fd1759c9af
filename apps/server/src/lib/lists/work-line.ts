import { Refusal } from '../refusal.ts';
import { Slices } from '../slices.ts';

const RETRY_AFTER = 2;

/**
 * Long works that somebody waits for, one after another in slices, so that however many are asked for at once no turn of
 * the event loop gets longer (quality: 50 ms). Who comes when too many wait is refused with 503.
 */
export class WorkLine {
  readonly #most: number;
  readonly #slices = new Slices((fault) => {
    throw fault;
  });
  #waiting = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Begins at once where nothing else is under way: short work is done when this returns. */
  run<Result>(work: Generator<unknown, Result>): Promise<Result> {
    if (this.#waiting >= this.#most) return Promise.reject(new Refusal('busy', { retryAfter: RETRY_AFTER }));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting++;
    this.#slices.add(this.#told(work, { resolve, reject }));
    return promise;
  }

  *#told<Result>(
    work: Generator<unknown, Result>,
    { resolve, reject }: { readonly resolve: (result: Result) => void; readonly reject: (fault: unknown) => void },
  ): Generator<unknown, void> {
    try {
      resolve(yield* work);
    } catch (fault) {
      reject(fault);
    } finally {
      this.#waiting--;
    }
  }
}
