/** When and where daily snapshots of a gropic are due (spec 3, Snapshot settings). */
export interface SnapshotTimes {
  /** HH:MM. */
  readonly time: string;
  /** An IANA zone. */
  readonly zone: string;
  /** The snapshot carries the date of the weekday before (spec 2, Predate 1 Weekday). */
  readonly backdates: boolean;
}

/** One snapshot that is to be taken. */
export interface DueSnapshot {
  /** Epoch ms. */
  readonly dueAt: number;
  /** The date that the snapshot carries, yyyy-mm-dd. */
  readonly date: string;
}

const SATURDAY = 6;
/** Days before an instant at which its next due day may begin, and days after it that are looked at: zones skip days. */
const LOOK = { back: 2, ahead: 5 };

/** The first due instant after an epoch ms: one for each calendar day there is in the zone (semantics 6). */
export function nextSnapshot(times: SnapshotTimes, after: number): DueSnapshot {
  const today = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(times.zone).toPlainDate();
  for (let days = -LOOK.back; days <= LOOK.ahead; days++) {
    const day = today.add({ days });
    const dueAt = dueOn(day, times);
    if (dueAt !== undefined && dueAt > after) return { dueAt, date: dateOf(day, times.backdates) };
  }
  throw new RangeError(`no day follows in ${times.zone}`);
}

/** The date of a snapshot that is taken at an epoch ms: the local date, or the weekday before it (semantics 6). */
export function snapshotDateAt(at: number, { zone, backdates }: Omit<SnapshotTimes, 'time'>): string {
  return dateOf(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate(), backdates);
}

/**
 * The due instant of a local day. A time that a clock change leaves out is due at the first instant after the gap, though
 * that may be the next day there (Nuuk, 23:59 in March); one that exists twice at the first. Undefined for a day that
 * the zone leaves out whole.
 */
function dueOn(day: Temporal.PlainDate, { time, zone }: SnapshotTimes): number | undefined {
  if (!day.toZonedDateTime(zone).toPlainDate().equals(day)) return undefined;
  const wanted = day.toPlainDateTime(Temporal.PlainTime.from(time));
  const first = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const isReal = first.toPlainDateTime().equals(wanted);
  return (isReal ? first : (first.getTimeZoneTransition('next') ?? first)).epochMilliseconds;
}

function dateOf(day: Temporal.PlainDate, backdates: boolean): string {
  if (!backdates) return day.toString();
  let before = day.subtract({ days: 1 });
  while (before.dayOfWeek >= SATURDAY) before = before.subtract({ days: 1 });
  return before.toString();
}
