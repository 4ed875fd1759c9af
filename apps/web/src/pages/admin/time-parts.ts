/** Hour and minute of the picker. */
export interface TimeParts {
  readonly hour: number;
  readonly minute: number;
}

export const timeRanges = { hour: 24, minute: 60 } as const;

/** Values out of range count as 0 (spec 5, Snapshot). */
export function readPart(part: keyof TimeParts, text: string): number {
  const value = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return value < timeRanges[part] ? value : 0;
}

/** `17:30` in parts. */
export function timeParts(time: string): TimeParts {
  const [hour = '', minute = ''] = time.split(':');
  return { hour: readPart('hour', hour), minute: readPart('minute', minute) };
}

/** HH:MM of the parts. */
export function timeText({ hour, minute }: TimeParts): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** The time after a press on an arrow; past either end of its range a part is 0. */
export function stepped(time: string, part: keyof TimeParts, by: 1 | -1): string {
  const parts = timeParts(time);
  return timeText({ ...parts, [part]: readPart(part, String(parts[part] + by)) });
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
