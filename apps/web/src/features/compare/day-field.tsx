import { firstReportDate } from '@sheetwire/rules/report-date';
import { type RefObject, useId, useRef, useState } from 'react';
import { Button as PopoverButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '#ui/button.tsx';
import { Calendar } from '#ui/calendar.tsx';
import { Icon } from '#ui/icon.tsx';

interface DayFieldProps {
  readonly label: string;
  /** As it is typed: a day, or Live. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** It cannot be compared. */
  readonly isWrong: boolean;
  /** Where it is told why, or what is shown in its place. */
  readonly toldBy: string | undefined;
  readonly today: string;
  readonly snapshotDates: readonly string[];
  readonly input?: RefObject<HTMLInputElement | null>;
}

const isoDay = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^(?:(\d{4}-\d{2}-\d{2}) )?(\d{2}:\d{2}:\d{2})$/;
/** A day and a time need a line of their own. */
const LONG = 12;

/** One side of a comparison: typed or picked, a day, a moment or the live report. */
export function DayField(props: DayFieldProps) {
  const { label, value, onChange, isWrong, toldBy, input } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const choose = (chosen: string) => {
    setOpen(false);
    onChange(chosen);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div ref={field} className="input" data-invalid={isWrong || undefined}>
        <input
          ref={input}
          id={id}
          value={value}
          placeholder="yyyy-mm-dd"
          data-long={value.length > LONG || undefined}
          data-change-keys=""
          autoComplete="off"
          aria-invalid={isWrong || undefined}
          aria-describedby={toldBy}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <PopoverButton className="button" data-kind="quiet" data-size="small" aria-label={`Choose ${label}`}>
            <Icon name="calendar" />
          </PopoverButton>
          <Popover className="popover date-popover" triggerRef={field} placement="bottom end" offset={4}>
            <Dialog aria-label={`Choose ${label}`}>
              <Choices {...props} onChoose={choose} />
            </Dialog>
          </Popover>
        </DialogTrigger>
      </div>
    </div>
  );
}

function Choices({
  label,
  value,
  today,
  snapshotDates,
  onChoose,
}: DayFieldProps & { onChoose: (day: string) => void }) {
  const [, momentDay = today, momentTime] = moment.exec(value) ?? [];
  const chosen = isoDay.test(value) ? value : momentTime && momentDay;
  const day = chosen ?? today;
  const [time, setTime] = useState(momentTime ?? '');
  return (
    <>
      <div className="live-choice">
        <Button icon="live" aria-pressed={value.trim().toLowerCase() === 'live'} onPress={() => onChoose('Live')}>
          Live
        </Button>
      </div>
      <Calendar
        label={label}
        value={chosen}
        today={today}
        start={chosen ?? snapshotDates.toSorted().at(-1) ?? today}
        min={firstReportDate}
        marked={new Set(snapshotDates)}
        markedWord="snapshot"
        markedNote="Days with a snapshot"
        onChange={onChoose}
      />
      <form
        className="moment-choice"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (time !== '') onChoose(`${day} ${time}`);
        }}
      >
        <label>
          Time of {day === today ? 'today' : day}
          <input type="time" step="1" required value={time} onChange={(event) => setTime(event.currentTarget.value)} />
        </label>
        <Button type="submit">Use time</Button>
      </form>
    </>
  );
}
