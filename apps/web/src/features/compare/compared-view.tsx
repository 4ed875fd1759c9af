import { useState } from 'react';
import { createPortal } from 'react-dom';
import { usePaletteActions } from '#features/palette/actions.ts';
import { useServices } from '#services.ts';
import { Banner } from '#ui/message.tsx';
import type { CompareViewProps } from './compare-view-props.ts';
import { sideName } from './compare-words.ts';
import { ComparedHead } from './compared-head.tsx';
import { ComparedPages, PageChanges } from './compared-parts.tsx';
import type { CompareState } from './comparison.ts';
import { ListDownload } from './list/list-download.tsx';
import { useNarrow } from './use-narrow.ts';
import { useWayThrough } from './use-way-through.ts';

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
  const way = useWayThrough({
    ...{ topic, pages },
    chosen: selection.tab,
    onTab: (tab) => model.dispatch({ kind: 'tab', tab }),
  });
  const { page, current, compared, step } = way;
  const [isOpened, setOpened] = useState(false);
  const isListOpen = isOpened || !isNarrow;
  usePaletteActions('comparison', () => [
    { id: 'next-difference', text: 'Next difference', icon: 'down', note: 'Alt+↓', run: () => step(1) },
    { id: 'previous-difference', text: 'Previous difference', icon: 'up', note: 'Alt+↑', run: () => step(-1) },
    { id: 'close-comparison', text: 'Close comparison', icon: 'close', run: onClose },
  ]);
  const now = new Date(model.reports.present(clock.now()));
  const names = [sideName(older, now), sideName(newer, now)] as const;
  const isLive = newer.day === undefined;
  const pagesInPlace = (
    <ComparedPages way={way} names={names} isCounted>
      {page && page.side !== 'both' ? (
        <Banner tone="blue">This page is only in {page.side === 'older' ? names[0] : names[1]}.</Banner>
      ) : null}
    </ComparedPages>
  );
  return (
    <>
      {createPortal(pagesInPlace, room)}
      <ComparedHead
        {...{ names, notes, isLive, page, current, isListOpen, onAgain, onEdit }}
        drawn={compared.drawn}
        isNewerKnown={isLive && newestVersion > newer.version}
        action={<ListDownload {...{ topic, pages, older, newer }} />}
        onStep={step}
        onList={isNarrow ? () => setOpened(!isOpened) : undefined}
      />
      {isListOpen ? <PageChanges way={way} /> : null}
    </>
  );
}
