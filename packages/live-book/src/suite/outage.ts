import { NetworkFailure } from '@sheetwire/client/failures';
import type { Stage } from './stage.ts';

/** From now on nothing of the portal answers. */
export function away(stage: Stage): void {
  stage.portal.fault = () => {
    throw new NetworkFailure(new TypeError('down'));
  };
}

/** It answers again. */
export function back(stage: Stage): void {
  stage.portal.fault = () => undefined;
}
