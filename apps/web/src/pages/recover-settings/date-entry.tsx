import { parseReportDate } from '@sheetwire/rules/report-date';
import { useEffect, useState } from 'react';
import { type Choice, isUndoPoint } from '#features/recovery/recovery.ts';
import { utcWords } from '#lib/moment-words.ts';
import { TextField } from '#ui/text-field.tsx';

interface DateEntryProps {
  readonly choice: Choice;
  readonly choose: (part: Partial<Choice>) => void;
  /** So that the calendar follows. */
  readonly onTyped: () => void;
}

/** The date may be typed too; what is no date says so when it is left. */
export function DateEntry({ choice: { settingsDate = '' }, choose, onTyped }: DateEntryProps) {
  const shown = isUndoPoint(settingsDate) ? `${utcWords(new Date(settingsDate))} UTC` : settingsDate;
  const [typed, setTyped] = useState(shown);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(shown);
    setWrong(false);
  }, [shown]);
  const commit = () => {
    if (typed === shown) return;
    const day = parseReportDate(typed);
    setWrong(day === undefined && typed.trim() !== '');
    if (day === undefined && typed.trim() !== '') return;
    choose({ settingsDate: day });
    onTyped();
  };
  return (
    <TextField
      label="Date"
      value={typed}
      placeholder="yyyy-mm-dd"
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      error={isWrong ? 'Enter a date as yyyy-mm-dd' : undefined}
    />
  );
}
