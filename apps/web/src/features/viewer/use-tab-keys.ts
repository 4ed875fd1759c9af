import { useEffect } from 'react';
import { neighbour, type PageTab } from '#features/selection/tabs.ts';

/** Ctrl, Shift or Alt with Page Up and Page Down move to the previous and next tab, wrapping around (spec 2). */
export function useTabKeys(
  tabs: readonly PageTab[],
  current: PageTab | undefined,
  choose: (slug: string) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event);
      const next = step && neighbour(tabs, current, step);
      if (!next) return;
      event.preventDefault();
      choose(next.slug);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

function stepOf({ key, ctrlKey, shiftKey, altKey, target }: KeyboardEvent): 1 | -1 | undefined {
  if (!(ctrlKey || shiftKey || altKey)) return undefined;
  if (target instanceof Element && target.closest('[role=grid], dialog')) return undefined;
  if (key === 'PageDown') return 1;
  return key === 'PageUp' ? -1 : undefined;
}
