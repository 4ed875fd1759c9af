import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 720px)');

/** Whether the panel stands above the report, not beside it: as the style sheet lays it out. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}

function subscribe(tell: () => void): () => void {
  narrow.addEventListener('change', tell);
  return () => narrow.removeEventListener('change', tell);
}
