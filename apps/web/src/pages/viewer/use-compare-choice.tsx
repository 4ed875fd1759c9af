import { lazy, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { usePaletteActions } from '#features/palette/actions.ts';
import type { Selection } from '#features/selection/selection.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';

const loadChooser = () => loadChunk(() => import('#features/compare/compare-chooser.tsx'));
const CompareChooser = lazy(async () => ({ default: (await loadChooser()).CompareChooser }));

interface CompareChoice {
  readonly button: ReactNode;
  /** With what to compare, while that is chosen. */
  readonly chooser: ReactNode;
}

/** The way to a comparison; nothing where no report is shown. */
export function useCompareChoice(
  model: ViewerModel,
  selection: Selection,
  report: ReportInfo | undefined,
): CompareChoice {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useFocusAfter(selection.compare !== undefined, opener);
  usePaletteActions('compare', () =>
    report && !report.isEmpty
      ? [{ id: 'compare', text: 'Compare', icon: 'compare', also: 'differences', run: () => setOpen(true) }]
      : [],
  );
  if (!report || report.isEmpty) return { button: null, chooser: null };
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const choose = (compare: string) => {
    close();
    model.dispatch({ kind: 'compare', compare });
  };
  const button = (
    <Button ref={opener} icon="compare" aria-label="Compare" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
      <span className="wide">Compare</span>
    </Button>
  );
  const { snapshotDates } = report;
  const chooser = isOpen ? (
    <Part>
      <CompareChooser {...{ selection, snapshotDates }} onChoose={choose} onCancel={close} />
    </Part>
  ) : null;
  return { button, chooser };
}

/** A comparison that was closed takes its button along: the focus goes to where it began. */
function useFocusAfter(isCompared: boolean, opener: RefObject<HTMLButtonElement | null>): void {
  const wasCompared = useRef(isCompared);
  useEffect(() => {
    if (wasCompared.current && !isCompared && document.activeElement === document.body) opener.current?.focus();
    wasCompared.current = isCompared;
  }, [isCompared, opener]);
}
