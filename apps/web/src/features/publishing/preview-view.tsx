import '#features/compare/compare.css';
import { useRef, useState } from 'react';
import { ChangeList } from '#features/compare/change-list.tsx';
import { ChangeTip } from '#features/compare/change-tip.tsx';
import { ComparedHead } from '#features/compare/compared-head.tsx';
import type { ComparedPage } from '#features/compare/compared-pages.ts';
import { useComparedDocument } from '#features/compare/use-compared-document.ts';
import { useChangeKeys } from '#features/keys/use-change-keys.ts';
import { currentTab, tabsOf } from '#features/selection/tabs.ts';
import { Banner } from '#ui/message.tsx';
import { Tabs } from '#ui/tabs.tsx';

interface PreviewViewProps {
  readonly topic: string;
  readonly pages: readonly ComparedPage[];
  /** What viewers see now, and the file. */
  readonly names: readonly [now: string, file: string];
  /** Nothing is live that it could differ from. */
  readonly isNew: boolean;
}

/** The pages of a file as viewers will see them, marked with what differs from what they see now. */
export function PreviewView({ topic, pages, names, isNew }: PreviewViewProps) {
  const [slug, setSlug] = useState('');
  const [current, setCurrent] = useState<number>();
  const list = useRef<HTMLElement>(null);
  const tabs = tabsOf(
    pages.map(({ name }) => name),
    false,
  );
  const tab = currentTab(tabs, slug);
  const page = pages[tab?.page ?? 0];
  const compared = useComparedDocument({
    ...{ topic, pages },
    page: tab?.page ?? 0,
    onChosen: setCurrent,
    onEscape: () => list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus(),
  });
  const goTo = (number: number, takesFocus: boolean) => {
    setCurrent(number);
    compared.document.goTo(number, takesFocus);
  };
  const listed = page?.entries.length ?? 0;
  const step = (by: 1 | -1) => {
    if (listed > 0) goTo(current === undefined ? (by > 0 ? 0 : listed - 1) : (current + by + listed) % listed, false);
  };
  useChangeKeys(step);
  return (
    <div className="preview-beside">
      <div className="shown">
        <Tabs
          label="Report pages"
          tabs={tabs.map(({ slug: id, name, page: n }) => ({ id, name, ...countOf(pages[n ?? 0], isNew) }))}
          current={tab?.slug}
          onChange={setSlug}
          panelId="comparison"
        />
        {page && page.side !== 'both' && !isNew ? (
          <Banner tone="blue">{page.side === 'older' ? 'Viewers lose this page.' : 'This page is new.'}</Banner>
        ) : null}
        <div ref={compared.place} className="report-place" />
        {compared.told ? <ChangeTip told={compared.told} names={names} /> : null}
      </div>
      {isNew ? null : (
        <aside className="compare-panel" aria-label="Differences from the live report">
          <ComparedHead
            {...{ names, page, current }}
            {...{ notes: undefined, isLive: false, isNewerKnown: false, isListOpen: true, action: null }}
            {...{ onList: undefined, onEdit: undefined, onAgain: () => undefined }}
            drawn={compared.drawn}
            onStep={step}
          />
          {page ? (
            <ChangeList
              key={page.name}
              entries={page.entries}
              total={page.total}
              current={current}
              onGo={(number) => goTo(number, true)}
              list={list}
            />
          ) : null}
        </aside>
      )}
    </div>
  );
}

function countOf(page: ComparedPage | undefined, isNew: boolean) {
  return page && page.total > 0 && !isNew ? { count: page.total } : {};
}
