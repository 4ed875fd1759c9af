import { limits } from '@sheetwire/contract/limits';
import { returnPathOf } from '@sheetwire/contract/return-path';
import type { Clock } from '#lib/clock.ts';
import { type LocalStore, localKeys } from '#lib/local-store.ts';

export interface AskedPageDeps {
  readonly clock: Clock;
  readonly store: LocalStore;
  /** Kept for this tab alone. */
  readonly tabStore: LocalStore;
}

/**
 * The page that a visitor asked for and a sign-in stands before (semantics 3: after sign-in, in every mode, the page
 * that was asked for opens). It waits in this tab, and never in an address, which a foreign link could write.
 */
export class AskedPage {
  readonly #deps: AskedPageDeps;

  constructor(deps: AskedPageDeps) {
    this.#deps = deps;
  }

  /** Path, query and hash; undefined when nothing was asked for. Only what leads to this portal counts. */
  get path(): string | undefined {
    const kept = this.#deps.tabStore.read(localKeys.askedPage);
    const path = kept === undefined ? '/' : returnPathOf(kept);
    return path === '/' ? undefined : path;
  }

  keep(path: string): void {
    this.#deps.tabStore.write(localKeys.askedPage, path);
  }

  /** It is open, or nobody who comes now asked for it. */
  forget(): void {
    this.#deps.tabStore.remove(localKeys.askedPage);
    this.#deps.store.remove(localKeys.askedBeforeMail);
  }

  /** A mail was asked for, whose link opens another tab of this browser. */
  keepForMail(): void {
    const { store, clock } = this.#deps;
    if (this.path !== undefined) store.write(localKeys.askedBeforeMail, `${clock.now()} ${this.path}`);
  }

  /** The mail's link did its work in this tab. */
  takeFromMail(): void {
    const { store, clock } = this.#deps;
    const [at = '', path] = store.read(localKeys.askedBeforeMail)?.split(' ') ?? [];
    store.remove(localKeys.askedBeforeMail);
    const isFresh = Math.abs(clock.now() - Number(at)) < limits.resetPasswordKey;
    if (path !== undefined && isFresh && this.path === undefined) this.keep(path);
  }
}
