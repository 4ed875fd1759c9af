import { useId, useState } from 'react';
import { counted, shortened } from '#features/audit-log/change-texts.ts';
import { Button } from '#ui/button.tsx';

/** Characters and names that are shown at once, and at most. */
const few = { text: 240, names: 12 };
const most = { text: 100_000, names: 5000 };

/** A value as plain text; a long one is cut, and whole on demand. */
export function LongText({ of, text }: { of: string; text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= few.text) return <bdi>{text}</bdi>;
  return (
    <>
      {isWhole ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keys
        <section className="whole" aria-label={of} tabIndex={0}>
          <bdi>{shortened(text, most.text)}</bdi>
        </section>
      ) : (
        <bdi>{shortened(text, few.text)}</bdi>
      )}
      <More {...{ of, isWhole }} count={text.length} what="characters" onPress={() => setWhole(!isWhole)} />
      {isWhole ? <Rest count={text.length - most.text} what="characters" /> : null}
    </>
  );
}

interface NamesProps {
  readonly of: string;
  readonly names: readonly string[];
  /** How many there are, when more than were noted. */
  readonly count?: number;
  /** Sentences stand under each other, names beside. */
  readonly isRunning?: boolean;
}

/** The first names of a list, and all of them on demand. */
export function Names({ of, names, count = names.length, isRunning = false }: NamesProps) {
  const [isWhole, setWhole] = useState(false);
  const isLong = names.length > few.names;
  const shown = names.slice(0, isWhole ? most.names : few.names);
  return (
    <>
      <ul className="names" data-running={isRunning} data-whole={isWhole} aria-label={of} tabIndex={isWhole ? 0 : -1}>
        {shown.map((name, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may read the same
          <li key={n}>
            <bdi>{shortened(name, few.text)}</bdi>
          </li>
        ))}
      </ul>
      {isLong ? (
        <More {...{ of, isWhole }} count={names.length} what="names" onPress={() => setWhole(!isWhole)} />
      ) : null}
      {isWhole ? <Rest count={names.length - most.names} what="names" /> : null}
      {count > names.length ? <p className="quiet">and {counted(count - names.length)} more, not recorded</p> : null}
    </>
  );
}

interface MoreProps {
  /** What it is more of, for screen readers. */
  readonly of: string;
  readonly count: number;
  readonly what: string;
  readonly isWhole: boolean;
  readonly onPress: () => void;
}

function More({ of, count, what, isWhole, onPress }: MoreProps) {
  const id = useId();
  return (
    <>
      <Button kind="link" aria-expanded={isWhole} aria-describedby={id} onPress={onPress}>
        {isWhole ? 'Show less' : `Show all ${counted(count)} ${what}`}
      </Button>
      <span id={id} hidden>
        {of}
      </span>
    </>
  );
}

/** What even the whole does not show: no page draws without an end. */
function Rest({ count, what }: { count: number; what: string }) {
  if (count <= 0) return null;
  return (
    <p className="quiet">
      {counted(count)} more {what}: copy the entry as JSON to read them
    </p>
  );
}
