import { lazy, type ReactNode, useRef, useState } from 'react';
import { usePaletteActions } from '#features/palette/actions.ts';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import { type Selection, topicOf } from '#features/selection/selection.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { localKeys } from '#lib/local-store.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';

const loadStrip = () => loadChunk(() => import('#features/time/time-strip.tsx'));
const TimeStrip = lazy(async () => ({ default: (await loadStrip()).TimeStrip }));

interface TimeInput {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly report: ReportInfo | undefined;
  readonly content: ShownContent;
}

interface TimeChoice {
  readonly button: ReactNode;
  /** The strip, while it is open; the past always shows it. */
  readonly strip: ReactNode;
}

/** The way through the report's past, by button, palette and the key T; this browser keeps whether it is open. */
export function useTime({ model, selection, report, content }: TimeInput): TimeChoice {
  const { store } = useServices();
  const [isOpen, setOpen] = useState(() => store.read(localKeys.timeStrip) === 'true');
  const isByHand = useRef(false);
  const topic = topicOf(selection);
  const isPast = selection.at !== undefined;
  const isOffered = selection.date === undefined && (isPast || report?.isEmpty === false);
  const isShown = isOffered && (isOpen || isPast);
  const toggle = () => {
    isByHand.current = !isShown;
    setOpen(!isShown);
    store.write(localKeys.timeStrip, String(!isShown));
    if (isPast) model.dispatch({ kind: 'live', isLive: true });
  };
  usePaletteActions('time', () =>
    isOffered
      ? [
          {
            id: 'time',
            key: 't',
            text: isShown ? 'Hide Time' : 'Show Time',
            icon: 'history',
            also: 'past earlier',
            run: toggle,
          },
        ]
      : [],
  );
  if (!isOffered || !topic) return { button: null, strip: null };
  return {
    button: (
      <Button icon="history" aria-label="Time" aria-expanded={isShown} aria-controls="time" onPress={toggle}>
        <span className="wide">Time</span>
      </Button>
    ),
    strip: isShown ? (
      <Part>
        <TimeStrip {...{ model, content, topic }} takesFocus={isByHand.current} />
      </Part>
    ) : null,
  };
}
