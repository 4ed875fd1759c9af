import type { PageComparison } from '@sheetwire/page/compare/compare-reports';
import { useRef, useState } from 'react';
import { useChangeKeys } from '#features/keys/use-change-keys.ts';
import { usePaletteActions } from '#features/palette/actions.ts';
import { currentTab, tabsOf } from '#features/selection/tabs.ts';
import { useTabKeys } from '#features/viewer/use-tab-keys.ts';
import { useServices } from '#services.ts';
import { Banner } from '#ui/message.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { ChangeList } from './change-list.tsx';
import { ChangeTip } from './change-tip.tsx';
import { CompareBar } from './compare-bar.tsx';
import type { CompareViewProps } from './compare-view.tsx';
import { sideName } from './compare-words.ts';
import type { CompareState } from './comparison.ts';
import { ListDownload } from './list-download.tsx';
import { useComparedDocument } from './use-compared-document.ts';

type Done = Extract<CompareState, { state: 'done' }>;

interface ComparedViewProps extends Pick<CompareViewProps, 'model' | 'selection' | 'topic' | 'newestVersion'> {
  readonly state: Done;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The compared pages, with the bar above them and the list of differences beside them. */
export function ComparedView(props: ComparedViewProps) {
  const { model, selection, topic, state, newestVersion, onAgain, onClose } = props;
  const { clock } = useServices();
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
  const [isListOpen, setListOpen] = useState(() => matchMedia('(min-width: 1000px)').matches);
  const list = useRef<HTMLElement>(null);
  const backToList = () => list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
  const {
    place,
    told,
    drawn,
    document: compared,
  } = useComparedDocument({
    ...{ topic, pages },
    page: tab?.page ?? 0,
    onChosen: setCurrent,
    onEscape: backToList,
  });
  const listed = page?.entries.length ?? 0;
  const goTo = (number: number, takesFocus: boolean) => {
    setCurrent(number);
    compared.goTo(number, takesFocus);
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
  return (
    <>
      <CompareBar
        {...{ names, isLive, page, current, drawn, isListOpen, onAgain, onClose }}
        isNewerKnown={isLive && newestVersion > newer.version}
        onStep={step}
        onList={() => setListOpen(!isListOpen)}
      />
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
      <div className="compared" id="differences">
        <div ref={place} className="report-place" />
        {isListOpen && page ? (
          <ChangeList
            key={page.name}
            entries={page.entries}
            total={page.total}
            current={current}
            onGo={(number) => goTo(number, true)}
            list={list}
            action={<ListDownload {...{ topic, pages, names }} day={older.shownDate} />}
          />
        ) : null}
      </div>
      {told ? <ChangeTip told={told} names={names} /> : null}
    </>
  );
}

function countOf(page: PageComparison | undefined) {
  return page && page.total > 0 ? { count: page.total } : {};
}
