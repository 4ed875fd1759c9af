import { useState } from 'react';
import { useChangeKeys } from '#features/keys/use-change-keys.ts';
import { usePaletteActions } from '#features/palette/actions.ts';
import type { PageTab } from '#features/selection/tabs.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/message.tsx';
import type { Since } from './last-look.ts';
import type { Looks } from './looks.ts';
import { sinceWords } from './since-words.ts';

interface SinceChipProps {
  readonly looks: Looks;
  readonly since: Since;
  /** A moment of this page's clock by the server's, by which times are told. */
  readonly present: (at: number) => number;
  readonly tabs: readonly PageTab[];
  readonly tab: PageTab | undefined;
  /** Turns to the page of a tab. */
  readonly onTab: (slug: string) => void;
}

/** A change that was brought into sight. */
interface Shown {
  /** The look that it is counted from: another one has other changes. */
  readonly of: string;
  readonly at: number;
  readonly words: string;
}

/** How much changed since the reader's last look, the way through it, and its end. */
export function SinceChip({ looks, since, present, tabs, tab, onTab }: SinceChipProps) {
  const { clock } = useServices();
  const [last, setShown] = useState<Shown>();
  const { topic, total, at } = since;
  const shown = last?.of === `${topic} ${at}` ? last : undefined;
  const changes = [...since.places].flatMap(([page, places]) => places.map((place) => ({ page, place })));
  const step = (by: 1 | -1) => {
    const first = by > 0 ? -1 : 0;
    const next = ((shown ? Math.min(shown.at, total - 1) : first) + by + total) % total;
    const change = changes[next];
    const target = tabs.find(({ page }) => page === change?.page);
    if (!change || !target) return;
    if (target.slug !== tab?.slug) onTab(target.slug);
    setShown({ of: `${topic} ${at}`, at: next, words: looks.goTo(change.page, change.place) });
  };
  useChangeKeys(step);
  usePaletteActions('since', () => [
    { id: 'next-change', text: 'Next change since last visit', icon: 'down', note: 'Alt+↓', run: () => step(1) },
    { id: 'previous-change', text: 'Previous change since last visit', icon: 'up', note: 'Alt+↑', run: () => step(-1) },
    { id: 'dismiss-changes', text: 'Dismiss changes', icon: 'eye', run: () => looks.dismiss() },
  ]);
  return (
    <span className="row since">
      <Chip icon="eye">
        <span>
          <span role="status">
            {shown ? (
              <>
                {shown.at + 1} of {total.toLocaleString('en-US')}
                <span className="hide"> {shown.words}</span>{' '}
              </>
            ) : null}
          </span>
          {shown ? null : `${total.toLocaleString('en-US')} `}
          {total === 1 ? 'change' : 'changes'} since {sinceWords(present(at), present(clock.now()))}
        </span>
      </Chip>
      <Button kind="quiet" size="small" hint="Next change (Alt+↓), previous (Alt+↑)" onPress={() => step(1)}>
        Show
      </Button>
      <Button kind="quiet" size="small" onPress={() => looks.dismiss()}>
        Dismiss
      </Button>
    </span>
  );
}
