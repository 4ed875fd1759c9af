import { lazy, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { SidesChoice } from '#features/compare/sides.ts';
import { usePaletteActions } from '#features/palette/actions.ts';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import type { Moment } from '#features/selection/address.ts';
import { type Selection, topicOf } from '#features/selection/selection.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { ReportStatus, TopicLists } from '#features/viewer-ports.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';

const loadCompare = () => loadChunk(() => import('#features/compare/compare-view.tsx'));
const CompareView = lazy(async () => ({ default: (await loadCompare()).CompareView }));

interface CompareInput {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly report: ReportInfo | undefined;
  readonly status: ReportStatus;
  readonly content: ShownContent;
  readonly lists: TopicLists;
}

interface CompareChoice {
  readonly button: ReactNode;
  /** The two sides, and what differs between them, while the panel is open. */
  readonly panel: ReactNode;
  /** Where the compared pages stand. */
  readonly place: ReactNode;
  /** Compared pages stand in the place of the report's. */
  readonly isCompared: boolean;
}

/** The way to a comparison, and the panel beside the report; nothing where no report is shown. */
export function useCompareChoice(input: CompareInput): CompareChoice {
  const { model, selection, report, status, content, lists } = input;
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [isShown, setShown] = useState(false);
  const onShown = useCallback((is: boolean) => setShown(is), []);
  const opener = useRef<HTMLButtonElement>(null);
  const topic = topicOf(selection);
  const isAsked = selection.compare !== undefined;
  useFocusAfter(isAsked || isOpen, opener);
  // A day without a snapshot is empty, and may be compared all the same: that is told in the panel.
  const isDay = selection.date !== undefined && lists.topics.includes(topic ?? '');
  const isGone = report?.isEmpty === true && !isDay;
  const isOffered = topic !== undefined && report !== undefined && !isGone;
  usePaletteActions('compare', () =>
    isOffered
      ? [{ id: 'compare', text: 'Compare', icon: 'compare', also: 'differences', run: () => setOpen(true) }]
      : [],
  );
  // A moment that was shown goes with a comparison, and comes back after it.
  const before = useRef<{ readonly topic: string | undefined; readonly at: Moment }>(undefined);
  const end = () => {
    if (!isAsked) return;
    model.dispatch({ kind: 'compare', compare: undefined });
    if (before.current?.topic === topic && before.current) model.dispatch({ kind: 'at', at: before.current.at });
    before.current = undefined;
  };
  const close = () => {
    setOpen(false);
    end();
  };
  const compare = (choice: SidesChoice) => {
    setOpen(true);
    // Other sides of a comparison that goes on began where it did.
    if (!isAsked) before.current = selection.at === undefined ? undefined : { topic, at: selection.at };
    model.dispatch({ kind: 'compare', ...choice });
  };
  const isPanelOpen = topic !== undefined && !isGone && (isAsked || isOpen);
  const behind = 'behind' in status ? status.behind : 0;
  const button = isOffered ? (
    <Button
      ref={opener}
      icon="compare"
      aria-label="Compare"
      aria-expanded={isPanelOpen}
      aria-controls="compare"
      onPress={() => (isPanelOpen ? close() : setOpen(true))}
    >
      <span className="wide">Compare</span>
    </Button>
  ) : null;
  const panel =
    isPanelOpen && place ? (
      <Part key={topic}>
        <CompareView
          {...{ model, selection, topic, report, content, place, onShown }}
          newestVersion={report && selection.date === undefined ? report.version + behind : 0}
          onCompare={compare}
          onCancel={end}
          onClose={close}
        />
      </Part>
    ) : null;
  const isCompared = isPanelOpen && isShown;
  return {
    button,
    panel,
    place: <div ref={setPlace} className="compared" hidden={!isCompared} />,
    isCompared,
  };
}

/** A panel that was closed takes the focus along: it goes to where it began. */
function useFocusAfter(isOpen: boolean, opener: RefObject<HTMLButtonElement | null>): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, opener]);
}
