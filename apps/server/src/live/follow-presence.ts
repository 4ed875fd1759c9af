import { limits } from '@sheetwire/contract/limits';
import type { Bus } from '#ports/bus.ts';
import type { Stores } from '#ports/stores.ts';
import type { LiveHub } from './hub.ts';
import type { MissedVersions } from './missed/missed-versions.ts';

interface PresenceDeps {
  readonly stores: Pick<Stores, 'presence'>;
  readonly bus: Pick<Bus, 'mayMiss' | 'onGap'>;
  readonly onFault: (fault: unknown) => void;
}

interface Following {
  readonly hub: Pick<LiveHub, 'cutOff' | 'join' | 'isClosed' | 'isCutOff' | 'mayVouch'>;
  readonly missed: Pick<MissedVersions, 'looked' | 'isOverdue' | 'isFailing' | 'isLossOpen' | 'noteLoss' | 'onOverdue'>;
  readonly readRights: () => Promise<void>;
}

/**
 * While the store does not answer nothing that viewers see here is known to be current, nor while it is too slow to be looked
 * through and messages of another server may be lost, or were: their streams end, and none begins before versions and rights were read
 * again (decision 55, decision 87).
 */
export function followPresence({ stores, bus, onFault }: PresenceDeps, { hub, missed, readRights }: Following): void {
  let changes = 0;
  const mayMiss = () => bus.mayMiss() || missed.isLossOpen;
  const isBlind = () => missed.isOverdue && mayMiss();
  const back = async (change: number) => {
    while (change === changes && !hub.isClosed) {
      try {
        await missed.looked();
        await readRights();
        if (change !== changes) return;
        if (!isBlind()) {
          hub.join();
          return;
        }
      } catch (fault) {
        onFault(fault);
      }
      await new Promise<void>((resolve) => void setTimeout(resolve, limits.missedVersions.again).unref());
    }
  };
  stores.presence?.onSilence(() => missed.isOverdue);
  stores.presence?.onChange((isThere) => {
    changes++;
    if (isThere) void back(changes);
    else hub.cutOff();
  });
  bus.onGap(() => missed.noteLoss());
  hub.mayVouch = () => !missed.isFailing || !mayMiss();
  missed.onOverdue = () => {
    if (hub.isCutOff || !mayMiss()) return;
    onFault(new Error(BLIND));
    hub.cutOff();
    void back(++changes);
  };
}

const BLIND =
  'the store is slow and messages of another server may be lost: viewers are disconnected until versions were looked up';
