import type { Stores } from '#ports/stores.ts';
import type { LiveHub } from './hub.ts';

interface Following {
  readonly hub: LiveHub;
  /** Looks for versions that were missed. */
  readonly look: () => void;
  readonly readRights: () => Promise<void>;
}

/**
 * While the store does not answer nothing that viewers see here is known to be current: their streams end, and none begins
 * before rights were read again (decision 55).
 */
export function followPresence(
  { stores, onFault }: { readonly stores: Pick<Stores, 'presence'>; readonly onFault: (fault: unknown) => void },
  { hub, look, readRights }: Following,
): void {
  stores.presence?.onChange((isThere) => {
    if (!isThere) {
      hub.cutOff();
      return;
    }
    look();
    readRights()
      .catch(onFault)
      .finally(() => hub.join());
  });
}
