import { type Selection, topicOf } from '#features/selection/selection.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { TopicLists } from '#features/viewer-ports.ts';
import { Button } from '#ui/button.tsx';
import { Notice, Waiting } from '#ui/message.tsx';
import { NoAccessWords } from './no-access.tsx';

export interface EmptyReportProps {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly report: ReportInfo;
  readonly lists: TopicLists;
}

/** The empty report, with the reason as far as it is known, and the way out. */
export function EmptyReport({ model, selection, report, lists }: EmptyReportProps) {
  // The strip tells why.
  if (selection.at !== undefined) return null;
  const isListed = lists.topics.includes(topicOf(selection) ?? '');
  if (!isListed && !lists.isReady) return <Waiting text="Loading the report..." />;
  if (!isListed) return <NotFound {...{ model, selection, lists }} />;
  if (selection.date !== undefined) return <EmptyDay {...{ model, report }} day={selection.date} />;
  return (
    <Notice icon="sheet">
      <p>
        <strong>This report is empty.</strong>
      </p>
      <p>It appears here as soon as it is published.</p>
    </Notice>
  );
}

/** A day before the first snapshot, or one whose snapshot has no pages. */
function EmptyDay({ model, report, day }: Pick<EmptyReportProps, 'model' | 'report'> & { readonly day: string }) {
  const first = [...report.snapshotDates].sort()[0];
  return (
    <Notice icon="history">
      <p>
        <strong>
          {report.shownDate === null ? 'There is no snapshot on or before ' : 'The snapshot of '}
          <time>{report.shownDate ?? day}</time>
          {report.shownDate === null ? '.' : ' is empty.'}
        </strong>
      </p>
      {report.shownDate !== null ? null : first ? (
        <p>
          The first snapshot is from <time>{first}</time>.
        </p>
      ) : (
        <p>This report has no snapshots yet.</p>
      )}
      <Button onPress={() => model.dispatch({ kind: 'date', date: undefined })}>CLEAR</Button>
    </Notice>
  );
}

/** A report that is not there and one that may not be viewed cannot be told apart. */
function NotFound({ model, selection, lists }: Omit<EmptyReportProps, 'report'>) {
  if (lists.topics.length === 0) {
    return (
      <Notice icon="lock">
        <NoAccessWords entity={selection.entity} />
      </Notice>
    );
  }
  return (
    <Notice icon="lock">
      <p>
        <strong>Report not found, or you have no access.</strong>
      </p>
      <p>Check its name, or ask an admin to add you as a viewer.</p>
      {selection.areSettingsHidden ? (
        <Button onPress={() => model.dispatch({ kind: 'settings', isHidden: false })}>Choose a report</Button>
      ) : null}
    </Notice>
  );
}

/** A page of which nothing can be seen: it has no text, or its publisher hid all of it. */
export function BlankPage({ isLive }: { isLive: boolean }) {
  return (
    <Notice icon="sheet">
      <p>
        <strong>This page is empty.</strong>
      </p>
      <p>
        {isLive ? 'New content appears here as soon as it is published.' : 'It had no visible content at this time.'}
      </p>
    </Notice>
  );
}

/** A report of which nothing was published but its METADATA, while that is not shown. */
export function MetadataOnly({ model }: Pick<EmptyReportProps, 'model'>) {
  return (
    <Notice icon="sheet">
      <p>
        <strong>This report has no pages.</strong>
      </p>
      <p>Only its METADATA was published.</p>
      <Button onPress={() => model.dispatch({ kind: 'metadata', isShown: true })}>Show Metadata</Button>
    </Notice>
  );
}
