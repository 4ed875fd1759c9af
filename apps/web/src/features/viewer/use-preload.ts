import { useEffect } from 'react';

/** Loads a part of the page that is likely wanted next, once the browser has nothing else to do. */
export function usePreload(isTime: boolean, load: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isTime || !('requestIdleCallback' in globalThis)) return;
    const idle = requestIdleCallback(() => void load().catch(() => undefined)); // Shown again when it is opened.
    return () => cancelIdleCallback(idle);
  }, [isTime, load]);
}
