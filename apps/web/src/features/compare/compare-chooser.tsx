import './compare.css';
import { firstReportDate } from '@sheetwire/rules/report-date';
import { useEffect, useId, useRef } from 'react';
import type { Selection } from '#features/selection/selection.ts';
import { localDay } from '#lib/published.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Calendar } from '#ui/calendar.tsx';
import { dayName } from './compare-words.ts';

interface CompareChooserProps {
  readonly selection: Selection;
  readonly snapshotDates: readonly string[];
  readonly onChoose: (compare: string) => void;
  readonly onCancel: () => void;
}

/** With what the shown report is compared: live, or a day, those with a snapshot highlighted. */
export function CompareChooser({ selection, snapshotDates, onChoose, onCancel }: CompareChooserProps) {
  const id = useId();
  const { clock } = useServices();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onCancel();
    };
    const place = section.current;
    place?.addEventListener('keydown', onKey);
    return () => place?.removeEventListener('keydown', onKey);
  });
  const { date } = selection;
  const today = localDay(new Date(clock.now()));
  const others = snapshotDates.filter((day) => day !== date);
  const start = [...others].sort().at(-1) ?? today;
  return (
    <section ref={section} className="compare-choice" aria-labelledby={id}>
      <h2 id={id}>Compare {dayName(date)} with</h2>
      {others.length === 0 ? <p>This report has no other snapshots yet.</p> : null}
      {others.length === 0 ? null : (
        <Calendar
          label="Compare with"
          value={undefined}
          {...{ today, start }}
          min={firstReportDate}
          marked={new Set(others)}
          markedWord="snapshot"
          markedNote="Days with a snapshot"
          onChange={onChoose}
        />
      )}
      <div className="row">
        {date === undefined ? null : (
          <Button icon="live" onPress={() => onChoose('live')}>
            Live
          </Button>
        )}
        <Button kind="quiet" onPress={onCancel}>
          CANCEL
        </Button>
      </div>
    </section>
  );
}
