import { expect, test } from 'vitest';
import { nextSnapshot, type SnapshotTimes, snapshotDateAt } from './snapshot-due.ts';
import { parseSnapshotLocation, snapshotLocations, zoneOfLocation } from './snapshot-location.ts';

const soak = process.env.SHEETWIRE_SOAK === 'yes';
const minute = 60_000;
const hour = 60 * minute;
/** The last and the first minute of a day, and those that clock changes leave out or give twice. */
const times = ['23:59', '00:00', '00:30', '01:30', '02:30'];
const years = { first: 2026, last: 2046 };
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const daily = (change: Partial<SnapshotTimes> = {}): SnapshotTimes => ({
  time: '23:59',
  zone: 'America/Chicago',
  backdates: false,
  ...change,
});
const next = (times: SnapshotTimes, after: string) => {
  const { dueAt, date } = nextSnapshot(times, at(after));
  return `${Temporal.Instant.fromEpochMilliseconds(dueAt).toString()} ${date}`;
};

test('a snapshot is due at its time in its zone and carries the local date', () => {
  expect(next(daily(), '2026-11-21T18:00:00Z')).toBe('2026-11-22T05:59:00Z 2026-11-21');
  expect(next(daily(), '2026-11-22T05:59:00Z')).toBe('2026-11-23T05:59:00Z 2026-11-22');
  expect(next(daily({ zone: 'Pacific/Kiritimati', time: '00:00' }), '2026-11-21T09:00:00Z')).toBe(
    '2026-11-21T10:00:00Z 2026-11-22',
  );
});

test('predated it carries the weekday before: Saturday, Sunday and Monday carry Friday', () => {
  const dates = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'].map((day) =>
    snapshotDateAt(at(`${day}T12:00:00Z`), { zone: 'UTC', backdates: true }),
  );
  expect(dates).toEqual(['2026-11-19', '2026-11-20', '2026-11-20', '2026-11-20', '2026-11-23']);
});

test('a time that the clock leaves out is due at the first instant after the gap', () => {
  const night = daily({ time: '02:30' });
  expect(next(night, '2027-03-14T06:00:00Z')).toBe('2027-03-14T08:00:00Z 2027-03-14');
  expect(next(night, '2027-03-14T08:00:00Z')).toBe('2027-03-15T07:30:00Z 2027-03-15');
});

test('a time that exists twice is due once, at the first', () => {
  const night = daily({ time: '01:30' });
  expect(next(night, '2026-11-01T05:00:00Z')).toBe('2026-11-01T06:30:00Z 2026-11-01');
  expect(next(night, '2026-11-01T06:30:00Z')).toBe('2026-11-02T07:30:00Z 2026-11-02');
});

test('a gap that ends at midnight takes no day away: the evening is due as the next day begins', () => {
  const nuuk = daily({ zone: 'America/Nuuk' });
  expect(next(nuuk, '2027-03-27T12:00:00Z')).toBe('2027-03-28T01:00:00Z 2027-03-27');
  expect(next(nuuk, '2027-03-28T01:00:00Z')).toBe('2027-03-29T00:59:00Z 2027-03-28');
});

test('a day that a zone left out whole has no snapshot', () => {
  const apia = daily({ zone: 'Pacific/Apia', time: '12:00' });
  expect(next(apia, '2011-12-29T23:00:00Z')).toBe('2011-12-30T22:00:00Z 2011-12-31');
});

test('in every zone each day of twenty years has one snapshot, at its time or right after the gap', {
  timeout: 120 * minute,
}, async ({ annotate }) => {
  const wrong: string[] = [];
  let checked = 0;
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const spans = soak ? wholeSpan() : spansAround(zone);
    for (const [n, span] of spans.entries()) {
      for (const time of soak ? times : [times[n % times.length] ?? '']) {
        const { days, faults } = walk(daily({ zone, time }), span);
        checked += days;
        wrong.push(...faults);
      }
    }
  }
  await annotate(`${checked} days of zones checked, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(1000);
});

interface Span {
  readonly from: number;
  readonly to: number;
}

function wholeSpan(): Span[] {
  return [{ from: at(`${years.first}-01-01T00:00:00Z`), to: at(`${years.last}-01-01T00:00:00Z`) }];
}

/** The days around each clock change: all other days are alike. */
function spansAround(zone: string): Span[] {
  const spans: Span[] = [];
  const whole = wholeSpan()[0];
  let day: Temporal.ZonedDateTime | null = Temporal.Instant.from(`${years.first}-01-01T00:00:00Z`).toZonedDateTimeISO(
    zone,
  );
  for (;;) {
    day = day.getTimeZoneTransition('next');
    if (!day || !whole || day.epochMilliseconds > whole.to) return spans;
    spans.push({ from: day.epochMilliseconds - 60 * hour, to: day.epochMilliseconds + 60 * hour });
  }
}

/** Walks from due instant to due instant and holds each against the wall clock of the zone. */
function walk(times: SnapshotTimes, { from, to }: Span): { days: number; faults: string[] } {
  const faults: string[] = [];
  const say = (what: string, due: { dueAt: number; date: string }) =>
    faults.push(`${times.zone} ${times.time} ${due.date} ${new Date(due.dueAt).toISOString()}: ${what}`);
  let days = 0;
  let due = nextSnapshot(times, from);
  while (due.dueAt < to) {
    const following = nextSnapshot(times, due.dueAt);
    if (!isRight(times, due)) say('is not the first instant at or after its time', due);
    if (following.dueAt <= due.dueAt) say('is not before the next', due);
    if (following.date !== dayAfter(due.date)) say(`is followed by ${following.date}`, due);
    due = following;
    days++;
  }
  return { days, faults };
}

/** The wall clock reaches the wanted day and time at this instant and did not before. */
function isRight({ time, zone }: SnapshotTimes, { dueAt, date }: { dueAt: number; date: string }): boolean {
  const wanted = Date.parse(`${date}T${time}Z`);
  const wall = (ms: number) =>
    ms + Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
  const isExact = wall(dueAt) === wanted || (wall(dueAt) > wanted && wall(dueAt - 1) < wanted);
  return isExact && [1, minute, 30 * minute, hour, 2 * hour, 3 * hour].every((ms) => wall(dueAt - ms) < wanted);
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 24 * hour).toISOString().slice(0, 10);
}

test('a location is the city of a zone, under the name of today, and found by its former one', () => {
  const names = snapshotLocations();
  expect(names).toEqual(expect.arrayContaining(['Chicago', 'New York', 'London', 'Kolkata', 'Kyiv', 'Nuuk']));
  expect(new Set(names).size).toBe(names.length);
  expect(names.toSorted()).toEqual(names);
  expect(zoneOfLocation('New York')).toBe('America/New_York');
  expect(zoneOfLocation('chicago')).toBe('America/Chicago');
  expect(parseSnapshotLocation('Calcutta')).toBe('Kolkata');
  expect(zoneOfLocation('Atlantis')).toBeUndefined();
  for (const name of names) expect(zoneOfLocation(name)).toBeDefined();
});
