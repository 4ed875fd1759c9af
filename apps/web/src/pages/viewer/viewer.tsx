import type { SessionUser } from '@sheetwire/contract/accounts';
import { defaultEntity } from '@sheetwire/rules/principal';
import { lazy } from 'react';
import { useStore } from 'zustand';
import { usePrint } from '#features/export/use-print.ts';
import { usePaletteActions, usePaletteTopics } from '#features/palette/actions.ts';
import { topicOf } from '#features/selection/selection.ts';
import { currentTab, tabsOf } from '#features/selection/tabs.ts';
import { statusWords } from '#features/viewer/status-words.ts';
import { usePreload } from '#features/viewer/use-preload.ts';
import { useTabKeys } from '#features/viewer/use-tab-keys.ts';
import { useViewer } from '#features/viewer/use-viewer.ts';
import { useViewerTitle } from '#features/viewer/use-viewer-title.ts';
import { viewerActions } from '#features/viewer/viewer-actions.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { useReadable } from '#lib/use-readable.ts';
import { Part } from '#ui/part.tsx';
import { NoAccess } from './no-access.tsx';
import { ReportHead } from './report-head.tsx';
import { ReportHost } from './report-host.tsx';
import { comparedSides, ReportPages } from './report-pages.tsx';

const loadSettings = async () => ({ default: (await loadChunk(() => import('./settings-panel.tsx'))).SettingsPanel });
const SettingsPanel = lazy(loadSettings);
const loadDebugLog = () => loadChunk(() => import('#features/debug-log/debug-log-panel.tsx'));
const DebugLogPanel = lazy(async () => ({ default: (await loadDebugLog()).DebugLogPanel }));

/** The whole viewer for one user. */
export function Viewer({ user }: { user: SessionUser }) {
  const { model, host, earlyTopic, flash, content, looks, debug } = useViewer(user);
  const { since } = useStore(looks.since);
  const isDebugged = useStore(debug.store, ({ isOn }) => isOn);
  const selection = useStore(model.selection);
  const { report } = useStore(model.view.info);
  const status = useReadable(model.reports.status);
  const lists = useReadable(model.topics.lists);
  const ownEntity = defaultEntity(user.user) ?? '';
  const tabs = report && !report.isEmpty ? tabsOf(report.pageNames, selection.isMetadataShown) : [];
  const tab = currentTab(tabs, selection.tab);
  const topic = topicOf(selection);
  const isEarly = !report && topic !== undefined && topic === earlyTopic && selection.date === undefined;
  const isCompared = comparedSides(selection, report) !== undefined;
  const isPageShown = topic !== undefined && !isCompared && tab?.page !== undefined;
  usePreload(report !== undefined, loadSettings);
  usePrint(host);
  useViewerTitle(selection, ownEntity);
  usePaletteTopics(model.topics.lists);
  const shownTabs = isCompared ? [] : tabs;
  usePaletteActions('viewer', (typed) =>
    viewerActions({ model, selection, tabs: shownTabs, tab, report, flash }, typed),
  );
  useTabKeys(shownTabs, tab, (slug) => model.dispatch({ kind: 'tab', tab: slug }));

  if (lists.isReady && lists.topics.length === 0 && topic === undefined) {
    return <NoAccess entity={selection.entity || ownEntity} />;
  }
  return (
    <main id="main" className="viewer" data-tone={isCompared ? 'blue' : topic && statusWords(status, 0).tone}>
      <ReportHead {...{ model, selection, report, status, ownEntity, content, tabs, tab, looks, since }} />
      {selection.areSettingsHidden ? null : (
        <Part fallback={<div className="settings" />}>
          <SettingsPanel {...{ model, selection, lists, ownEntity, flash }} recents={user.recentReports} />
        </Part>
      )}
      <ReportPages {...{ model, selection, report, status, lists, tabs, tab, since, content, isEarly }} />
      <ReportHost host={host} isShown={isEarly || isPageShown} label={`Report page ${tab?.name ?? ''}`} />
      {isDebugged ? (
        <Part>
          <DebugLogPanel log={debug} status={model.reports.status} />
        </Part>
      ) : null}
    </main>
  );
}
