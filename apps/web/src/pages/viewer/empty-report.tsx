import { type Selection, topicOf } from '#features/selection/selection.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { TopicLists } from '#features/viewer-ports.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/message.tsx';

interface EmptyReportProps {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly report: ReportInfo;
  readonly lists: TopicLists;
}

/** The empty report, with the reason as far as it is known, and the way out. */
export function EmptyReport({ model, selection, report, lists }: EmptyReportProps) {
  const first = [...report.snapshotDates].sort()[0];
  if (selection.date !== undefined) {
    return (
      <Notice icon="sheet">
        <p>
          <strong>
            Nothing was published on or before <time>{selection.date}</time>.
          </strong>
        </p>
        {first ? (
          <p>
            The first snapshot is from <time>{first}</time>.
          </p>
        ) : null}
        <Button onPress={() => model.dispatch({ kind: 'date', date: undefined })}>CLEAR</Button>
      </Notice>
    );
  }
  const isListed = lists.topics.includes(topicOf(selection) ?? '');
  return (
    <Notice icon={isListed ? 'sheet' : 'lock'}>
      <p>
        <strong>{isListed ? 'This report is empty.' : 'Report not found, or you have no access.'}</strong>
      </p>
      <p>
        {isListed ? 'It appears here once it is published.' : 'Check the name, or ask an admin to add you as a viewer.'}
      </p>
      {selection.areSettingsHidden && !isListed && lists.topics.length > 0 ? (
        <Button onPress={() => model.dispatch({ kind: 'settings', isHidden: false })}>Choose a report</Button>
      ) : null}
    </Notice>
  );
}
