import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BucketAsk, VersionBucket } from '#ports/past/report-past.ts';
import type { Database } from '../../database.ts';

const { summed: MINUTE } = limits.log;

/** What versions of one sender in one part of a time come to. */
interface Part {
  readonly place: number;
  readonly sender: string;
  readonly first: number;
  readonly last: number;
  readonly since: string;
  readonly until: string;
  readonly versions: number;
  readonly cells: number;
  readonly bytes: number;
  readonly whole: number;
}

/** Versions by their numbers, inclusive. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** Parts of a time: which one a moment or a minute is in. */
interface Grid {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly width: number;
}

/**
 * The versions of a time in parts of it, oldest first. A long time is told from what its minutes come to, and then its parts
 * begin with minutes; the versions themselves are read of minutes that are asked for in part, and of the newest ones
 * (decision 81).
 */
export async function summedBuckets(db: Kysely<Database>, topic: Topic, ask: BucketAsk): Promise<VersionBucket[]> {
  const head = db.selectFrom('topic').select('summed_version').where('topic', '=', topic);
  const summed = Number((await head.executeTakeFirst())?.summed_version ?? 0);
  const all = { first: 0, last: Number.MAX_SAFE_INTEGER };
  if (summed === 0) return bucketsOf(await read(db, topic, all, plainGrid(ask)));
  const within = await extentOf(db, topic, ask);
  const newer = { first: summed + 1, last: all.last };
  const width = plainGrid(ask).width;
  if (width < MINUTE && within.versions <= limits.log.readAtOnce) {
    const grid = plainGrid(ask);
    const older = within.versions === 0 ? [] : await read(db, topic, upTo(within, summed), grid);
    return bucketsOf([...older, ...(await read(db, topic, newer, grid))]);
  }
  const grid = minuteGrid(ask);
  const parts = [...(await readSums(db, topic, grid, summed)), ...(await read(db, topic, newer, grid))];
  for (const minute of partMinutes(ask)) {
    const own = await extentOf(db, topic, { from: minute * MINUTE, to: minute * MINUTE });
    if (own.versions > 0) parts.push(...(await read(db, topic, upTo(own, summed), { ...grid, ...edge(grid, minute) })));
  }
  return bucketsOf(parts);
}

function plainGrid({ from, to, most }: BucketAsk): Grid {
  return { from, to, start: from, width: Math.max(1, Math.ceil((to - from + 1) / most)) };
}

function minuteGrid({ from, to, most }: BucketAsk): Grid {
  const start = Math.floor(from / MINUTE) * MINUTE;
  return { from, to, start, width: Math.max(1, Math.ceil((to - start + 1) / most / MINUTE)) * MINUTE };
}

/** Minutes that begin before the time, or end after it. */
function partMinutes({ from, to }: Pick<BucketAsk, 'from' | 'to'>): number[] {
  const [first, last] = [Math.floor(from / MINUTE), Math.floor(to / MINUTE)];
  const begins = from % MINUTE === 0 ? [] : [first];
  const ends = (to + 1) % MINUTE === 0 || begins.includes(last) ? [] : [last];
  return [...begins, ...ends];
}

function upTo({ first, last }: Span, most: number): Span {
  return { first, last: Math.min(last, most) };
}

/** The part of a minute that is asked for. */
function edge({ from, to }: Grid, minute: number): Pick<Grid, 'from' | 'to'> {
  return { from: Math.max(from, minute * MINUTE), to: Math.min(to, (minute + 1) * MINUTE - 1) };
}

/** Between which numbers the summed versions of a time lie, and how many its minutes have. */
async function extentOf(db: Kysely<Database>, topic: Topic, { from, to }: Pick<BucketAsk, 'from' | 'to'>) {
  const row = await db
    .selectFrom('version_sum')
    .select((eb) => [eb.fn.min('first_version').as('first'), eb.fn.max('last_version').as('last')])
    .select((eb) => eb.fn.sum<number | null>('versions').as('versions'))
    .where('topic', '=', topic)
    .where('minute', '>=', Math.floor(from / MINUTE))
    .where('minute', '<=', Math.floor(to / MINUTE))
    .executeTakeFirstOrThrow();
  return { first: Number(row.first ?? 0), last: Number(row.last ?? 0), versions: Number(row.versions ?? 0) };
}

function placeIn({ start, width }: Grid, at: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`(${at} - ${sql.lit(start)}) / ${sql.lit(width)}`;
}

/** Of the versions themselves. */
async function read(db: Kysely<Database>, topic: Topic, span: Span, grid: Grid): Promise<Part[]> {
  const rows = await db
    .selectFrom('version')
    .select((eb) => [
      'sender',
      placeIn(grid, sql<number>`created_at`).as('place'),
      eb.fn.min('version').as('first'),
      eb.fn.max('version').as('last'),
      eb.fn.min('time').as('since'),
      eb.fn.max('time').as('until'),
      eb.fn.countAll<number>().as('versions'),
      sql<number>`sum(cells)`.as('cells'),
      sql<number>`sum(length(body))`.as('bytes'),
      sql<number>`sum(is_whole)`.as('whole'),
    ])
    .where('topic', '=', topic)
    .where('version', '>=', span.first)
    .where('version', '<=', span.last)
    .where('created_at', '>=', grid.from)
    .where('created_at', '<=', grid.to)
    .groupBy(['place', 'sender'])
    .execute();
  return rows.map(partOf);
}

/** Of the whole minutes of a time, but for those that are asked for in part. */
async function readSums(db: Kysely<Database>, topic: Topic, grid: Grid, summed: number): Promise<Part[]> {
  const rows = await db
    .selectFrom('version_sum')
    .select((eb) => [
      'sender',
      placeIn(grid, sql<number>`minute * ${sql.lit(MINUTE)}`).as('place'),
      eb.fn.min('first_version').as('first'),
      eb.fn.max('last_version').as('last'),
      eb.fn.min('since_time').as('since'),
      eb.fn.max('until_time').as('until'),
      sql<number>`sum(versions)`.as('versions'),
      sql<number>`sum(cells)`.as('cells'),
      sql<number>`sum(bytes)`.as('bytes'),
      sql<number>`sum(whole)`.as('whole'),
    ])
    .where('topic', '=', topic)
    .where('minute', '>=', Math.ceil(grid.from / MINUTE))
    .where('minute', '<', Math.floor((grid.to + 1) / MINUTE))
    // What was summed since is read by itself.
    .where('first_version', '<=', summed)
    .groupBy(['place', 'sender'])
    .execute();
  return rows.map(partOf);
}

/** Numbers of sums come as text from PostgreSQL. */
function partOf({ sender, since, until, ...row }: Part): Part {
  const { place, first, last, versions, cells, bytes, whole } = row;
  return {
    ...{ sender, since, until, place: Number(place), first: Number(first), last: Number(last) },
    ...{ versions: Number(versions), cells: Number(cells), bytes: Number(bytes), whole: Number(whole) },
  };
}

function bucketsOf(parts: readonly Part[]): VersionBucket[] {
  const joined = new Map<string, Part>();
  for (const part of parts) {
    const key = `${part.place} ${part.sender}`;
    const known = joined.get(key);
    joined.set(key, known ? both(known, part) : part);
  }
  return [...joined.values()].toSorted((a, b) => a.first - b.first).map(bucketOf);
}

function both(one: Part, other: Part): Part {
  return {
    ...one,
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
    since: one.since < other.since ? one.since : other.since,
    until: one.until > other.until ? one.until : other.until,
    versions: one.versions + other.versions,
    cells: one.cells + other.cells,
    bytes: one.bytes + other.bytes,
    whole: one.whole + other.whole,
  };
}

function bucketOf({ first, last, since, until, sender, versions, cells, bytes, whole }: Part): VersionBucket {
  return {
    first: { version: first, time: since, sender },
    last: { version: last, time: until, sender },
    ...{ versions, cells, bytes, whole },
  };
}
