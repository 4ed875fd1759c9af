import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Takes the focus where that is wanted. When a focused button of the strip goes, the track is focused in its place, and
 * when the strip goes, the button that opens it. What comes back is told of what gets and loses the focus in the strip.
 */
export function useFocus(track: RefObject<HTMLElement | null>, isWanted: boolean): (event: FocusEvent) => void {
  /** What has the focus, also once it is gone from the page. */
  const focused = useRef<Element>(undefined);
  useLayoutEffect(() => {
    const section = track.current?.parentElement;
    return () => {
      if (!section?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>(`[aria-controls="${section.id}"]`)?.focus();
    };
  }, [track]);
  // With the strip itself: a key that is pressed at once is the strip's.
  useLayoutEffect(() => {
    if (isWanted) track.current?.focus();
  }, [track, isWanted]);
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body)
      track.current?.focus({ preventScroll: true });
  });
  return ({ type, target }) => {
    if (type === 'focus') focused.current = target;
    else if (target.isConnected) focused.current = undefined;
  };
}
