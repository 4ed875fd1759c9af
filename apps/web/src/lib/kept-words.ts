/** For how long versions are kept. */
export interface KeptTimes {
  readonly versionHours: number;
  readonly minuteDays: number;
  readonly hourDays: number;
}

const HOURS = 24;

/** `every version for 6 hours, then one a minute for 2 days and one an hour for 30 days`; what adds nothing is left out. */
export function keptWords({ versionHours, minuteDays, hourDays }: KeptTimes): string {
  const minutes = minuteDays * HOURS > versionHours ? [`one a minute for ${days(minuteDays)}`] : [];
  const hours =
    hourDays * HOURS > Math.max(versionHours, minuteDays * HOURS) ? [`one an hour for ${days(hourDays)}`] : [];
  const later = [...minutes, ...hours].join(' and ');
  const every = `every version for ${counted(versionHours, 'hour')}`;
  return later === '' ? every : `${every}, then ${later}`;
}

function days(count: number): string {
  return counted(count, 'day');
}

function counted(count: number, unit: string): string {
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}
