import { type RefObject, useRef, useState } from 'react';
import { useChangeKeys } from '#features/keys/use-change-keys.ts';
import { currentTab, type PageTab, tabsOf } from '#features/selection/tabs.ts';
import { useTabKeys } from '#features/viewer/use-tab-keys.ts';
import type { ComparedPage } from './compared-pages.ts';
import { type ComparedPlace, useComparedDocument } from './use-compared-document.ts';

interface WayInput {
  readonly topic: string;
  readonly pages: readonly ComparedPage[];
  /** Which tab is chosen; '' for the first one. */
  readonly chosen: string;
  readonly onTab: (slug: string) => void;
}

/** The pages of a comparison, the one that is shown, and the way through its differences. */
export interface WayThrough extends Pick<WayInput, 'pages' | 'onTab'> {
  readonly tabs: readonly PageTab[];
  readonly tab: PageTab | undefined;
  readonly page: ComparedPage | undefined;
  readonly compared: ComparedPlace;
  /** At which difference of the page one stands. */
  readonly current: number | undefined;
  readonly goTo: (number: number, takesFocus: boolean) => void;
  readonly step: (by: 1 | -1) => void;
  readonly list: RefObject<HTMLElement | null>;
}

/** Keys of tabs and of changes work wherever compared pages are shown. */
export function useWayThrough({ topic, pages, chosen, onTab }: WayInput): WayThrough {
  const tabs = tabsOf(
    pages.map(({ name }) => name),
    false,
  );
  const tab = currentTab(tabs, chosen);
  const page = pages[tab?.page ?? 0];
  useTabKeys(tabs, tab, onTab);
  const [current, setCurrent] = useState<number>();
  const list = useRef<HTMLElement>(null);
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
  return { pages, onTab, tabs, tab, page, compared, current, goTo, step, list };
}
