import './track.css';
import {
  memo,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { drawingOf, drawn, type Part, partAt } from './density.ts';
import type { Past } from './past.ts';
import { fingerWay } from './strip/finger.ts';
import { type Span, shareOf, timeAt } from './strip-scale.ts';
import { bucketWords, momentWords } from './time-words.ts';
import { moveAlong, type Pointed, useHovered } from './use-hovered.ts';

export interface TrackProps {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly span: Span;
  readonly parts: readonly Part[];
  /** Where the thumb stands, which follows at once; no time is the live end. A drag ends with it. */
  readonly past: Pick<Past, 'state' | 'onOver'>;
  /** Where it stood when this was drawn. */
  readonly at: number | undefined;
  /** What a screen reader says of the position. */
  readonly words: string;
  readonly now: number;
  /** To a share of the width, which may lie beside it. */
  readonly onGo: (share: number) => void;
  /** A drag ended at the right end. */
  readonly onEnd: () => void;
}

/** Marks this near, in px, are meant by a pointer. */
const REACH = 6;

/** The strip itself: how much changed when, and the thumb, moved by pointer, touch and keys. */
export function Track({ place, span, parts, past, at, words, now, onGo, onEnd }: TrackProps) {
  const along = useRef<HTMLSpanElement>(null);
  const back = useRef<HTMLSpanElement>(null);
  const { told, point } = useHovered(useCallback((share) => moveAlong(along, withinTrack(share), back), []));
  /** Where the track is, as a drag begins: to ask with each move would lay the page out once more. */
  const held = useRef<DOMRect>(undefined);
  const shareAt = (event: PointerEvent) => pointedAt(event).share;
  const pointer = useRef<number>(undefined);
  /** Where a finger was put down, until it moves along the strip: it may be about to scroll the page. */
  const finger = useRef<{ readonly clientX: number; readonly clientY: number }>(undefined);
  useEffect(() => past.onOver(() => letGo(place.current, pointer.current)), [past, place]);
  const isDragged = (event: PointerEvent) => event.currentTarget.hasPointerCapture(event.pointerId);
  return (
    <div
      ref={place}
      className="time-track"
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={span.from}
      aria-valuemax={span.to}
      aria-valuenow={at === undefined ? span.to : Math.min(span.to, Math.max(span.from, at))}
      aria-valuetext={words}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointer.current = event.pointerId;
        event.currentTarget.focus({ preventScroll: true });
        event.preventDefault();
        held.current = event.currentTarget.getBoundingClientRect();
        const { clientX, clientY } = event;
        finger.current = event.pointerType === 'touch' ? { clientX, clientY } : undefined;
        if (!finger.current) onGo(shareAt(event));
      }}
      onPointerMove={(event) => {
        const isHeld = isDragged(event);
        const pointed = pointedAt(event, isHeld ? held.current : undefined);
        point(event.pointerType === 'touch' ? undefined : pointed, isHeld);
        if (!isHeld || (finger.current && fingerWay(finger.current, event) !== 'along')) return;
        finger.current = undefined;
        onGo(pointed.share);
      }}
      onPointerUp={(event) => {
        const way = finger.current && fingerWay(finger.current, event);
        if (!isDragged(event) || way === 'over') return;
        if (way) onGo(shareAt(event));
        if (shareAt(event) >= 1) onEnd();
      }}
      onPointerLeave={() => point(undefined, false)}
    >
      <Density parts={parts} span={span} />
      <Thumb {...{ past, span }} isPast={at !== undefined} />
      {told === undefined || span.to <= span.from ? null : (
        <span ref={along} className="time-at" aria-hidden="true">
          <span ref={back} className="time-hover">
            {hoverWords(told, { span, parts, now })}
          </span>
        </span>
      )}
    </div>
  );
}

/** The hand that is down moves the report no more. */
function letGo(track: HTMLElement | null, pointer: number | undefined): void {
  if (track && pointer !== undefined && track.hasPointerCapture(pointer)) track.releasePointerCapture(pointer);
}

function pointedAt({ currentTarget, clientX }: PointerEvent, box = currentTarget.getBoundingClientRect()): Pointed {
  const { left, width } = box;
  return { share: width === 0 ? 1 : (clientX - left) / width, width: width || drawn.width };
}

/** Drawn once for all positions of the thumb. */
const Density = memo(function Density({ parts, span }: Pick<TrackProps, 'parts' | 'span'>) {
  const { usual, others, silences, marks } = useMemo(() => drawingOf(parts, span), [parts, span]);
  return (
    <>
      <svg viewBox={`0 0 ${drawn.width} ${drawn.height}`} preserveAspectRatio="none" aria-hidden="true">
        {silences.map(({ x, width }) => (
          <rect key={x} className="silent" x={x} y={0} width={width} height={drawn.height} />
        ))}
        <path className="usual" d={usual} />
        <path className="others" d={others} />
      </svg>
      {marks.map(({ kind, share }) => (
        <span
          key={`${kind} ${share}`}
          className="time-mark"
          data-kind={kind}
          style={{ insetInlineStart: `${100 * share}%` }}
        />
      ))}
    </>
  );
});

interface ThumbProps extends Pick<TrackProps, 'past' | 'span'> {
  readonly isPast: boolean;
}

/** Moved by itself: a drag brings thirty positions a second, and nothing is drawn for them. */
function Thumb({ past: { state }, span, isPast }: ThumbProps) {
  const along = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const move = ({ at } = state.getState()) => moveAlong(along, at === undefined ? 1 : shareOf(at, span));
    move();
    return state.subscribe((after) => move(after));
  }, [state, span]);
  return (
    <span ref={along} className="time-at">
      <span className="time-thumb" data-past={isPast || undefined} />
    </span>
  );
}

/** What the pointer is over. */
function hoverWords(
  { share, width }: Pointed,
  { span, parts, now }: Pick<TrackProps, 'span' | 'parts' | 'now'>,
): string {
  const at = timeAt(withinTrack(share), span);
  const part = partAt(parts, at, (REACH / width) * (span.to - span.from));
  return [momentWords(at, now), bucketWords(part)].filter(Boolean).join(', ');
}

function withinTrack(share: number): number {
  return Math.min(1, Math.max(0, share));
}
