import type { Caller } from '@sheetwire/client/caller';
import { CallError } from '@sheetwire/client/failures';
import { getUserByKey, setPassword } from '@sheetwire/contract/accounts/own';
import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import { deedText, errorText, isRefused } from '#lib/api.ts';
import type { Clock } from '#lib/clock.ts';
import { noteFault } from '#lib/faults.ts';

/** Where the page stands (spec 2, Set password). */
export type SetPasswordState =
  /** The address brought no key: a reload forgot it, since it is kept in memory only. */
  | { readonly state: 'no-key' }
  | { readonly state: 'retrieving' }
  | {
      readonly state: 'form';
      readonly user: string;
      readonly hasAdAssoc: boolean;
      readonly isSending: boolean;
      /** Why the last password was not taken. */
      readonly refusal: string;
    }
  | {
      readonly state: 'message';
      readonly text: string;
      /** The link serves no more and the password is set already: the way on is another link. */
      readonly offersReset: boolean;
    };

export interface SetPasswordDeps {
  readonly call: Caller;
  readonly clock: Clock;
  /** Of the emailed link. */
  readonly key: string | undefined;
  /** Says what stopped a call that got no answer (spec 8). */
  readonly alert: (error: unknown, words: string) => void;
  /** The password is set, and every session of the user has ended. */
  readonly onSet: () => void;
}

type Found =
  | { readonly user: string; readonly hasAdAssoc: boolean }
  | { readonly message: string; readonly offersReset: boolean };

/** Looks up whose key it is, then sets the password; the key never leaves this object but to the server. */
export class SetPasswordFlow {
  readonly store = createStore<SetPasswordState>(() => ({ state: 'retrieving' }));
  readonly #deps: SetPasswordDeps;
  #cancel: () => void = () => undefined;
  #isStopped = false;
  #hasAlerted = false;

  constructor(deps: SetPasswordDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isStopped = false;
    const { key } = this.#deps;
    if (key === undefined || key === '') this.#show({ state: 'no-key' });
    else if (this.store.getState().state === 'retrieving') void this.#poll(key);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** The server's words are shown as given; a password that it did not take may be followed by another. */
  async submit(password: string): Promise<void> {
    const form = this.store.getState();
    const { key = '', call, alert } = this.#deps;
    if (form.state !== 'form' || form.isSending) return;
    this.#show({ ...form, isSending: true, refusal: '' });
    try {
      const { message } = await call(setPassword, { user: form.user, emailKey: key, password });
      await this.#afterMessage(key, message);
    } catch (error) {
      const refusal = error instanceof CallError ? errorText(error) : '';
      if (refusal === '') alert(error, deedText(error));
      this.#show({ ...form, isSending: false, refusal });
    }
  }

  /** Every answer is a message; a key that still serves says that this one was a refusal. */
  async #afterMessage(key: string, message: string): Promise<void> {
    const found = await this.#look(key).catch(noteFault);
    if (found && 'user' in found) {
      this.#show({ state: 'form', ...found, isSending: false, refusal: message });
      return;
    }
    // Of a link that was dead before nothing was set.
    const isDead = found?.message === message;
    this.#show({ state: 'message', text: message, offersReset: isDead });
    if (!isDead) this.#deps.onSet();
  }

  /** Every 250 ms until user or message arrives (spec 7); a failure is told once and waited out. */
  async #poll(key: string): Promise<void> {
    const found = await this.#look(key).catch((error: unknown) => this.#lookFailed(error));
    if (this.#isStopped) return;
    if (found === undefined || 'after' in found) {
      this.#cancel = this.#deps.clock.after(found?.after ?? limits.keyPoll, () => void this.#poll(key));
      return;
    }
    if ('user' in found) this.#show({ state: 'form', ...found, isSending: false, refusal: '' });
    else this.#show({ state: 'message', text: found.message, offersReset: found.offersReset });
  }

  async #look(key: string): Promise<Found | undefined> {
    const { user, hasAdAssoc = false, message, pwdAlreadySet = false } = await this.#deps.call(getUserByKey, { key });
    if (user) return { user, hasAdAssoc };
    return message ? { message, offersReset: pwdAlreadySet } : undefined;
  }

  #lookFailed(error: unknown): Found | { readonly after: number } {
    if (isRefused(error)) return { message: errorText(error), offersReset: true };
    if (!this.#hasAlerted && !(error instanceof CallError)) {
      this.#hasAlerted = true;
      this.#deps.alert(error, errorText(error));
    }
    const wait = error instanceof CallError ? error.retryAfter : undefined;
    return { after: wait ?? limits.sessionErrorRetry };
  }

  #show(state: SetPasswordState): void {
    if (!this.#isStopped) this.store.setState(state, true);
  }
}
