/** A publish, and how it ended: `unknown` when no answer came, so that its content may or may not have been kept. */
export interface Published {
  readonly what: 'published';
  readonly topic: string;
  /** What every cell of it says; a publish has one of its own, but for those that bring an earlier one back. */
  readonly value: number;
  readonly from: number;
  readonly at: number;
  readonly end: 'kept' | 'refused' | 'unknown';
  /** Of one that was kept. */
  readonly version?: number;
  /** Of one that was not: the status and code of the refusal. */
  readonly why?: string;
  /** The version whose cells were changed; of a whole report none. */
  readonly base?: number | undefined;
  /** Of one that was refused for another version: which that is. */
  readonly have?: number | undefined;
}

/** What a viewer's screen shows from now on; no value when the report was taken off it. */
export interface Shown {
  readonly what: 'shown';
  readonly viewer: string;
  readonly topic: string;
  readonly at: number;
  readonly version: number;
  /** Every value that a cell says, once. */
  readonly values: readonly number[];
}

/** The words on a viewer's screen from now on. */
export interface Says {
  readonly what: 'says';
  readonly viewer: string;
  readonly topic: string;
  readonly at: number;
  readonly words: string;
}

/** A viewer was given the right to view, or lost it; `isSure` when the portal said that it is so. */
export interface RightChanged {
  readonly what: 'right';
  readonly viewer: string;
  readonly topic: string;
  readonly from: number;
  readonly at: number;
  readonly isHeld: boolean;
  readonly isSure: boolean;
}

/** A value that a viewer set in a control. */
export interface Entered {
  readonly what: 'entered';
  readonly topic: string;
  readonly value: string;
  readonly from: number;
  readonly at: number;
  readonly end: 'updated' | 'refused' | 'unknown';
  /** Of one that was not updated. */
  readonly why?: string;
}

/** The same value, as it came to the publisher's program. */
export interface Handed {
  readonly what: 'handed';
  readonly topic: string;
  readonly value: string;
  readonly at: number;
}

/** A version as the store has it at the end. */
export interface Stored {
  readonly what: 'stored';
  readonly topic: string;
  readonly version: number;
  readonly values: readonly number[];
}

/** How many snapshots of a topic the store has at the end, and how many were noted as taken. */
export interface Snapshots {
  readonly what: 'snapshots';
  readonly topic: string;
  readonly kept: number;
  readonly noted: number;
}

/** A fault and when it was over. */
export interface Faulty {
  readonly what: 'fault';
  readonly name: string;
  readonly from: number;
  readonly at: number;
}

export type Fact = Published | Shown | Says | RightChanged | Entered | Handed | Stored | Snapshots | Faulty;

/** Facts of one kind, in their order. */
export function factsOf<What extends Fact['what']>(
  facts: readonly Fact[],
  what: What,
): Extract<Fact, { what: What }>[] {
  return facts.filter((fact): fact is Extract<Fact, { what: What }> => fact.what === what);
}

/** What happened, noted by one clock as it happens. */
export class History {
  readonly facts: Fact[] = [];
  readonly #watch: () => number;
  readonly #from: number;
  readonly #waiting = new Set<() => void>();

  /** By this process's watch, or one that is given, in ms. */
  constructor(watch: () => number = () => performance.now()) {
    this.#watch = watch;
    this.#from = watch();
  }

  /** Milliseconds since it was begun. */
  now(): number {
    return Math.round((this.#watch() - this.#from) * 10) / 10;
  }

  add(fact: Fact): void {
    this.facts.push(fact);
    for (const look of [...this.#waiting]) look();
  }

  /** Waits until it is so, asked with each fact; answers false after so many ms without. */
  async until(isSo: () => boolean, within: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const look = () => isSo() && resolve(true);
    const timer = setTimeout(() => resolve(isSo()), within);
    this.#waiting.add(look);
    look();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(look);
    }
  }
}
