import '#features/compare/compare.css';
import { useState } from 'react';
import { ComparedHead } from '#features/compare/compared-head.tsx';
import type { ComparedPage } from '#features/compare/compared-pages.ts';
import { ComparedPages, PageChanges } from '#features/compare/compared-parts.tsx';
import { useWayThrough } from '#features/compare/use-way-through.ts';
import { Banner } from '#ui/message.tsx';

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
  const [chosen, onTab] = useState('');
  const way = useWayThrough({ topic, pages, chosen, onTab });
  const { page, current, compared, step } = way;
  return (
    <div className="preview-beside">
      <div className="shown">
        <ComparedPages way={way} names={names} isCounted={!isNew}>
          {page && page.side !== 'both' && !isNew ? (
            <Banner tone="blue">
              {page.side === 'older' ? 'This page will be removed.' : 'This page will be added.'}
            </Banner>
          ) : null}
        </ComparedPages>
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
          <PageChanges way={way} />
        </aside>
      )}
    </div>
  );
}
