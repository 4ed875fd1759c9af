import type { Topic } from '@sheetwire/rules/topic';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import type { EarlyPress } from '#features/cell-history/cell-menu.tsx';
import { isHistoryKey } from '#features/cell-history/history-key.ts';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import type { PageTab } from '#features/selection/tabs.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { Part } from '#ui/part.tsx';

const loadMenu = () => loadChunk(() => import('#features/cell-history/cell-menu.tsx'));
const CellMenu = lazy(async () => ({ default: (await loadMenu()).CellMenu }));

interface CellsInput {
  readonly model: ViewerModel;
  readonly host: HTMLElement;
  readonly content: ShownContent;
  readonly topic: Topic | undefined;
  readonly report: ReportInfo | undefined;
  readonly tab: PageTab | undefined;
  readonly isCompared: boolean;
}

/** What hears the wish for a cell's history: loaded once the browser has nothing else to do, or with the first press. */
export function useCellHistory({ model, host, content, topic, report, tab, isCompared }: CellsInput): ReactNode {
  const [isWanted, setWanted] = useState(false);
  const early = useRef<EarlyPress>({ pressed: undefined, isAsked: false });
  const isShown = !isCompared && report?.isEmpty === false && tab?.page !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const events = new AbortController();
    const begin = (event?: Event) => {
      setWanted(true);
      const { current } = early;
      if (event instanceof PointerEvent) current.pressed = event.composedPath()[0];
      // What is there already has prevented it.
      else if (event instanceof KeyboardEvent && isHistoryKey(event)) current.isAsked = true;
    };
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, begin, { signal: events.signal });
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => begin());
    return () => events.abort();
  }, [isShown]);
  if (!isWanted || !isShown || topic === undefined) return null;
  return (
    <Part lost={null}>
      <CellMenu {...{ model, host, content, topic }} early={early.current} page={tab.name} />
    </Part>
  );
}
