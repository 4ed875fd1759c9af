import { limits } from '@sheetwire/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useServices } from '#services.ts';

/** Where on the strip a pointer is, of 1, and how wide that is, px: to ask for it while drawing would lay the page out. */
export interface Pointed {
  readonly share: number;
  readonly width: number;
}

export interface Hovered extends Pointed {
  /** The place that the words at the pointer tell of. */
  readonly told: number;
}

/**
 * Where the pointer is, and what its words tell of. In a drag these are renewed as often as the report is, and once it
 * rests: what only moves is neither laid out nor painted, as words that change with each move would be.
 */
export function useHovered() {
  const { clock } = useServices();
  const [hovered, setHovered] = useState<Hovered>();
  const since = useRef(Number.NEGATIVE_INFINITY);
  const cancelRest = useRef<() => void>(undefined);
  useEffect(() => () => cancelRest.current?.(), []);
  const tell = () => {
    since.current = clock.now();
    setHovered((before) => before && { ...before, told: before.share });
  };
  const point = (pointed: Pointed | undefined, isHeld: boolean) => {
    cancelRest.current?.();
    const past = clock.now() - since.current;
    const isSoon = isHeld && past >= 0 && past < limits.past.scrub;
    setHovered((before) => pointed && { ...pointed, told: (isSoon ? before?.told : undefined) ?? pointed.share });
    if (isSoon) cancelRest.current = clock.after(limits.past.scrub, tell);
    else since.current = clock.now();
  };
  return { hovered, point };
}
