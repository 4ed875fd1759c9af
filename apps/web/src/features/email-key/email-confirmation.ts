import type { Caller } from '@sheetwire/client/caller';
import { confirmEmail } from '@sheetwire/contract/accounts';
import { createStore } from 'zustand/vanilla';
import { deedText } from '#lib/api.ts';

/** Where the confirmation of a new address stands; `none` when the page was opened without a key. */
export type ConfirmationState =
  | { readonly state: 'none' }
  | { readonly state: 'asking' }
  | { readonly state: 'answered'; readonly success: boolean; readonly message: string }
  | { readonly state: 'failed'; readonly text: string };

/** Confirms a new address by the key of its link, once for each opening of the link (interfaces 9). */
export class EmailConfirmation {
  readonly store = createStore<ConfirmationState>(() => ({ state: 'none' }));
  readonly #call: Caller;
  readonly #key: string | undefined;

  constructor(call: Caller, key: string | undefined) {
    this.#call = call;
    this.#key = key;
  }

  /** Whoever opened the link sees its result, signed in or not. */
  get isOpen(): boolean {
    return this.#key !== undefined;
  }

  /** Asks, unless it was answered; after a failure it may be tried again. */
  async start(): Promise<void> {
    const { state } = this.store.getState();
    if (this.#key === undefined || state === 'asking' || state === 'answered') return;
    this.store.setState({ state: 'asking' }, true);
    this.store.setState(await this.#ask(this.#key), true);
  }

  async #ask(key: string): Promise<ConfirmationState> {
    try {
      return { state: 'answered', ...(await this.#call(confirmEmail, { key })) };
    } catch (error) {
      return { state: 'failed', text: deedText(error) };
    }
  }
}
