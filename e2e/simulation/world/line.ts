import type { Machine } from './machine.ts';
import type { World } from './world.ts';

/** `dead` refuses at once; `silent` takes every byte and brings none until it is open again. */
export type LineState = 'open' | 'dead' | 'silent';

interface Asked {
  readonly machine: Machine | undefined;
  readonly reject: (fault: Error) => void;
  hasArrived: boolean;
  /** Nobody waits for the answer any more; what has not arrived may still do. */
  isBroken: boolean;
}

export interface LineOptions {
  readonly what: string;
  /** What one way takes, ms. */
  readonly from: number;
  readonly to: number;
  /** What who asks is told when the line is gone. */
  readonly fault: (words: string) => Error;
}

/** A server's line to something that answers questions: slow, silent or cut as a seed wants it. */
export class Line {
  readonly #world: World;
  readonly #options: LineOptions;
  readonly #asked = new Set<Asked>();
  #state: LineState = 'open';
  #held: (() => void)[] = [];
  /** What each way takes more, ms. */
  late = 0;
  /** Asked on the way there and on the way back: true loses the line at that moment. */
  breaks: (way: 'there' | 'back', what: string) => boolean = () => false;

  constructor(world: World, options: LineOptions) {
    this.#world = world;
    this.#options = options;
  }

  get state(): LineState {
    return this.#state;
  }

  /** What was held by a silent line is carried now. */
  become(state: LineState): void {
    this.#state = state;
    if (state === 'dead') this.break();
    if (state !== 'open') return;
    const held = this.#held;
    this.#held = [];
    for (const carry of held) carry();
  }

  /** Every question under way is lost; half of those that are on their way arrive all the same. */
  break(): void {
    const { what, fault } = this.#options;
    for (const asked of [...this.#asked]) {
      this.#asked.delete(asked);
      asked.isBroken = true;
      if (!asked.hasArrived && this.#world.isSo(1 / 2)) asked.hasArrived = true;
      const run = () => asked.reject(fault('the line was cut'));
      this.#world.scheduler.plan({ after: 1, what: `${what} cut`, machine: asked.machine, run });
    }
  }

  /** Has something done at the other end; rejects when the line is lost meanwhile, whatever became of it there. */
  ask<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { scheduler } = this.#world;
    const machine = scheduler.current;
    return new Promise<T>((resolve, reject) => {
      const refuse = (words: string) => {
        const run = () => reject(this.#options.fault(words));
        scheduler.plan({ after: 1, what: `${what} refused`, machine, run });
      };
      if (this.#state === 'dead') {
        refuse('the line is down');
        return;
      }
      const asked: Asked = { machine, reject, hasArrived: false, isBroken: false };
      this.#asked.add(asked);
      const back = (answer: () => void) =>
        this.#carry(`${what} answer`, machine, () => {
          if (asked.isBroken) return;
          this.#asked.delete(asked);
          answer();
        });
      this.#carry(what, undefined, async () => {
        if (asked.isBroken && !asked.hasArrived) return;
        asked.hasArrived = true;
        if (!asked.isBroken && this.breaks('there', what)) {
          this.#asked.delete(asked);
          asked.isBroken = true;
          refuse('the line was cut');
          return;
        }
        const answer = await work().then(
          (value) => () => resolve(value),
          (fault: unknown) => () => reject(fault),
        );
        if (!asked.isBroken && this.breaks('back', what)) {
          this.#asked.delete(asked);
          asked.isBroken = true;
          refuse('the line was cut');
        } else back(answer);
      });
    });
  }

  #carry(what: string, machine: Machine | undefined, run: () => unknown): void {
    const { scheduler, between } = this.#world;
    const { from, to } = this.#options;
    const arrive = () => {
      if (this.#state === 'silent') this.#held.push(() => scheduler.plan({ after: 0, what, machine, run }));
      else return run();
    };
    scheduler.plan({ after: between(from, to) + this.late, what, machine, run: arrive });
  }
}
