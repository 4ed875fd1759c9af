import { limits } from '@sheetwire/contract/limits';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useServices } from '#services.ts';

/** Where on the strip a pointer is, of 1, and how wide that is, px: to ask for it while drawing would lay the page out. */
export interface Pointed {
  readonly share: number;
  readonly width: number;
}

/**
 * Where the pointer is, which `place` is told of, and what its words tell of. In a drag these are renewed as often as the
 * report is, and once it rests: what only moves is neither drawn, laid out nor painted, as words that change would be.
 */
export function useHovered(place: (share: number) => void) {
  const { clock } = useServices();
  const [told, setTold] = useState<Pointed>();
  const pointed = useRef<Pointed>(undefined);
  const since = useRef(Number.NEGATIVE_INFINITY);
  const cancelRest = useRef<() => void>(undefined);
  useEffect(() => () => cancelRest.current?.(), []);
  // Words that were not there before stand where the pointer is.
  useLayoutEffect(() => {
    if (pointed.current) place(pointed.current.share);
  });
  const tell = () => {
    since.current = clock.now();
    setTold(pointed.current);
  };
  const point = (now: Pointed | undefined, isHeld: boolean) => {
    cancelRest.current?.();
    pointed.current = now;
    const past = clock.now() - since.current;
    const isSoon = now !== undefined && told !== undefined && isHeld && past >= 0 && past < limits.past.scrub;
    if (!isSoon) {
      tell();
      return;
    }
    place(now.share);
    cancelRest.current = clock.after(limits.past.scrub, tell);
  };
  return { told, point };
}

/** Moves what is as wide as the strip along it; `back` is within, and stays inside the strip. */
export function moveAlong(
  along: RefObject<HTMLElement | null>,
  share: number,
  back?: RefObject<HTMLElement | null>,
): void {
  if (along.current) along.current.style.translate = `${100 * share}%`;
  if (back?.current) back.current.style.translate = `${-100 * share}%`;
}
