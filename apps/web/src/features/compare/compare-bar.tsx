import type { PageComparison } from '@sheetwire/page/compare/compare-reports';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/message.tsx';
import { countName, spokenName } from './compare-words.ts';

interface CompareBarProps {
  readonly names: readonly [older: string, newer: string];
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
  readonly onList: () => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** What is compared, the way through the differences, and out. */
export function CompareBar(props: CompareBarProps) {
  const { names, isLive, isNewerKnown, page, current, drawn, isListOpen, onStep, onList, onAgain, onClose } = props;
  const isAny = (page?.entries.length ?? 0) > 0;
  return (
    <section className="compare-bar" aria-label="Comparison">
      <Chip tone="blue" icon="compare">
        {names[0]} → {names[1]}
      </Chip>
      {isNewerKnown ? (
        <Chip tone="amber" icon="live">
          Newer version
        </Chip>
      ) : null}
      {drawn < 1 ? <span className="quiet">Drawing {Math.floor(drawn * 100)}%</span> : null}
      {isLive ? (
        <Button kind="quiet" size="small" icon="retry" aria-label="Compare again" onPress={onAgain}>
          <span className="wide">Compare again</span>
        </Button>
      ) : null}
      <span className="steps">
        <Place page={page} current={current} />
        <Step by={-1} onStep={onStep} isAny={isAny} />
        <Step by={1} onStep={onStep} isAny={isAny} />
      </span>
      <Button aria-expanded={isListOpen} aria-controls="differences" onPress={onList}>
        List
      </Button>
      <Button icon="close" aria-label="Close comparison" onPress={onClose}>
        <span className="wide">Close comparison</span>
      </Button>
    </section>
  );
}

/** How many differences the page has, and at which one stands; said to screen readers with what it is. */
function Place({ page, current }: { page: PageComparison | undefined; current: number | undefined }) {
  const entry = current === undefined ? undefined : page?.entries[current];
  const total = page?.total ?? 0;
  return (
    <span role="status">
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
      disabledReason={isAny ? undefined : 'No differences on this page'}
      onPress={() => onStep(by)}
    />
  );
}
