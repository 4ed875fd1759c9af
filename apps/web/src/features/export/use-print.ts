import { useEffect } from 'react';
import { fitHosts } from './print-fit.ts';

/** Fits the shown page on paper whenever the browser prints, by menu or by key. */
export function usePrint(host: HTMLElement): void {
  useEffect(() => {
    let undo: (() => void) | undefined;
    const before = () => {
      undo?.();
      undo = document.getElementById('printed') ? undefined : fitHosts([host]);
    };
    const after = () => {
      undo?.();
      undo = undefined;
    };
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      after();
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, [host]);
}
