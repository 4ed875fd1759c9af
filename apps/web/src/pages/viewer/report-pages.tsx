import { lazy } from 'react';
import { type Sides, sidesOf } from '#features/compare/sides.ts';
import type { Since } from '#features/last-looked/last-look.ts';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import { type Selection, topicOf } from '#features/selection/selection.ts';
import { metadataTab, type PageTab } from '#features/selection/tabs.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { ReportStatus, TopicLists } from '#features/viewer-ports.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { Notice, Waiting } from '#ui/message.tsx';
import { Part } from '#ui/part.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { EmptyReport } from './empty-report.tsx';
import { HeldBack } from './held-back.tsx';
import { MetadataPage } from './metadata-page.tsx';

const loadCompare = () => loadChunk(() => import('#features/compare/compare-view.tsx'));
const CompareView = lazy(async () => ({ default: (await loadCompare()).CompareView }));

interface ReportPagesProps {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly report: ReportInfo | undefined;
  readonly status: ReportStatus;
  readonly lists: TopicLists;
  readonly tabs: readonly PageTab[];
  readonly tab: PageTab | undefined;
  readonly since: Since | undefined;
  readonly content: ShownContent;
  /** What the shell brought of the report stands there. */
  readonly isEarly: boolean;
}

/** What is compared on screen; undefined while the report itself is shown. */
export function comparedSides(selection: Selection, report: ReportInfo | undefined): Sides | undefined {
  return report && !report.isEmpty ? sidesOf(selection) : undefined;
}

/** The tabs and all that stands around the report's own page, or the comparison in place of both. */
export function ReportPages(props: ReportPagesProps) {
  const { model, selection, report, status, lists, content, isEarly } = props;
  const topic = topicOf(selection);
  const sides = comparedSides(selection, report);
  if (!topic) return selection.areSettingsHidden ? null : <NothingChosen model={model} count={lists.topics.length} />;
  if (report && sides) {
    const behind = 'behind' in status ? status.behind : 0;
    return (
      <Part fallback={<Waiting text="Loading..." />}>
        <CompareView
          key={[topic, sides.older, sides.newer].join(' ')}
          {...{ model, selection, topic, sides, report, content }}
          newestVersion={selection.date === undefined ? report.version + behind : 0}
        />
      </Part>
    );
  }
  return (
    <>
      <PageTabs {...props} />
      {isEarly ? null : <AroundReport {...props} />}
    </>
  );
}

/** Under the open settings, before the first report. */
function NothingChosen({ model, count }: { model: ViewerModel; count: number }) {
  if (count === 0) return null;
  if (model.heldBack) return <HeldBack model={model} topic={model.heldBack} />;
  return (
    <Notice icon="sheet">
      <p>
        <strong>
          {count === 1 ? 'You can view 1 report.' : `You can view ${count.toLocaleString('en-US')} reports.`}
        </strong>
      </p>
      <p>Choose one above, or search for it by name with Go to.</p>
    </Notice>
  );
}

/** The tabs of the report; their row keeps its height while the report is on its way, so that nothing jumps. */
function PageTabs({ model, tabs, tab, report, since }: ReportPagesProps) {
  if (report?.isEmpty) return null;
  if (tabs.length === 0) return <div className="tabs" />;
  return (
    <Tabs
      label="Report pages"
      tabs={tabs.map(({ slug, name, page }) => ({ id: slug, name, ...changesOn(since, page) }))}
      current={tab?.slug}
      onChange={(slug) => model.dispatch({ kind: 'tab', tab: slug })}
      panelId="report"
    />
  );
}

/** How much changed on a page since the reader's last look. */
function changesOn(since: Since | undefined, page: number | undefined) {
  const changed = since?.places.get(page ?? -1);
  return changed ? { count: changed.length } : {};
}

/** What stands in place of the report's pages, or above the METADATA page's own content. */
function AroundReport({ model, selection, report, status, lists, tab }: ReportPagesProps) {
  if (!report) return <Waiting text={loadingText(status)} />;
  if (report.isEmpty) return <EmptyReport {...{ model, selection, report, lists }} />;
  return tab?.slug === metadataTab ? <MetadataPage report={report} /> : null;
}

/** The chip above says that nothing comes; here is what to expect of it. */
function loadingText({ state }: ReportStatus): string {
  return state === 'disconnected' ? 'The report cannot be loaded. Trying again...' : 'Loading the report...';
}
