import type { PageComparison } from '@sheetwire/page/compare/compare-reports';
import type { ReactNode } from 'react';
import { Tabs } from '#ui/tabs.tsx';
import { ChangeList } from './change-list.tsx';
import { ChangeTip } from './change-tip.tsx';
import type { WayThrough } from './use-way-through.ts';

interface ComparedPagesProps {
  readonly way: WayThrough;
  readonly names: readonly [older: string, newer: string];
  /** Whether tabs say how much differs on their page. */
  readonly isCounted: boolean;
  /** What is to be said of the page that is shown. */
  readonly children: ReactNode;
}

/** The compared pages behind their tabs. */
export function ComparedPages({ way, names, isCounted, children }: ComparedPagesProps) {
  const { tabs, tab, pages, onTab, compared } = way;
  return (
    <>
      <Tabs
        label="Report pages"
        tabs={tabs.map(({ slug, name, page }) => ({
          ...{ id: slug, name },
          ...(isCounted && countOf(pages[page ?? 0])),
        }))}
        current={tab?.slug}
        onChange={onTab}
        panelId="comparison"
      />
      {children}
      <div ref={compared.place} className="report-place" />
      {compared.told ? <ChangeTip told={compared.told} names={names} /> : null}
    </>
  );
}

function countOf(page: PageComparison | undefined) {
  return page && page.total > 0 ? { count: page.total } : {};
}

/** The differences of the page that is shown. */
export function PageChanges({ way: { page, current, goTo, list } }: { way: WayThrough }) {
  if (!page) return null;
  return (
    <ChangeList
      key={page.name}
      entries={page.entries}
      total={page.total}
      current={current}
      onGo={(number) => goTo(number, true)}
      list={list}
    />
  );
}
