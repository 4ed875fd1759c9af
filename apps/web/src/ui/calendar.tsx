import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { addDays, addMonths, dayWords, weekdayOf, weeksOf } from './month.ts';

interface CalendarProps {
  readonly label: string;
  /** yyyy-mm-dd. */
  readonly value: string | undefined;
  readonly today: string;
  /** Whose month is shown at first; that of the value or of today by default. */
  readonly start?: string;
  readonly min: string;
  /** It stands in the page and was not opened: it leaves the focus where it is. */
  readonly isInline?: boolean;
  /** Days that stand out, and what they have. */
  readonly marked: ReadonlySet<string>;
  readonly markedWord: string;
  readonly markedNote: string;
  readonly onChange: (day: string) => void;
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayName = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** One month of days; arrows move by day and week, Page Up and Down by month, with Shift by year. */
export function Calendar(props: CalendarProps) {
  const { label, value, today, start = value ?? today, min, marked, markedNote, isInline = false } = props;
  const [focused, setFocused] = useState(start);
  const grid = useRef<HTMLTableElement>(null);
  const takesFocus = useRef(!isInline);
  useEffect(() => {
    if (takesFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
    takesFocus.current = false;
  }, [focused]);
  const go = (day: string) => setFocused(day < min ? min : day);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = dayByKey(event, focused);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    takesFocus.current = true;
    go(to);
  };
  return (
    <div className="calendar">
      <header>
        <Button
          kind="quiet"
          size="icon"
          icon="left"
          aria-label="Previous month"
          onPress={() => go(addMonths(focused, -1))}
        />
        <strong aria-live="polite">{dayWords(focused, monthName)}</strong>
        <Button
          kind="quiet"
          size="icon"
          icon="right"
          aria-label="Next month"
          onPress={() => go(addMonths(focused, 1))}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date grid of the ARIA practices guide */}
      <table ref={grid} role="grid" aria-label={label} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focused).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, place) => (
                <td key={weekdays[place]}>
                  {day === undefined ? null : <Day {...props} day={day} isFocused={day === focused} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {marked.size > 0 ? (
        <footer>
          <i aria-hidden="true" />
          {markedNote}
        </footer>
      ) : null}
    </div>
  );
}

function Day({
  day,
  isFocused,
  value,
  today,
  min,
  marked,
  markedWord,
  onChange,
}: CalendarProps & { day: string; isFocused: boolean }) {
  const isMarked = marked.has(day);
  return (
    <button
      type="button"
      data-day={day}
      data-snapshot={isMarked || undefined}
      data-today={day === today || undefined}
      data-selected={day === value || undefined}
      aria-current={day === today ? 'date' : undefined}
      aria-disabled={day < min || undefined}
      aria-label={dayLabel(day, [isMarked && markedWord, day === value && 'selected'])}
      tabIndex={isFocused ? 0 : -1}
      onClick={() => day >= min && onChange(day)}
    >
      {Number(day.slice(8))}
    </button>
  );
}

function dayLabel(day: string, notes: (string | false)[]): string {
  return [dayWords(day, dayName), ...notes.filter(Boolean)].join(', ');
}

function dayByKey({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}
