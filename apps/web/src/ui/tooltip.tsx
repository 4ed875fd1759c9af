import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

const gap = 6;

/** What a trigger spreads on its element: it keeps focus and says the text to screen readers. */
export interface TipProps {
  readonly 'aria-describedby': string | undefined;
  readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
}

/**
 * A text on hover and on focus that Escape closes (WCAG 1.4.13). It lies in the top layer, so that no scrolling box
 * cuts it off; the words stay in the document for screen readers whether it shows or not.
 */
export function useTooltip(text: string | undefined): { readonly props: TipProps; readonly tip: ReactNode } {
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  const hide = () => setAnchor(undefined);
  useEffect(() => {
    if (!anchor || !box.current) return;
    place(box.current, anchor);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setAnchor(undefined);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [anchor]);
  const show = (element: HTMLElement) => setAnchor(element.getBoundingClientRect());
  return {
    props: {
      'aria-describedby': text ? id : undefined,
      onPointerEnter: ({ currentTarget, pointerType }) => pointerType !== 'touch' && show(currentTarget),
      onPointerLeave: hide,
      onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && show(currentTarget),
      onBlur: hide,
    },
    tip: text ? (
      <>
        <span id={id} className="hide">
          {text}
        </span>
        {anchor ? (
          <span ref={box} popover="manual" className="tooltip" aria-hidden="true">
            {text}
          </span>
        ) : null}
      </>
    ) : null,
  };
}

/** Under the trigger, or above it near the bottom edge; never past the sides. */
function place(box: HTMLElement, anchor: DOMRect): void {
  box.showPopover?.();
  const { width, height } = box.getBoundingClientRect();
  const below = anchor.bottom + gap;
  const top = below + height > innerHeight ? anchor.top - gap - height : below;
  const left = Math.min(Math.max(gap, anchor.left + (anchor.width - width) / 2), innerWidth - width - gap);
  box.style.top = `${top}px`;
  box.style.left = `${left}px`;
}
