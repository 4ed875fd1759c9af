import type { Machine } from './machine.ts';

/** What is to happen at a moment of the simulated time. */
interface Happening {
  readonly at: number;
  readonly order: number;
  readonly what: string;
  readonly machine: Machine | undefined;
  readonly run: () => unknown;
  isCancelled: boolean;
}

/** Takes back what was planned. */
export type Cancel = () => void;

export interface Planned {
  /** In how many ms. */
  readonly after: number;
  /** A word for the trace. */
  readonly what: string;
  /** On which machine; nobody's when undefined, and left out the one at work. */
  readonly machine?: Machine | undefined;
  readonly run: () => unknown;
}

/** Beyond so many happenings in one moment something turns in a circle. */
const MOST_IN_A_MOMENT = 100_000;

/**
 * Owns time and order: one happening at a time, each to its last promise, in the order of their moments. What runs on a
 * frozen machine waits until it goes on; what was to run on one that is gone does not.
 */
export class Scheduler {
  /** Milliseconds since the beginning. */
  now = 0;
  /** The machine at work. */
  current: Machine | undefined;
  /** Happenings so far. */
  count = 0;
  /** What was thrown where nobody catches it. */
  readonly faults: string[] = [];
  readonly #heap: Happening[] = [];
  #order = 0;
  #digest = 0;

  /** A number for all that happened so far and its order. */
  get digest(): string {
    return (this.#digest >>> 0).toString(16).padStart(8, '0');
  }

  plan(planned: Planned): Cancel {
    const { after, what, run } = planned;
    const machine = 'machine' in planned ? planned.machine : this.current;
    const at = this.now + Math.max(0, after);
    const happening = { at, order: this.#order++, what, machine, run, isCancelled: false };
    this.#push(happening);
    return () => {
      happening.isCancelled = true;
    };
  }

  /** Waits in the simulated time. */
  pause(after: number, what = 'pause'): Promise<void> {
    return new Promise((run) => this.plan({ after, what, run }));
  }

  /** Plans anew what waited for a frozen machine. */
  goOn(machine: Machine): void {
    const held = machine.thaw();
    for (const happening of held) this.plan({ ...happening, after: 0, machine });
  }

  /** Runs everything until a moment, or until it is so. */
  async run(until: number, isDone: () => boolean = () => false): Promise<void> {
    let inThisMoment = 0;
    await settled();
    while (!isDone()) {
      const next = this.#heap[0];
      if (next === undefined || next.at > until) break;
      this.#pop();
      inThisMoment = next.at > this.now ? 0 : inThisMoment + 1;
      if (inThisMoment > MOST_IN_A_MOMENT) throw new Error(`the simulation stands still at ${this.now}: ${next.what}`);
      this.now = next.at;
      await this.#do(next);
    }
    if (!isDone()) this.now = Math.max(this.now, until);
  }

  async #do({ isCancelled, machine, what, run }: Happening): Promise<void> {
    if (isCancelled || machine?.isGone) return;
    if (machine?.isFrozen) {
      machine.hold({ what, run });
      return;
    }
    this.count++;
    this.note(`${this.now} ${machine?.name ?? ''} ${what}`);
    this.current = machine;
    try {
      const done = run();
      if (done instanceof Promise) done.catch((fault: unknown) => this.fault(what, fault));
    } catch (fault) {
      this.fault(what, fault);
    }
    await settled();
    this.current = undefined;
  }

  fault(what: string, fault: unknown): void {
    this.faults.push(`${what}: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`);
  }

  /** Takes a text into the digest (FNV-1a). */
  note(text: string): void {
    let digest = this.#digest ^ 0x81_1c_9d_c5;
    for (let n = 0; n < text.length; n++) digest = Math.imul(digest ^ text.charCodeAt(n), 0x01_00_01_93);
    this.#digest = digest;
  }

  #push(happening: Happening): void {
    const heap = this.#heap;
    let place = heap.push(happening) - 1;
    for (let up = (place - 1) >> 1; place > 0 && isBefore(happening, heap[up]); up = (place - 1) >> 1) {
      swap(heap, place, up);
      place = up;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const least = isBefore(heap[right], heap[left]) ? right : left;
      if (!isBefore(heap[least], heap[place])) return;
      swap(heap, place, least);
      place = least;
    }
  }
}

function isBefore(one: Happening | undefined, other: Happening | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function swap(heap: Happening[], one: number, other: number): void {
  const [a, b] = [heap[one], heap[other]];
  if (a === undefined || b === undefined) return;
  heap[one] = b;
  heap[other] = a;
}

/** Once every promise that can go on has: a tick comes after the last of them. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}
