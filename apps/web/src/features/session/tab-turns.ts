import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#lib/clock.ts';
import { type LocalStore, localKeys } from '#lib/local-store.ts';

export interface TabTurnsDeps {
  readonly clock: Clock;
  /** Kept for this tab alone. */
  readonly tabStore: LocalStore;
}

/** What this tab may do again only so often, whatever is loaded meanwhile: no refusal makes an endless loop. */
export class TabTurns {
  readonly #deps: TabTurnsDeps;

  constructor(deps: TabTurnsDeps) {
    this.#deps = deps;
  }

  /** Whether the page may leave for single sign-on now. */
  maySignOn(): boolean {
    const { tabStore, clock } = this.#deps;
    const last = Number(tabStore.read(localKeys.ssoTried) ?? Number.NEGATIVE_INFINITY);
    if (Math.abs(clock.now() - last) < limits.ssoRetry) return false;
    tabStore.write(localKeys.ssoTried, String(clock.now()));
    return true;
  }

  /** How long to wait before the next load of a page that is refused; undefined after so many that none would help. */
  nextLoad(): number | undefined {
    const { tabStore, clock } = this.#deps;
    const [count = '', at = ''] = tabStore.read(localKeys.refusedLoads)?.split(' ') ?? [];
    const isFresh = at !== '' && Math.abs(clock.now() - Number(at)) < limits.refusedKept;
    const loads = isFresh ? Number(count) : 0;
    const delay = limits.refusedLoads[loads];
    if (delay !== undefined) tabStore.write(localKeys.refusedLoads, `${loads + 1} ${clock.now() + delay}`);
    return delay;
  }
}
