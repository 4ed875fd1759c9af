import type { Caller } from '@sheetwire/client/caller';
import { limits } from '@sheetwire/contract/limits';
import { serverFigures } from '@sheetwire/contract/server/calls';
import { createStore } from 'zustand/vanilla';
import { errorText } from '#lib/api.ts';
import type { Clock } from '#lib/clock.ts';
import { isGivenUpLate } from '#lib/give-up-late.ts';
import { type Hidden, Polling } from '#lib/polling.ts';
import { askedNames, type ServerAnswer } from './figures.ts';

export interface ServerState {
  /** The newest answer. */
  readonly answer: ServerAnswer | undefined;
  /** The first one of the same server: what grew since then is told. */
  readonly first: ServerAnswer | undefined;
  /** Why there is no newer one, '' when there is. */
  readonly failure: string;
}

export interface ServerDeps {
  readonly call: Caller;
  readonly clock: Clock;
  readonly isHidden: Hidden;
}

/** The figures of the server that answers, asked again every few seconds while the page is visible. */
export class ServerModel {
  readonly store = createStore<ServerState>(() => ({ answer: undefined, first: undefined, failure: '' }));
  readonly #call: Caller;
  readonly #polling: Polling;

  constructor({ call, ...deps }: ServerDeps) {
    this.#call = call;
    this.#polling = new Polling({ ...deps, every: limits.untoldPoll, ask: (signal) => this.#ask(signal) });
  }

  start(): void {
    this.#polling.start();
  }

  stop(): void {
    this.#polling.stop();
  }

  again(): void {
    this.#polling.now();
  }

  async #ask(signal: AbortSignal): Promise<void> {
    try {
      const answer = await this.#call(serverFigures, { names: askedNames }, { signal });
      if (signal.aborted) return;
      const { first } = this.store.getState();
      this.store.setState({ answer, first: isSame(first, answer) ? first : answer, failure: '' });
    } catch (error) {
      if (!signal.aborted || isGivenUpLate(signal)) this.store.setState({ failure: errorText(error) });
    }
  }
}

/** Another server, or the same one started again, counts from elsewhere. */
function isSame(one: ServerAnswer | undefined, other: ServerAnswer): boolean {
  return one !== undefined && one.host === other.host && startOf(one) === startOf(other);
}

function startOf({ figures = [] }: ServerAnswer): number | undefined {
  return figures.find(({ name }) => name === 'sheetwire_process_start_time_seconds')?.value;
}
