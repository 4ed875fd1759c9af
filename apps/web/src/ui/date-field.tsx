import { firstReportDate, parseDay, parseReportDate } from '@sheetwire/rules/report-date';
import { lazy, useEffect, useId, useRef, useState } from 'react';
import { Button as PopoverButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { loadChunk } from '#lib/load-chunk.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Waiting } from './message.tsx';
import { Part } from './part.tsx';

const Calendar = lazy(async () => ({ default: (await loadChunk(() => import('./calendar.tsx'))).Calendar }));

interface DateFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
  /** Takes what names more than a day, or says why it cannot be taken; undefined for what names no more. */
  readonly onMoment?: (typed: string) => { readonly at: string } | { readonly fault: string } | undefined;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly today: string;
  readonly snapshotDates: readonly string[];
}

/** Typed or picked, with CLEAR; days with a snapshot stand out, others can be chosen too (spec 2, Date picker). */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, onMoment, onOpenChange, today, snapshotDates } = props;
  const id = useId();
  const [typed, setTyped] = useState(value ?? '');
  const [fault, setFault] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setTyped(value ?? '');
    setFault(undefined);
  }, [value]);
  const open = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    onOpenChange(isNowOpen);
  };
  useClosedAtEnd(isOpen, onOpenChange);
  const commit = () => {
    const taken = onMoment?.(typed) ?? dayIn(typed);
    setFault('fault' in taken ? taken.fault : undefined);
    if ('at' in taken) setTyped(value ?? '');
    else if ('day' in taken) onChange(taken.day);
  };
  return (
    <div className="date">
      <div className="field grow">
        <label htmlFor={id}>{label}</label>
        <div ref={field} className="input" data-invalid={fault ? true : undefined}>
          <input
            id={id}
            value={typed}
            placeholder="yyyy-mm-dd"
            autoComplete="off"
            inputMode="numeric"
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? `${id}-error` : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && commit()}
            onBlur={() => typed !== (value ?? '') && commit()}
          />
          <DialogTrigger isOpen={isOpen} onOpenChange={open}>
            <PopoverButton className="button" data-kind="quiet" data-size="small" aria-label="Choose a date">
              <Icon name="calendar" />
            </PopoverButton>
            <Popover className="popover date-popover" triggerRef={field} placement="bottom start" offset={4}>
              <Dialog aria-label="Choose a date">
                <Part fallback={<Waiting text="Loading..." />}>
                  <Calendar
                    {...{ label, value, today }}
                    min={firstReportDate}
                    marked={new Set(snapshotDates)}
                    markedWord="snapshot"
                    markedNote="Days with a snapshot"
                    onChange={(day) => {
                      open(false);
                      onChange(day);
                    }}
                  />
                </Part>
              </Dialog>
            </Popover>
          </DialogTrigger>
        </div>
        {fault ? (
          <p className="error" id={`${id}-error`}>
            <Icon name="alert" />
            {fault}
          </p>
        ) : null}
      </div>
      <Button
        disabledReason={value === undefined && typed === '' ? 'No date chosen' : undefined}
        onPress={() => {
          setTyped('');
          setFault(undefined);
          onChange(undefined);
        }}
      >
        CLEAR
      </Button>
    </div>
  );
}

/** The day that is typed, none where nothing is, or why it is none. */
function dayIn(typed: string): { readonly day: string | undefined } | { readonly fault: string } {
  if (typed.trim() === '') return { day: undefined };
  // A time that is not understood is not left out: the day's snapshot shows other figures.
  const day = typed.includes(':') ? undefined : parseReportDate(typed);
  return day === undefined ? { fault: wrongWords(typed) } : { day };
}

function wrongWords(typed: string): string {
  if (typed.includes(':')) return 'Enter the time as yyyy-mm-dd hh:mm:ss';
  return parseDay(typed) === undefined
    ? 'Enter a date as yyyy-mm-dd'
    : `There is no snapshot before ${firstReportDate}`;
}

/** A calendar that goes with its field, by Back or by a link, is closed too: whoever waits for it goes on. */
function useClosedAtEnd(isOpen: boolean, onOpenChange: DateFieldProps['onOpenChange']): void {
  const end = useRef<() => void>(undefined);
  end.current = isOpen ? () => onOpenChange(false) : undefined;
  useEffect(() => () => end.current?.(), []);
}
