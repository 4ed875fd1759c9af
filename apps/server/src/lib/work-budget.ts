import { Refusal } from './refusal.ts';

/** Bytes of foreign input in work at once. */
interface WorkBounds {
  readonly server: number;
  /** Of one user with all credentials, or of one address without a user. */
  readonly caller: number;
  /** Of all callers without a user together: the rest is left for those who are known. */
  readonly strangers: number;
}

/** Who sends the input. */
interface WorkCaller {
  /** A user, or the network of a caller without one. */
  readonly name: string;
  readonly isKnown: boolean;
}

/** What one request holds of the budget; it gives back all of it at its end, however that comes. */
export interface WorkShare {
  /** The end has come: nothing is counted any more. */
  readonly isOver: boolean;
  /** Refuses with 429 or 503 and Retry-After what is too much. */
  take(bytes: number): void;
  giveBack(bytes: number): void;
  /** Does a part of the work; an end that is told meanwhile comes when the part is done, for its bytes are held so long. */
  during<T>(part: () => Promise<T>): Promise<T>;
  end(): void;
}

const RETRY_AFTER = 2;
/** So many networks together may take all that is left to callers without a user. */
const STRANGERS = 4;

/** A request so small that nobody counts it. */
export const uncounted: WorkShare = {
  isOver: false,
  take: () => undefined,
  giveBack: () => undefined,
  during: (part) => part(),
  end: () => undefined,
};

/**
 * The bytes that are received, unpacked and parsed at once, for the server and for each caller (safety 3): a small body
 * may unpack to a large one, so each byte is counted as it comes and before the next one is asked for.
 */
export class WorkBudget {
  readonly #bounds: WorkBounds;
  readonly #callers = new Map<string, number>();
  #taken = 0;
  #ofStrangers = 0;

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
  }

  /** Bytes in work now. */
  get taken(): number {
    return this.#taken;
  }

  open(caller: WorkCaller): WorkShare {
    return new Share((bytes) => this.#take(caller, bytes));
  }

  #take(caller: WorkCaller, bytes: number): void {
    if (bytes > 0) this.#refuse(caller, bytes);
    this.#add(caller, bytes);
  }

  #refuse({ name, isKnown }: WorkCaller, bytes: number): void {
    const most = isKnown ? this.#bounds.caller : this.#bounds.strangers / STRANGERS;
    if ((this.#callers.get(name) ?? 0) + bytes > most) {
      const message = 'You have too many requests in progress; wait for one to finish and try again';
      throw new Refusal('too_many', { message, retryAfter: RETRY_AFTER });
    }
    const isRoom = isKnown || this.#ofStrangers + bytes <= this.#bounds.strangers;
    if (!isRoom || this.#taken + bytes > this.#bounds.server) throw new Refusal('busy', { retryAfter: RETRY_AFTER });
  }

  #add({ name, isKnown }: WorkCaller, bytes: number): void {
    this.#taken += bytes;
    if (!isKnown) this.#ofStrangers += bytes;
    const left = (this.#callers.get(name) ?? 0) + bytes;
    if (left > 0) this.#callers.set(name, left);
    else this.#callers.delete(name);
  }
}

class Share implements WorkShare {
  /** Takes from the budget; a negative number gives back. */
  readonly #move: (bytes: number) => void;
  #own = 0;
  #parts = 0;
  #isEnding = false;

  constructor(move: (bytes: number) => void) {
    this.#move = move;
  }

  get isOver(): boolean {
    return this.#isEnding && this.#parts === 0;
  }

  take(bytes: number): void {
    // What still arrives for an ended request goes nowhere.
    if (this.isOver) return;
    this.#move(bytes);
    this.#own += bytes;
  }

  giveBack(bytes: number): void {
    const back = Math.min(this.#own, bytes);
    this.#own -= back;
    this.#move(-back);
  }

  async during<T>(part: () => Promise<T>): Promise<T> {
    this.#parts++;
    try {
      return await part();
    } finally {
      this.#parts--;
      this.#giveAll();
    }
  }

  end(): void {
    this.#isEnding = true;
    this.#giveAll();
  }

  #giveAll(): void {
    if (this.isOver) this.giveBack(this.#own);
  }
}
