import { limits } from '@sheetwire/contract/limits';
import type { Stores } from '#ports/stores.ts';
import type { LiveHub } from './hub.ts';
import type { MissedVersions } from './missed-versions.ts';

interface Following {
  readonly hub: Pick<LiveHub, 'cutOff' | 'join' | 'isClosed'>;
  readonly missed: Pick<MissedVersions, 'looked' | 'isOverdue'>;
  readonly readRights: () => Promise<void>;
}

/**
 * While the store does not answer nothing that viewers see here is known to be current: their streams end, and none begins
 * before versions and rights were read again (decision 55).
 */
export function followPresence(
  { stores, onFault }: { readonly stores: Pick<Stores, 'presence'>; readonly onFault: (fault: unknown) => void },
  { hub, missed, readRights }: Following,
): void {
  let changes = 0;
  const back = async (change: number) => {
    while (change === changes && !hub.isClosed) {
      try {
        await missed.looked();
        await readRights();
        if (change === changes) hub.join();
        return;
      } catch (fault) {
        onFault(fault);
        await new Promise<void>((resolve) => void setTimeout(resolve, limits.missedVersions.again).unref());
      }
    }
  };
  stores.presence?.onSilence(() => missed.isOverdue);
  stores.presence?.onChange((isThere) => {
    changes++;
    if (isThere) void back(changes);
    else hub.cutOff();
  });
}
