import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '#lib/clock.ts';
import { noteFault } from '#lib/faults.ts';
import { type CellAnswer, type CellQuestion, isPageGone } from './cell-history.ts';
import type { CellPlace } from './cell-place.ts';

/** What is asked of a cell. */
type CellName = Pick<CellPlace, 'name'>;

export interface RangeDeps {
  readonly clock: Clock;
  readonly places: readonly CellName[];
  ask(question: CellQuestion): Promise<CellAnswer>;
  to(): string | undefined;
}

/** What is known of the cells of a range, by their places; a cell whose question had no answer stays as it was. */
export interface RangeState {
  readonly answers: ReadonlyMap<CellName, CellAnswer>;
  readonly isFailed: boolean;
}

/** The values of a few cells, asked for one after the other: the server works out one look of a reader at a time. */
export class RangeLines {
  readonly state = createStore<RangeState>(() => ({ answers: new Map(), isFailed: false }));
  readonly #deps: RangeDeps;
  #round = 0;
  #isBusy = false;
  #isWanted = false;
  #cancel: (() => void) | undefined;

  constructor(deps: RangeDeps) {
    this.#deps = deps;
  }

  start(): () => void {
    void this.#run();
    return () => {
      this.#round++;
      this.#cancel?.();
      this.#cancel = undefined;
    };
  }

  /** Another version is shown: asked again soon, and not for each of them. */
  refresh(): void {
    if (this.#isBusy) this.#isWanted = true;
    else
      this.#cancel ??= this.#deps.clock.after(limits.past.fresh, () => {
        this.#cancel = undefined;
        void this.#run();
      });
  }

  async #run(): Promise<void> {
    const { places, ask, to } = this.#deps;
    const round = ++this.#round;
    this.#isBusy = true;
    let isFailed = false;
    for (const place of places) {
      try {
        const answer = await ask({ cell: place.name, to: to(), most: limits.past.sparklineValues }).catch(noneOfGone);
        if (round !== this.#round) return;
        const { answers } = this.state.getState();
        this.state.setState({ answers: new Map(answers).set(place, answer) });
      } catch (fault) {
        noteFault(fault);
        isFailed = true; // Told with all of them, and asked again.
      }
      if (round !== this.#round) return;
    }
    this.#isBusy = false;
    this.state.setState({ isFailed });
    if (isFailed || this.#isWanted) this.refresh();
    this.#isWanted = false;
  }
}

/** A page that is gone has no values: asking again would change nothing. */
function noneOfGone(error: unknown): CellAnswer {
  if (isPageGone(error)) return { values: [], more: false, thinned: [] };
  throw error;
}
