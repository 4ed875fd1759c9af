import { useState } from 'react';
import { useStore } from 'zustand';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import { useReadable } from '#lib/use-readable.ts';
import type { Past } from '../past.ts';
import { heardWords } from '../time-words.ts';

interface HeardProps {
  readonly model: ViewerModel;
  readonly past: Past;
}

/** Tells a screen reader of the past as it begins, fails and ends; always there, as what comes with its words is not heard. */
export function Heard({ model, past }: HeardProps) {
  const isShown = useStore(past.state, ({ shown }) => shown !== undefined);
  const isPast = useStore(model.selection, ({ at }) => at !== undefined) || isShown;
  const isFailed = useStore(past.state, (state) => state.isFailed);
  const isNone = useStore(past.state, ({ shown }) => shown?.version === 0);
  const { state } = useReadable(model.reports.status);
  const isLive = state === 'live' || state === 'published' || state === 'publisher-silent';
  const [wasPast, setWasPast] = useState(isPast);
  if (isPast && !wasPast) setWasPast(true);
  return (
    <span className="hide" role="status">
      {heardWords({ isPast, wasPast, isLive, isFailed, isNone })}
    </span>
  );
}
