import type { SessionUser } from '@sheetwire/contract/accounts';
import { defaultEntity } from '@sheetwire/rules/principal';
import { lazy } from 'react';
import { useStore } from 'zustand';
import { usePrint } from '#features/export/use-print.ts';
import { usePaletteActions, usePaletteTopics } from '#features/palette/actions.ts';
import { type Selection, topicOf } from '#features/selection/selection.ts';
import { currentTab, tabsOf } from '#features/selection/tabs.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
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
import { loadBeside, ReportPages } from './report-pages.tsx';
import { useCellHistory } from './use-cell-history.tsx';
import { useCompareChoice } from './use-compare-choice.tsx';
import { useTime } from './use-time.tsx';

const loadSettings = async () => ({ default: (await loadChunk(() => import('./settings-panel.tsx'))).SettingsPanel });
const SettingsPanel = lazy(loadSettings);
const loadNext = () => Promise.all([loadSettings(), loadBeside()]);
const loadDebugLog = () => loadChunk(() => import('#features/debug-log/debug-log-panel.tsx'));
const DebugLogPanel = lazy(async () => ({ default: (await loadDebugLog()).DebugLogPanel }));

/** The whole viewer for one user. */
export function Viewer({ user }: { user: SessionUser }) {
  const { model, host, earlyTopic, flash, content, isBlank, looks, debug } = useViewer(user);
  const isPageBlank = useStore(isBlank);
  const { since } = useStore(looks.since);
  const isDebugged = useStore(debug.store, ({ isOn }) => isOn);
  const selection = useStore(model.selection);
  const { report } = useStore(model.view.info);
  const status = useReadable(model.reports.status);
  const lists = useReadable(model.topics.lists);
  const ownEntity = defaultEntity(user.user) ?? '';
  const { topic, tabs, tab, isEarly, isPageShown } = shownPages(selection, report, earlyTopic);
  const compare = useCompareChoice({ model, selection, report, status, content, lists });
  const { isCompared } = compare;
  const time = useTime({ model, selection, report, content });
  const isPast = selection.at !== undefined;
  const cellMenu = useCellHistory({ model, host, content, topic, report, tab, isCompared });
  usePreload(report !== undefined, loadNext);
  usePrint(host);
  useViewerTitle(selection, ownEntity);
  usePaletteTopics(model.topics.lists);
  const shownTabs = isCompared ? [] : tabs;
  usePaletteActions('viewer', (typed, moment) =>
    viewerActions({ model, selection, tabs: shownTabs, tab, report, flash }, typed, moment),
  );
  useTabKeys(shownTabs, tab, (slug) => model.dispatch({ kind: 'tab', tab: slug }));

  if (lists.isReady && lists.topics.length === 0 && topic === undefined) {
    return <NoAccess entity={selection.entity || ownEntity} />;
  }
  return (
    <main
      id="main"
      className="viewer"
      data-past={isPast || undefined}
      data-tone={isCompared || isPast ? 'blue' : topic && statusWords(status, 0).tone}
    >
      <ReportHead
        {...{ model, selection, report, status, ownEntity, content, tabs, tab, looks, since, isCompared }}
        compareButton={compare.button}
        timeButton={time.button}
      />
      {isCompared ? null : time.strip}
      {selection.areSettingsHidden ? null : (
        <Part fallback={<div className="settings" />}>
          <SettingsPanel {...{ model, selection, lists, ownEntity, flash }} recents={user.recentReports} />
        </Part>
      )}
      <div className="beside">
        {compare.panel}
        <div className="shown">
          {isCompared ? null : (
            <ReportPages {...{ model, selection, report, status, lists, tabs, tab, since, isEarly, isPageBlank }} />
          )}
          {compare.place}
          <ReportHost
            host={host}
            isShown={!isCompared && isPageShown && !isPageBlank}
            label={`Report page ${tab?.name ?? ''}`}
          />
        </div>
      </div>
      {cellMenu}
      {isDebugged ? (
        <Part>
          <DebugLogPanel log={debug} status={model.reports.status} />
        </Part>
      ) : null}
    </main>
  );
}

/** The tabs of what is chosen, and whether the report's own page stands on the screen: the shell may have brought it. */
function shownPages(selection: Selection, report: ReportInfo | undefined, earlyTopic: string | undefined) {
  const topic = topicOf(selection);
  const tabs = report && !report.isEmpty ? tabsOf(report.pageNames, selection.isMetadataShown) : [];
  const tab = currentTab(tabs, selection.tab);
  const isEarly =
    !report && topic !== undefined && topic === earlyTopic && (selection.date ?? selection.at) === undefined;
  return { topic, tabs, tab, isEarly, isPageShown: isEarly || (topic !== undefined && tab?.page !== undefined) };
}
