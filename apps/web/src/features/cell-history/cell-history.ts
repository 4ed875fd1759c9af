import { CallError } from '@sheetwire/client/failures';
import type { Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { cellHistory } from '@sheetwire/contract/past/calls';
import { createStore } from 'zustand/vanilla';
import { LatestWins } from '#features/time/latest-wins.ts';
import { errorText } from '#lib/api.ts';
import type { Clock } from '#lib/clock.ts';

export type CellAnswer = Output<typeof cellHistory>;
export type CellValue = CellAnswer['values'][number];

/** Which cell, as of when, and how many of its values. */
export interface CellQuestion {
  readonly cell: string;
  /** ISO 8601; undefined is now. */
  readonly to: string | undefined;
  readonly most: number;
}

export type CellState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly text: string }
  | ({ readonly kind: 'told' } & Told);

interface Told extends CellAnswer {
  readonly cell: string;
  /** It was there, and is no more: its values are those until then. */
  readonly isGone: boolean;
  /** The last question had no answer: there may be newer values. */
  readonly isLate: boolean;
}

export interface CellHistoryDeps {
  readonly clock: Clock;
  ask(question: CellQuestion): Promise<CellAnswer>;
  /** Where the cell is in what is shown, and as of when that is. */
  where(): Omit<CellQuestion, 'most'>;
  /** How many values at first, and after each wish for older ones. */
  readonly most: readonly number[];
}

/** What a cell held, and goes on to hold while it is looked at (time 3). */
export class CellHistory {
  readonly state = createStore<CellState>(() => ({ kind: 'loading' }));
  readonly #deps: CellHistoryDeps;
  readonly #queue: LatestWins<number>;
  #step = 0;
  #isStopped = false;

  constructor(deps: CellHistoryDeps) {
    this.#deps = deps;
    this.#queue = new LatestWins({ clock: deps.clock, gap: limits.past.cellFresh, run: (most) => this.#load(most) });
  }

  /** Asks now; the answer stops it. */
  start(): () => void {
    this.#isStopped = false;
    this.refresh();
    return () => {
      this.#isStopped = true;
      this.#queue.stop();
    };
  }

  /** What is shown changed, or the last question failed. */
  refresh(): void {
    this.#queue.ask(this.#most);
  }

  /** Values before those that are told. */
  older(): void {
    this.#step = Math.min(this.#step + 1, this.#deps.most.length - 1);
    this.refresh();
  }

  /** More of them than this are not told. */
  get isAtMost(): boolean {
    return this.#step === this.#deps.most.length - 1;
  }

  get #most(): number {
    return this.#deps.most[this.#step] ?? 1;
  }

  async #load(most: number): Promise<void> {
    const { ask, where } = this.#deps;
    const { cell, to } = where();
    const before = this.state.getState();
    try {
      const answer = await ask({ cell, to, most });
      if (this.#isStopped) return;
      const isGone = answer.values.length === 0 && before.kind === 'told' && before.values.length > 0;
      const told = isGone ? before : answer;
      this.state.setState({ ...told, kind: 'told', cell, isGone, isLate: false }, true);
    } catch (error) {
      if (this.#isStopped) return;
      const isGone = isPageGone(error);
      if (before.kind === 'told') this.state.setState({ ...before, isGone, isLate: !isGone }, true);
      else this.state.setState({ kind: 'failed', text: errorText(error) }, true);
    }
  }
}

/** The page is not in what is shown: it was renamed, or came later. */
export function isPageGone(error: unknown): boolean {
  return error instanceof CallError && error.code === 'unknown_page';
}
