import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';

/** Steps between two looks at the clock. */
const STEPS = 32;

/** How long a slice may be, ms, and after how many steps the clock is looked at. */
export interface SliceLength {
  readonly most: number;
  readonly steps: number;
}

const usual: SliceLength = { most: limits.slice, steps: STEPS };

/** Long work a little at a time, in the order in which it came: whatever else is due goes on in between (quality: 50 ms). */
export class Slices {
  readonly #onFault: (fault: unknown) => void;
  readonly #length: SliceLength;
  readonly #waiting: Iterator<unknown>[] = [];
  #planned: NodeJS.Immediate | undefined;
  #isRunning = false;
  #rooms: { readonly most: number; readonly resolve: () => void }[] = [];

  constructor(onFault: (fault: unknown) => void, length = usual) {
    this.#onFault = onFault;
    this.#length = length;
  }

  /** True when nothing is left to do. */
  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Resolves once no more than so many works wait; undefined when that is so. */
  room(most: number): Promise<void> | undefined {
    if (this.#waiting.length <= most) return undefined;
    return new Promise((resolve) => this.#rooms.push({ most, resolve }));
  }

  /** Begins at once; short work is done when this returns. */
  add(work: Iterator<unknown>): void {
    this.#waiting.push(work);
    if (this.#planned === undefined && !this.#isRunning) this.#run();
  }

  /** Leaves what is not done undone. */
  stop(): void {
    this.#waiting.length = 0;
    clearImmediate(this.#planned);
    this.#planned = undefined;
    this.#tellRooms();
  }

  #run(): void {
    this.#planned = undefined;
    this.#isRunning = true;
    const until = performance.now() + this.#length.most;
    do this.#advance();
    while (this.#waiting.length > 0 && performance.now() < until);
    this.#isRunning = false;
    if (this.#waiting.length > 0) this.#planned = setImmediate(() => this.#run());
  }

  /** What fails is given up, not what waits behind it. */
  #advance(): void {
    const [work] = this.#waiting;
    try {
      let isDone = false;
      for (let step = 0; step < this.#length.steps && !isDone; step++) isDone = work?.next().done !== false;
      if (isDone) this.#end(work);
    } catch (fault) {
      this.#end(work);
      this.#onFault(fault);
    }
  }

  /** It may have been stopped meanwhile. */
  #end(work: Iterator<unknown> | undefined): void {
    if (this.#waiting[0] === work) this.#waiting.shift();
    this.#tellRooms();
  }

  #tellRooms(): void {
    if (this.#rooms.length === 0) return;
    const { length } = this.#waiting;
    const due = this.#rooms.filter(({ most }) => length <= most);
    this.#rooms = this.#rooms.filter(({ most }) => length > most);
    for (const { resolve } of due) resolve();
  }
}

/** Time for long work that waits for things in between: asked after each piece, it lets whatever else is due go on. */
export class Slice {
  #until = performance.now() + limits.slice;

  /** Resolves at once while the slice is not used up. */
  async rest(): Promise<void> {
    if (performance.now() < this.#until) return;
    await nextTurn();
    this.#until = performance.now() + limits.slice;
  }
}

/** Does all of a work in slices; answers what it gives. */
export async function inSlices<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + limits.slice;
    do {
      for (let step = 0; step < STEPS; step++) {
        const { done, value } = work.next();
        if (done) return value;
      }
    } while (performance.now() < until);
    await nextTurn();
  }
}

/** Does all of a work at once; answers what it gives. */
export function inOneGo<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
