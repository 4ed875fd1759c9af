import './compare.css';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { useEffect, useState } from 'react';
import { pagesOf } from '#features/report-document/pages-of.ts';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import type { Selection } from '#features/selection/selection.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { ShownReport } from '#features/viewer-ports.ts';
import { useReadable } from '#lib/use-readable.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Notice, Waiting } from '#ui/message.tsx';
import { dayName } from './compare-words.ts';
import { ComparedView } from './compared-view.tsx';
import type { CompareState } from './comparison.ts';
import { makeComparison } from './make-comparison.ts';
import type { Sides } from './sides.ts';

export interface CompareViewProps {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly topic: Topic;
  readonly sides: Sides;
  /** The newest live version that is known of, 0 when none is. */
  readonly newestVersion: number;
  readonly report: ReportInfo;
  readonly content: ShownContent;
}

/**
 * Two versions of a report beside each other, in one: the newer with its differences marked (mission: time-travel diff).
 * Other sides are another view.
 */
export function CompareView(props: CompareViewProps) {
  const { model, selection, topic, sides, newestVersion } = props;
  const services = useServices();
  const [comparison] = useState(() => makeComparison(services));
  const { older, newer } = sides;
  const [pausedAtFirst] = useState(() => pausedReport(props));
  useEffect(() => {
    void comparison.run(topic, { older, newer }, pausedAtFirst);
    return () => comparison.stop();
  }, [comparison, topic, older, newer, pausedAtFirst]);
  const again = () => void comparison.run(topic, { older, newer }, pausedReport(props));
  const state = useReadable(comparison.state);
  const close = () => model.dispatch({ kind: 'compare', compare: undefined });
  if (state.state === 'loading') {
    return (
      <Waiting text={`Comparing ${dayName(older)} with ${dayName(newer)}...`}>
        <Button onPress={close}>CANCEL</Button>
      </Waiting>
    );
  }
  if (state.state === 'done') {
    return <ComparedView {...{ model, selection, topic, state, newestVersion }} onAgain={again} onClose={close} />;
  }
  return (
    <Notice icon="sheet">
      <p>
        <strong>{refusal(state)}</strong>
      </p>
      <div className="row">
        {state.state === 'failed' ? <Button onPress={again}>Try again</Button> : null}
        <Button onPress={close}>Close comparison</Button>
      </div>
    </Notice>
  );
}

/** The live report as a pause left it on screen. */
function pausedReport({ selection, sides, report, content }: CompareViewProps): ShownReport | undefined {
  if (selection.isLive || selection.date !== undefined || sides.newer !== undefined) return undefined;
  const pages = pagesOf(content);
  if (pages.length === 0) return undefined;
  return {
    ...report,
    pageNames: pages.map(({ name }) => name),
    pages: pages.map(({ html }) => html),
    styles: pages.map(({ styles }) => styles),
  };
}

function refusal(state: Exclude<CompareState, { state: 'loading' | 'done' }>): string {
  switch (state.state) {
    case 'failed':
      return `The comparison failed: ${state.text}`;
    case 'missing':
      return state.day ? `Nothing was published on or before ${state.day}.` : 'The live report is empty.';
    case 'same':
      return `Both days show the snapshot of ${state.shownDate}.`;
    case 'too-large':
      return `This report has more than ${limits.compareCells.toLocaleString('en-US')} cells, too many to compare.`;
  }
}
