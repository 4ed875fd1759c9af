import { type KeyboardEvent, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { readPart, stepped, type TimeParts, timeParts, timeRanges, timeText, twoDigits } from './time-parts.ts';

interface TimePickerProps {
  readonly label: string;
  /** HH:MM. */
  readonly value: string;
  readonly onChange: (time: string) => void;
}

/** Hour and minute, each with an arrow up and down; they may be typed too (spec 2, Snapshot section). */
export function TimePicker({ label, value, onChange }: TimePickerProps) {
  const step = (part: keyof TimeParts, by: 1 | -1) => onChange(stepped(value, part, by));
  const part = (name: keyof TimeParts, words: string) => ({ name, words, value, onChange, step });
  return (
    <div className="field">
      <span className="label">{label}</span>
      <fieldset className="time-picker" aria-label={label}>
        <TimePart {...part('hour', 'Hour')} />
        <span aria-hidden="true">:</span>
        <TimePart {...part('minute', 'Minute')} />
      </fieldset>
    </div>
  );
}

interface TimePartProps {
  readonly name: keyof TimeParts;
  readonly words: string;
  readonly value: string;
  readonly onChange: (time: string) => void;
  readonly step: (part: keyof TimeParts, by: 1 | -1) => void;
}

function TimePart({ name, words, value, onChange, step }: TimePartProps) {
  const [typed, setTyped] = useState<string>();
  const parts = timeParts(value);
  const type = (text: string) => {
    setTyped(text);
    onChange(timeText({ ...parts, [name]: readPart(name, text) }));
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined;
    if (!by) return;
    event.preventDefault();
    setTyped(undefined);
    step(name, by);
  };
  return (
    <div>
      <button type="button" tabIndex={-1} aria-label={`${words} up`} onClick={() => step(name, 1)}>
        <Icon name="up" />
      </button>
      <input
        role="spinbutton"
        aria-label={words}
        aria-valuenow={parts[name]}
        aria-valuemin={0}
        aria-valuemax={timeRanges[name] - 1}
        aria-valuetext={twoDigits(parts[name])}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        value={typed ?? twoDigits(parts[name])}
        onChange={(event) => type(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(undefined)}
        onKeyDown={press}
      />
      <button type="button" tabIndex={-1} aria-label={`${words} down`} onClick={() => step(name, -1)}>
        <Icon name="down" />
      </button>
    </div>
  );
}
