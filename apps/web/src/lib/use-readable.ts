import { useSyncExternalStore } from 'react';
import type { Readable } from './observable.ts';

/** Reads what changes outside React. */
export function useReadable<T>(source: Readable<T>): T {
  return useSyncExternalStore(
    (listener) => source.subscribe(listener),
    () => source.getSnapshot(),
  );
}
