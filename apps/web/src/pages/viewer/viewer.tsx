import type { SessionUser } from '@sheetwire/contract/accounts';
import { defaultEntity } from '@sheetwire/rules/principal';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { topicOf } from '#features/selection/selection.ts';
import { currentTab, metadataTab, tabsOf } from '#features/selection/tabs.ts';
import { statusWords } from '#features/viewer/status-words.ts';
import { useReadable } from '#features/viewer/use-readable.ts';
import { useTabKeys } from '#features/viewer/use-tab-keys.ts';
import { useViewer } from '#features/viewer/use-viewer.ts';
import { useViewerTitle } from '#features/viewer/use-viewer-title.ts';
import { Waiting } from '#ui/message.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { EmptyReport } from './empty-report.tsx';
import { MetadataPage } from './metadata-page.tsx';
import { NoAccess } from './no-access.tsx';
import { ReportHead } from './report-head.tsx';
import { ReportHost } from './report-host.tsx';

const SettingsPanel = lazy(async () => ({ default: (await import('./settings-panel.tsx')).SettingsPanel }));

/** The whole viewer for one user. */
export function Viewer({ user }: { user: SessionUser }) {
  const { model, host } = useViewer(user);
  const selection = useStore(model.selection);
  const { report } = useStore(model.view.info);
  const status = useReadable(model.reports.status);
  const lists = useReadable(model.topics.lists);
  const ownEntity = defaultEntity(user.user) ?? '';
  const tabs = report && !report.isEmpty ? tabsOf(report.pageNames, selection.isMetadataShown) : [];
  const tab = currentTab(tabs, selection.tab);
  const topic = topicOf(selection);
  useViewerTitle(selection, ownEntity);
  useTabKeys(tabs, tab, (slug) => model.dispatch({ kind: 'tab', tab: slug }));

  if (lists.isReady && lists.topics.length === 0 && topic === undefined) {
    return <NoAccess entity={selection.entity || ownEntity} />;
  }
  const isPageShown = topic !== undefined && tab?.page !== undefined;
  return (
    <main id="main" className="viewer" data-tone={topic ? statusWords(status, 0).tone : undefined}>
      <ReportHead {...{ model, selection, report, status, ownEntity }} />
      {selection.areSettingsHidden ? null : (
        <Suspense fallback={<div className="settings" />}>
          <SettingsPanel {...{ model, selection, lists, ownEntity }} recents={user.recentReports} report={report} />
        </Suspense>
      )}
      {tabs.length > 0 ? (
        <Tabs
          label="Report pages"
          tabs={tabs.map(({ slug, name }) => ({ id: slug, name }))}
          current={tab?.slug}
          onChange={(slug) => model.dispatch({ kind: 'tab', tab: slug })}
          panelId="report"
        />
      ) : null}
      {report && tab?.slug === metadataTab ? <MetadataPage report={report} /> : null}
      {topic && !report ? <Waiting text="Loading the report..." /> : null}
      {report?.isEmpty ? <EmptyReport {...{ model, selection, report, lists }} /> : null}
      <ReportHost host={host} isShown={isPageShown} label={`Report page ${tab?.name ?? ''}`} />
    </main>
  );
}
