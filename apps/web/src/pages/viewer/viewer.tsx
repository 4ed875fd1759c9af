import type { SessionUser } from '@sheetwire/contract/accounts';
import { defaultEntity } from '@sheetwire/rules/principal';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { type Selection, topicOf } from '#features/selection/selection.ts';
import { currentTab, metadataTab, type PageTab, tabsOf } from '#features/selection/tabs.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import { statusWords } from '#features/viewer/status-words.ts';
import { usePreload } from '#features/viewer/use-preload.ts';
import { useReadable } from '#features/viewer/use-readable.ts';
import { useTabKeys } from '#features/viewer/use-tab-keys.ts';
import { useViewer } from '#features/viewer/use-viewer.ts';
import { useViewerTitle } from '#features/viewer/use-viewer-title.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { TopicLists } from '#features/viewer-ports.ts';
import { Waiting } from '#ui/message.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { EmptyReport } from './empty-report.tsx';
import { MetadataPage } from './metadata-page.tsx';
import { NoAccess } from './no-access.tsx';
import { ReportHead } from './report-head.tsx';
import { ReportHost } from './report-host.tsx';

const loadSettings = async () => ({ default: (await import('./settings-panel.tsx')).SettingsPanel });
const SettingsPanel = lazy(loadSettings);

/** The whole viewer for one user. */
export function Viewer({ user }: { user: SessionUser }) {
  const { model, host, earlyTopic, flash } = useViewer(user);
  const selection = useStore(model.selection);
  const { report } = useStore(model.view.info);
  const status = useReadable(model.reports.status);
  const lists = useReadable(model.topics.lists);
  const ownEntity = defaultEntity(user.user) ?? '';
  const tabs = report && !report.isEmpty ? tabsOf(report.pageNames, selection.isMetadataShown) : [];
  const tab = currentTab(tabs, selection.tab);
  const topic = topicOf(selection);
  const isEarly = !report && topic !== undefined && topic === earlyTopic && selection.date === undefined;
  usePreload(report !== undefined, loadSettings);
  useViewerTitle(selection, ownEntity);
  useTabKeys(tabs, tab, (slug) => model.dispatch({ kind: 'tab', tab: slug }));

  if (lists.isReady && lists.topics.length === 0 && topic === undefined) {
    return <NoAccess entity={selection.entity || ownEntity} />;
  }
  return (
    <main id="main" className="viewer" data-tone={topic ? statusWords(status, 0).tone : undefined}>
      <ReportHead {...{ model, selection, report, status, ownEntity }} />
      {selection.areSettingsHidden ? null : (
        <Suspense fallback={<div className="settings" />}>
          <SettingsPanel {...{ model, selection, lists, ownEntity, report, flash }} recents={user.recentReports} />
        </Suspense>
      )}
      {topic ? <PageTabs {...{ model, tabs, tab, report }} /> : null}
      {topic && !isEarly ? <AroundReport {...{ model, selection, report, lists, tab }} /> : null}
      <ReportHost
        host={host}
        isShown={isEarly || (topic !== undefined && tab?.page !== undefined)}
        label={`Report page ${tab?.name ?? ''}`}
      />
    </main>
  );
}

interface PageTabsProps {
  readonly model: ViewerModel;
  readonly tabs: readonly PageTab[];
  readonly tab: PageTab | undefined;
  readonly report: ReportInfo | undefined;
}

/** The tabs of the report; their row keeps its height while the report is on its way, so that nothing jumps. */
function PageTabs({ model, tabs, tab, report }: PageTabsProps) {
  if (report?.isEmpty) return null;
  if (tabs.length === 0) return <div className="tabs" />;
  return (
    <Tabs
      label="Report pages"
      tabs={tabs.map(({ slug, name }) => ({ id: slug, name }))}
      current={tab?.slug}
      onChange={(slug) => model.dispatch({ kind: 'tab', tab: slug })}
      panelId="report"
    />
  );
}

interface AroundReportProps {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly report: ReportInfo | undefined;
  readonly lists: TopicLists;
  readonly tab: PageTab | undefined;
}

/** What stands in place of the report's pages, or above the METADATA page's own content. */
function AroundReport({ model, selection, report, lists, tab }: AroundReportProps) {
  if (!report) return <Waiting text="Loading the report..." />;
  if (report.isEmpty) return <EmptyReport {...{ model, selection, report, lists }} />;
  return tab?.slug === metadataTab ? <MetadataPage report={report} /> : null;
}
