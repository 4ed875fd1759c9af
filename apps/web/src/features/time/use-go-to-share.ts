import { useEffect, useRef } from 'react';
import type { Past } from './past.ts';
import { type Span, timeAt } from './strip-scale.ts';

interface Going {
  /** Goes to the time at a share of the strip's width. */
  readonly goTo: (share: number) => void;
  /** Something else was done since. */
  readonly forget: () => void;
}

/** What is pressed while it is not known which times the strip shows (`span` undefined) is gone to once it is. */
export function useGoToShare(past: Pick<Past, 'goTo'>, span: Span | undefined): Going {
  const early = useRef<number>(undefined);
  const goTo = (share: number) => {
    early.current = span ? undefined : share;
    if (span) past.goTo(timeAt(share, span));
  };
  useEffect(() => {
    if (span && early.current !== undefined) goTo(early.current);
  });
  const forget = () => {
    early.current = undefined;
  };
  return { goTo, forget };
}
