import { limits } from '@sheetwire/contract/limits';
import { useCallback, useSyncExternalStore } from 'react';
import { useServices } from '#services.ts';
import type { Past } from './past.ts';
import type { PastState } from './past-ports.ts';

/** Longer than from moment to moment: a drag that keeps up draws with these alone. */
const REST = 2 * limits.past.scrub;

/**
 * Where the reader is, for what is drawn anew with it: at once with each moment that is shown, and at most so long after
 * a move where none comes.
 */
export function usePositions({ state }: Pick<Past, 'state'>): PastState {
  const { clock } = useServices();
  const subscribe = useCallback(
    (draw: () => void) => {
      let cancel: (() => void) | undefined;
      const tell = () => {
        cancel?.();
        cancel = undefined;
        draw();
      };
      const stop = state.subscribe((after, before) => {
        const isMove = after.shown === before.shown && after.at !== undefined && before.at !== undefined;
        if (isMove) cancel ??= clock.after(REST, tell);
        else tell();
      });
      return () => {
        stop();
        cancel?.();
      };
    },
    [state, clock],
  );
  return useSyncExternalStore(subscribe, state.getState);
}
