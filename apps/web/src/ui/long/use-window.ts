import './long-list.css';
import { type CSSProperties, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

interface Window<Box extends HTMLElement> {
  /** Of the scrolling box, whose rows carry `data-row`. */
  readonly ref: RefObject<Box | null>;
  readonly onScroll: () => void;
  /** Keeps the room of the rows that are not drawn. */
  readonly style: CSSProperties;
  readonly from: number;
  readonly to: number;
}

/** Rows drawn past both ends of what shows, so that a short scroll and the next Tab find them there. */
const spare = 8;
/** What is drawn before the list knows its height. */
const firstRows = 24;

/**
 * Which rows of a long list are drawn: those in sight, since thousands stall the page. All rows have the height of
 * the first; the one named by `inSight` is scrolled to.
 */
export function useWindow<Box extends HTMLElement>(count: number, inSight?: number): Window<Box> {
  const ref = useRef<Box>(null);
  const [height, setHeight] = useState(0);
  const [range, setRange] = useState({ from: 0, to: firstRows });
  const see = useCallback(() => {
    const box = ref.current;
    const measured = box?.querySelector<HTMLElement>('[data-row]')?.getBoundingClientRect().height;
    if (!box || !measured) return;
    setHeight(measured);
    const from = Math.max(0, Math.floor(box.scrollTop / measured) - spare);
    const to = Math.ceil((box.scrollTop + box.clientHeight) / measured) + spare;
    setRange((old) => (old.from === from && old.to === to ? old : { from, to }));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of rows is what says that it is time to look
  useLayoutEffect(see, [count, see]);
  useLayoutEffect(() => {
    if (inSight !== undefined && height > 0 && ref.current) bringIntoSight(ref.current, inSight, height);
  }, [inSight, height]);
  const from = Math.min(range.from, Math.max(0, count - firstRows));
  const to = Math.min(count, Math.max(range.to, from + firstRows));
  const style = { '--before': `${from * height}px`, '--after': `${Math.max(0, count - to) * height}px` };
  return { ref, onScroll: see, style: style as CSSProperties, from, to };
}

function bringIntoSight(box: HTMLElement, index: number, height: number): void {
  const edge = Number.parseFloat(getComputedStyle(box).paddingTop) || 0;
  const top = index * height;
  const bottom = top + height + 2 * edge;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
