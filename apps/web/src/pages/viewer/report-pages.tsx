import { lazy } from 'react';
import type { Since } from '#features/last-looked/last-look.ts';
import type { Ignored } from '#features/selection/address.ts';
import { ignoredWords } from '#features/selection/ignored-words.ts';
import { type Selection, topicOf } from '#features/selection/selection.ts';
import { metadataTab, type PageTab } from '#features/selection/tabs.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { ReportStatus, TopicLists } from '#features/viewer-ports.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { Button } from '#ui/button.tsx';
import { Banner, Notice, Waiting } from '#ui/message.tsx';
import { Part } from '#ui/part.tsx';
import { Tabs } from '#ui/tabs.tsx';

const loadHeldBack = () => loadChunk(() => import('./held-back.tsx'));
const HeldBack = lazy(async () => ({ default: (await loadHeldBack()).HeldBack }));

export const loadBeside = () => loadChunk(() => import('./beside-pages.tsx'));
const BesidePages = lazy(async () => ({ default: (await loadBeside()).BesidePages }));

interface ReportPagesProps {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly report: ReportInfo | undefined;
  readonly status: ReportStatus;
  readonly lists: TopicLists;
  readonly tabs: readonly PageTab[];
  readonly tab: PageTab | undefined;
  readonly since: Since | undefined;
  /** A reader would see nothing of the page that is chosen. */
  readonly isPageBlank: boolean;
  /** What the shell brought of the report stands there. */
  readonly isEarly: boolean;
}

/** The tabs and all that stands around the report's own page. */
export function ReportPages(props: ReportPagesProps) {
  const { model, selection, lists, isEarly } = props;
  const topic = topicOf(selection);
  if (!topic) return selection.areSettingsHidden ? null : <NothingChosen model={model} count={lists.topics.length} />;
  return (
    <>
      {selection.ignored === undefined ? null : (
        <IgnoredPart ignored={selection.ignored} onClear={() => model.dispatch({ kind: 'date', date: undefined })} />
      )}
      <PageTabs {...props} />
      {isEarly ? null : <AroundReport {...props} />}
    </>
  );
}

/** The address asked for a day that no snapshot can have, or for no moment: what stands here is neither. */
function IgnoredPart({ ignored, onClear }: { ignored: Ignored; onClear: () => void }) {
  return (
    <Banner tone="amber" icon="alert" action={<Button onPress={onClear}>CLEAR</Button>}>
      {ignoredWords(ignored)} This is the live report.
    </Banner>
  );
}

/** Under the open settings, before the first report. */
function NothingChosen({ model, count }: { model: ViewerModel; count: number }) {
  if (count === 0) return null;
  if (model.heldBack) {
    return (
      <Part>
        <HeldBack model={model} topic={model.heldBack} />
      </Part>
    );
  }
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
function AroundReport({ model, selection, report, status, lists, tab, isPageBlank }: ReportPagesProps) {
  if (!report) return <Waiting text={loadingText(status)} />;
  if (!report.isEmpty && tab && tab.slug !== metadataTab && !isPageBlank) return null;
  return (
    <Part fallback={<Waiting text={loadingText(status)} />}>
      <BesidePages {...{ model, selection, report, lists, tab }} />
    </Part>
  );
}

/** The chip above says that nothing comes; here is what to expect of it. */
function loadingText({ state }: ReportStatus): string {
  const isLost = state === 'disconnected' || state === 'reconnecting';
  return isLost ? 'The report could not be loaded. Trying again...' : 'Loading the report...';
}
