/** Default rollover time of a daily snapshot (spec 3, Snapshot settings). */
export const defaultSnapshotTime = '23:59';
/** Default location of a daily snapshot (spec 3, Snapshot settings). */
export const defaultSnapshotLocation = 'Chicago';

/** HH:MM with hour 0-23 and minute 0-59, otherwise 23:59 (spec 5, Snapshot). */
export function parseSnapshotTime(text: string): string {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : defaultSnapshotTime;
}
