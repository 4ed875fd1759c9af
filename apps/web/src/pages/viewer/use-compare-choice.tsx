import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Selection } from '#features/selection/selection.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import { Button } from '#ui/button.tsx';

const CompareChooser = lazy(async () => ({
  default: (await import('#features/compare/compare-chooser.tsx')).CompareChooser,
}));

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
    <Suspense>
      <CompareChooser {...{ selection, snapshotDates }} onChoose={choose} onCancel={close} />
    </Suspense>
  ) : null;
  return { button, chooser };
}
