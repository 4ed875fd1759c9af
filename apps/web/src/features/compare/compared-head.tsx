import type { PageComparison } from '@sheetwire/page/compare/compare-reports';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/message.tsx';
import { countName, spokenName } from './compare-words.ts';
import { DatedText } from './dated-text.tsx';

interface ComparedHeadProps {
  readonly names: readonly [older: string, newer: string];
  /** Which snapshot stands in the place of a day; where nothing else says so. */
  readonly notes: { readonly from: string | undefined; readonly to: string | undefined } | undefined;
  /** One side is the live report, which goes on. */
  readonly isLive: boolean;
  readonly isNewerKnown: boolean;
  readonly page: PageComparison | undefined;
  /** At which difference of the page one stands. */
  readonly current: number | undefined;
  /** How much of the page is drawn, of 1. */
  readonly drawn: number;
  readonly isListOpen: boolean;
  readonly onStep: (by: 1 | -1) => void;
  /** Where the list has no room of its own. */
  readonly onList: (() => void) | undefined;
  readonly onAgain: () => void;
  /** Shows the fields where they are hidden. */
  readonly onEdit: (() => void) | undefined;
  /** What else can be done with the differences. */
  readonly action: ReactNode;
}

/** What is compared, and the way through the differences of the page. */
export function ComparedHead(props: ComparedHeadProps) {
  const { names, notes, isLive, isNewerKnown, page, current, drawn, isListOpen } = props;
  const { onStep, onList, onAgain, onEdit, action } = props;
  const isAny = (page?.entries.length ?? 0) > 0;
  return (
    <section className="compared-head" aria-label="Comparison">
      <div className="row">
        <Chip tone="blue" icon="compare">
          {names[0]} → {names[1]}
        </Chip>
        {isNewerKnown ? (
          <Chip tone="amber" icon="live">
            Newer version
          </Chip>
        ) : null}
        {isLive && onEdit ? (
          <Button kind="quiet" size="icon" icon="retry" aria-label="Compare again" onPress={onAgain} />
        ) : null}
        {onEdit ? (
          <Button size="small" onPress={onEdit}>
            Change
          </Button>
        ) : null}
      </div>
      {[notes?.from, notes?.to].map((note) =>
        note === undefined ? null : (
          <p key={note} className="quiet">
            <DatedText text={note} />
          </p>
        ),
      )}
      <div className="row steps">
        <Place page={page} current={current} />
        {drawn < 1 ? <span className="quiet">Drawing {Math.floor(drawn * 100)}%</span> : null}
        <Step by={-1} onStep={onStep} isAny={isAny} />
        <Step by={1} onStep={onStep} isAny={isAny} />
        {action}
        {onList ? (
          <Button size="small" aria-expanded={isListOpen} aria-controls="differences" onPress={onList}>
            List
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** How many differences the page has, and at which one stands; said to screen readers with what it is. */
function Place({ page, current }: { page: PageComparison | undefined; current: number | undefined }) {
  const entry = current === undefined ? undefined : page?.entries[current];
  const total = page?.total ?? 0;
  return (
    <span role="status" className="grow">
      <b>{current === undefined ? countName(total) : `${current + 1} of ${total.toLocaleString('en-US')}`}</b>
      {entry ? <span className="hide">{spokenName(entry)}</span> : null}
    </span>
  );
}

function Step({ by, onStep, isAny }: { by: 1 | -1; onStep: (by: 1 | -1) => void; isAny: boolean }) {
  const name = by > 0 ? 'Next difference' : 'Previous difference';
  return (
    <Button
      kind="quiet"
      size="icon"
      icon={by > 0 ? 'down' : 'up'}
      aria-label={name}
      hint={`${name} (Alt+${by > 0 ? '↓' : '↑'})`}
      disabledReason={isAny ? undefined : 'No text or value on this page differs'}
      onPress={() => onStep(by)}
    />
  );
}
