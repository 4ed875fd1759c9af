import { lazy, type ReactNode, useRef, useState } from 'react';
import { usePaletteActions } from '#features/palette/actions.ts';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import type { PageTab } from '#features/selection/tabs.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';

const loadTakeAway = () => loadChunk(() => import('#features/export/take-away.tsx'));
const TakeAway = lazy(async () => ({ default: (await loadTakeAway()).TakeAway }));

/** Words by which the palette finds it too. */
const takes = 'download save Excel xlsx CSV print copy';

interface TakeAwayChoice {
  readonly button: ReactNode;
  /** What can be taken along, while that is chosen. */
  readonly panel: ReactNode;
}

interface TakenAway {
  readonly content: ShownContent;
  readonly tab: PageTab | undefined;
  /** Why the report is not live, in words. */
  readonly notLive: string | undefined;
}

/** The way to files, paper and clipboard; nothing where no page is shown. */
export function useTakeAway(report: ReportInfo | undefined, { content, tab, notLive }: TakenAway): TakeAwayChoice {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  usePaletteActions('download', () =>
    report && !report.isEmpty && tab
      ? [{ id: 'download', text: 'Export', icon: 'download', also: takes, run: () => setOpen(true) }]
      : [],
  );
  if (!report || report.isEmpty || !tab) return { button: null, panel: null };
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const button = (
    <Button ref={opener} icon="download" aria-label="Export" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
      <span className="wide">Export</span>
    </Button>
  );
  const page = { name: tab.name, number: tab.page };
  const panel = isOpen ? (
    <Part>
      <TakeAway {...{ report, content, page, notLive }} onClose={close} />
    </Part>
  ) : null;
  return { button, panel };
}
