import { Refusal } from './refusal.ts';

/** Bytes of foreign input in work at once. */
interface WorkBounds {
  readonly server: number;
  /** Of one credential, or of one address without one. */
  readonly caller: number;
}

/** What one request holds of the budget; it gives back all of it at its end, however that comes. */
export interface WorkShare {
  /** Refuses with 429 or 503 and Retry-After what is too much. */
  take(bytes: number): void;
  giveBack(bytes: number): void;
  end(): void;
}

const RETRY_AFTER = 2;

/** A request so small that nobody counts it. */
export const uncounted: WorkShare = { take: () => undefined, giveBack: () => undefined, end: () => undefined };

/**
 * The bytes that are received, unpacked and parsed at once, for the server and for each caller (safety 3): a small body
 * may unpack to a large one, so each byte is counted as it comes and before the next one is asked for.
 */
export class WorkBudget {
  readonly #bounds: WorkBounds;
  readonly #callers = new Map<string, number>();
  #taken = 0;

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
  }

  /** Bytes in work now. */
  get taken(): number {
    return this.#taken;
  }

  open(caller: string): WorkShare {
    let own = 0;
    let isOpen = true;
    const give = (bytes: number) => {
      own -= bytes;
      this.#add(caller, -bytes);
    };
    return {
      take: (bytes) => {
        // What still arrives for an ended request goes nowhere.
        if (!isOpen) return;
        this.#refuse(caller, bytes);
        own += bytes;
        this.#add(caller, bytes);
      },
      giveBack: (bytes) => give(Math.min(own, bytes)),
      end: () => {
        isOpen = false;
        give(own);
      },
    };
  }

  #refuse(caller: string, bytes: number): void {
    if ((this.#callers.get(caller) ?? 0) + bytes > this.#bounds.caller) {
      const message = 'Too much of this caller is under way at once; wait for an answer and try again';
      throw new Refusal('too_many', { message, retryAfter: RETRY_AFTER });
    }
    if (this.#taken + bytes > this.#bounds.server) throw new Refusal('busy', { retryAfter: RETRY_AFTER });
  }

  #add(caller: string, bytes: number): void {
    this.#taken += bytes;
    const left = (this.#callers.get(caller) ?? 0) + bytes;
    if (left > 0) this.#callers.set(caller, left);
    else this.#callers.delete(caller);
  }
}
