import type { PageComparison } from '@sheetwire/page/compare/compare-reports';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useChangeKeys } from '#features/keys/use-change-keys.ts';
import { usePaletteActions } from '#features/palette/actions.ts';
import { currentTab, tabsOf } from '#features/selection/tabs.ts';
import { useTabKeys } from '#features/viewer/use-tab-keys.ts';
import { useServices } from '#services.ts';
import { Banner } from '#ui/message.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { ChangeList } from './change-list.tsx';
import { ChangeTip } from './change-tip.tsx';
import type { CompareViewProps } from './compare-view.tsx';
import { sideName } from './compare-words.ts';
import { ComparedHead } from './compared-head.tsx';
import type { CompareState } from './comparison.ts';
import { ListDownload } from './list-download.tsx';
import { useComparedDocument } from './use-compared-document.ts';
import { useNarrow } from './use-narrow.ts';

/** A comparison that is done. */
export type Compared = Extract<CompareState, { state: 'done' }>;

interface ComparedViewProps
  extends Pick<CompareViewProps, 'model' | 'selection' | 'topic' | 'newestVersion' | 'place'> {
  readonly state: Compared;
  readonly onAgain: () => void;
  readonly onClose: () => void;
  /** Which snapshot stands in the place of a day, where the fields do not say so. */
  readonly notes: { readonly from: string | undefined; readonly to: string | undefined } | undefined;
  /** Shows the fields, where there is no room for them beside what was compared. */
  readonly onEdit: (() => void) | undefined;
}

/** The compared pages in the report's place; in the panel the way through the differences, and the list of them. */
export function ComparedView(props: ComparedViewProps) {
  const { model, selection, topic, state, newestVersion, place: room, notes, onAgain, onClose, onEdit } = props;
  const { clock } = useServices();
  const isNarrow = useNarrow();
  const { older, newer, pages } = state;
  const tabs = tabsOf(
    pages.map(({ name }) => name),
    false,
  );
  const tab = currentTab(tabs, selection.tab);
  const page = pages[tab?.page ?? 0];
  const chooseTab = (slug: string) => model.dispatch({ kind: 'tab', tab: slug });
  useTabKeys(tabs, tab, chooseTab);
  const [current, setCurrent] = useState<number>();
  const [isOpened, setOpened] = useState(false);
  const isListOpen = isOpened || !isNarrow;
  const list = useRef<HTMLElement>(null);
  const backToList = () => list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
  const compared = useComparedDocument({
    ...{ topic, pages },
    page: tab?.page ?? 0,
    onChosen: setCurrent,
    onEscape: backToList,
  });
  const listed = page?.entries.length ?? 0;
  const goTo = (number: number, takesFocus: boolean) => {
    setCurrent(number);
    compared.document.goTo(number, takesFocus);
  };
  const step = (by: 1 | -1) => {
    if (listed > 0) goTo(current === undefined ? (by > 0 ? 0 : listed - 1) : (current + by + listed) % listed, false);
  };
  useChangeKeys(step);
  usePaletteActions('comparison', () => [
    { id: 'next-difference', text: 'Next difference', icon: 'down', note: 'Alt+↓', run: () => step(1) },
    { id: 'previous-difference', text: 'Previous difference', icon: 'up', note: 'Alt+↑', run: () => step(-1) },
    { id: 'close-comparison', text: 'Close comparison', icon: 'close', run: onClose },
  ]);
  const now = new Date(clock.now());
  const names = [sideName(older, now), sideName(newer, now)] as const;
  const isLive = newer.day === undefined;
  const pagesInPlace = (
    <>
      <Tabs
        label="Report pages"
        tabs={tabs.map(({ slug, name, page: n }) => ({ id: slug, name, ...countOf(pages[n ?? 0]) }))}
        current={tab?.slug}
        onChange={chooseTab}
        panelId="comparison"
      />
      {page && page.side !== 'both' ? (
        <Banner tone="blue">This page is only in {page.side === 'older' ? names[0] : names[1]}.</Banner>
      ) : null}
      <div ref={compared.place} className="report-place" />
      {compared.told ? <ChangeTip told={compared.told} names={names} /> : null}
    </>
  );
  return (
    <>
      {createPortal(pagesInPlace, room)}
      <ComparedHead
        {...{ names, notes, isLive, page, current, isListOpen, onAgain, onEdit }}
        drawn={compared.drawn}
        isNewerKnown={isLive && newestVersion > newer.version}
        action={<ListDownload {...{ topic, pages, names }} day={older.shownDate} />}
        onStep={step}
        onList={isNarrow ? () => setOpened(!isOpened) : undefined}
      />
      {isListOpen && page ? (
        <ChangeList
          key={page.name}
          entries={page.entries}
          total={page.total}
          current={current}
          onGo={(number) => goTo(number, true)}
          list={list}
        />
      ) : null}
    </>
  );
}

function countOf(page: PageComparison | undefined) {
  return page && page.total > 0 ? { count: page.total } : {};
}
