import { type Choice, datesOf, isUndoPoint, type KnownDates } from '#features/recovery/recovery.ts';
import { useServices } from '#services.ts';
import { Calendar } from '#ui/calendar.tsx';

interface DateCalendarProps {
  readonly known: KnownDates;
  readonly choice: Choice;
  readonly choose: (part: Partial<Choice>) => void;
}

/** Available dates stand out (spec 2); it opens at the newest of them. */
export function DateCalendar({ known, choice, choose }: DateCalendarProps) {
  const today = new Date(useServices().clock.now()).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const dates = datesOf(known, choice.settings);
  const day = choice.settingsDate !== undefined && !isUndoPoint(choice.settingsDate) ? choice.settingsDate : undefined;
  return (
    <Calendar
      label="Date"
      value={day}
      today={today}
      start={day ?? newest(dates) ?? today}
      min={oldest(dates) ?? today}
      isInline
      marked={new Set(dates)}
      markedWord="backup"
      markedNote="Days with a backup"
      onChange={(settingsDate) => choose({ settingsDate })}
    />
  );
}

function newest(dates: readonly string[]): string | undefined {
  return [...dates].sort().at(-1);
}

function oldest(dates: readonly string[]): string | undefined {
  return [...dates].sort()[0];
}
