import { useEffect } from 'react';

/** Alt with the arrow down or up goes to the next or previous change, wherever the focus is but in a list or a calendar. */
export function useChangeKeys(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = stepOf(event);
      if (!by) return;
      event.preventDefault();
      step(by);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

/** What these keys mean something else in, or may. */
const OWN_KEYS = 'select, input:not([data-change-keys]), textarea, [role=combobox], [role=grid], dialog';

function stepOf(event: KeyboardEvent): 1 | -1 | undefined {
  const { key, altKey, ctrlKey, shiftKey, metaKey } = event;
  if (!altKey || ctrlKey || shiftKey || metaKey) return undefined;
  const [target] = event.composedPath();
  if (target instanceof Element && target.closest(OWN_KEYS)) return undefined;
  if (key === 'ArrowDown') return 1;
  return key === 'ArrowUp' ? -1 : undefined;
}
