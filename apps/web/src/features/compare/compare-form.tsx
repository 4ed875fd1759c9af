import { type FormEvent, type RefObject, useId, useState } from 'react';
import { localDay } from '#lib/published.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { DatedText } from './dated-text.tsx';
import { DayField } from './day-field.tsx';
import { enteredSides, meantSides, type SideFaults, shownSide } from './entered-sides.ts';
import type { AskedSides } from './sides.ts';

interface CompareFormProps {
  /** What the fields begin with. */
  readonly first: AskedSides;
  /** That is what is compared now. */
  readonly isDone: boolean;
  readonly isAsked: boolean;
  readonly snapshotDates: readonly string[];
  /** What stands in the place of a day without a snapshot. */
  readonly notes: { readonly from: string | undefined; readonly to: string | undefined };
  /** By the server's clock, by which times are shown and entered. */
  readonly now: Date;
  readonly fromInput: RefObject<HTMLInputElement | null>;
  readonly onCompare: (sides: AskedSides) => void;
}

const sides = ['from', 'to'] as const;
type Side = (typeof sides)[number];
const labels = { from: 'From', to: 'To' } as const;

/** The two sides of a comparison, each a day, a moment or the live report. */
export function CompareForm(props: CompareFormProps) {
  const { first, isDone, isAsked, snapshotDates, notes, now, fromInput, onCompare } = props;
  const id = useId();
  const begun = { from: shownSide(first.from, now), to: shownSide(first.to, now) };
  const [typed, setTyped] = useState<Partial<AskedSides>>({});
  const [faults, setFaults] = useState<SideFaults>({});
  const [before, setBefore] = useState(first);
  // Other sides are compared: by these fields, in the order of the days, or by Back. Those of a report that comes
  // while its fields are open take no entry.
  if (before !== first) {
    setBefore(first);
    if (isAsked) setTyped({});
    setFaults({});
  }
  const today = localDay(now);
  const textOf = (side: Side) => typed[side] ?? begun[side];
  const isBegun = (side: Side) => textOf(side) === begun[side];
  const told = (side: Side) => faults[side] ?? (isBegun(side) ? notes[side] : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = enteredSides(meantSides(first, typed, now), now);
    setFaults('faults' in entered ? entered.faults : {});
    if ('sides' in entered) onCompare(entered.sides);
  };
  const isAgain = isDone && sides.every(isBegun);
  return (
    <form className="compare-form" onSubmit={submit} noValidate>
      {sides.map((side) => (
        <DayField
          key={side}
          label={labels[side]}
          value={textOf(side)}
          isWrong={faults[side] !== undefined}
          toldBy={told(side) === undefined ? undefined : `${id}-${side}`}
          {...(side === 'from' && { input: fromInput })}
          {...{ today, snapshotDates }}
          onChange={(text) => {
            setTyped({ ...typed, [side]: text });
            setFaults({ ...faults, [side]: undefined });
          }}
        />
      ))}
      {sides.map((side) => (
        <Told key={side} id={`${id}-${side}`} text={told(side)} isFault={faults[side] !== undefined} />
      ))}
      <Button type="submit" {...(isAgain ? { icon: 'retry' } : { kind: 'primary' })}>
        {isAgain ? 'Compare again' : 'Show differences'}
      </Button>
    </form>
  );
}

function Told({ id, text, isFault }: { id: string; text: string | undefined; isFault: boolean }) {
  if (text === undefined) return null;
  return (
    <p id={id} className="told-side" data-tone={isFault ? 'red' : undefined} role={isFault ? 'alert' : undefined}>
      <Icon name={isFault ? 'alert' : 'info'} />
      <span>
        <DatedText text={text} />
      </span>
    </p>
  );
}
