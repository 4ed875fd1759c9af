import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BucketAsk, VersionBucket, VersionSpan } from '#ports/past/report-past.ts';
import { atOneMoment } from '../../at-one-moment.ts';
import type { Database } from '../../database.ts';
import { crossingSums, reachOfSums, summedUpTo } from './crossing-sums.ts';
import { bucketsOf, type Part } from './parts.ts';
import { minuteOf } from './sum-commands.ts';

const { summed: MINUTE } = limits.log;

/** Parts of a time, so many and each so long, ms. */
interface Grid {
  readonly start: number;
  readonly width: number;
  readonly most: number;
}

/**
 * Versions in parts of a time, oldest first. Of a long time they are told from what its minutes come to, and then its parts
 * begin with minutes; the versions themselves are read of minutes of which some are not asked for, and of the newest ones
 * (decision 81).
 */
export function summedBuckets(db: Kysely<Database>, topic: Topic, ask: BucketAsk): Promise<VersionBucket[]> {
  return atOneMoment(db, (then) => bucketsThen(then, topic, ask));
}

async function bucketsThen(db: Kysely<Database>, topic: Topic, ask: BucketAsk): Promise<VersionBucket[]> {
  const summed = await summedUpTo(db, topic);
  const { first, last } = ask.versions;
  const plain = plainGrid(ask);
  const older = { first, last: Math.min(last, summed) };
  const isBrief = plain.width < MINUTE && (await countIn(db, topic, older)) <= limits.log.readAtOnce;
  if (summed < first || isBrief) return bucketsOf(await read(db, topic, { span: ask.versions, grid: plain }));
  const grid = minuteGrid(ask);
  const newer = { first: Math.max(first, summed + 1), last };
  return bucketsOf([
    ...(await readSums(db, topic, { span: older, grid })),
    ...(await readAcross(db, topic, { span: older, grid })),
    ...(await read(db, topic, { span: newer, grid })),
  ]);
}

function plainGrid({ from, to, most }: BucketAsk): Grid {
  return { start: from, width: Math.max(1, Math.ceil((to - from + 1) / most)), most };
}

function minuteGrid({ from, to, most }: BucketAsk): Grid {
  const start = Math.floor(from / MINUTE) * MINUTE;
  return { start, width: Math.max(1, Math.ceil((to - start + 1) / most / MINUTE)) * MINUTE, most };
}

/** How many versions the minutes of some have. */
async function countIn(db: Kysely<Database>, topic: Topic, { first, last }: VersionSpan): Promise<number> {
  const row = await db
    .selectFrom('version_sum')
    .select((eb) => eb.fn.sum<number | null>('versions').as('versions'))
    .where('topic', '=', topic)
    .where('first_version', '>=', first - (await reachOfSums(db, topic)))
    .where('first_version', '<=', last)
    .where('last_version', '>=', first)
    .executeTakeFirstOrThrow();
  return Number(row.versions ?? 0);
}

function placeIn({ start, width }: Grid, at: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`(${at} - ${sql.lit(start)}) / ${sql.lit(width)}`;
}

interface Asked {
  readonly span: VersionSpan;
  readonly grid: Grid;
}

/** Of the versions themselves. */
async function read(db: Kysely<Database>, topic: Topic, { span, grid }: Asked): Promise<Part[]> {
  const rows = await db
    .selectFrom('version')
    .select('sender')
    .select(placeIn(grid, sql<number>`created_at`).as('place'))
    .select(comeTo)
    .where('topic', '=', topic)
    .where('version', '>=', span.first)
    .where('version', '<=', span.last)
    .groupBy(['place', 'sender'])
    .execute();
  return rows.map((row) => partOf(row, grid));
}

/** What versions come to. */
const comeTo = [
  sql<number>`min(version.version)`.as('first'),
  sql<number>`max(version.version)`.as('last'),
  sql<string>`min(version.time)`.as('since'),
  sql<string>`max(version.time)`.as('until'),
  sql<number>`count(*)`.as('versions'),
  sql<number>`sum(version.cells)`.as('cells'),
  sql<number>`sum(length(version.body))`.as('bytes'),
  sql<number>`sum(version.is_whole)`.as('whole'),
] as const;

/** Of the minutes of which all versions are asked for. */
async function readSums(db: Kysely<Database>, topic: Topic, { span, grid }: Asked): Promise<Part[]> {
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
    .where('first_version', '>=', span.first)
    .where('first_version', '<=', span.last)
    .where('last_version', '<=', span.last)
    .groupBy(['place', 'sender'])
    .execute();
  return rows.map((row) => partOf(row, grid));
}

/** Of the minutes of which some versions are asked for and others are not. */
async function readAcross(db: Kysely<Database>, topic: Topic, { span, grid }: Asked): Promise<Part[]> {
  const crossing = await crossingSums(db, topic, span);
  const parts: Part[] = [];
  for (const { first, last } of crossing.spans) {
    const rows = await db
      .selectFrom('version')
      .select('sender')
      .select(minuteOf.as('minute'))
      .select(placeIn(grid, sql<number>`created_at`).as('place'))
      .select(comeTo)
      .where('topic', '=', topic)
      .where('version', '>=', first)
      .where('version', '<=', last)
      .groupBy(['place', 'minute', 'sender'])
      .execute();
    const across = rows.filter(({ minute, sender }) => crossing.has(Number(minute), sender));
    parts.push(...across.map((row) => partOf(row, grid)));
  }
  return parts;
}

/**
 * Numbers of sums come as text from PostgreSQL. What came outside the time by the store's clock, which is another one than
 * that of the server that gave a version its time, or was set back, is in the part at that end.
 */
function partOf({ sender, since, until, ...row }: Part, grid: Grid): Part {
  const { first, last, versions, cells, bytes, whole } = row;
  const place = Math.max(0, Math.min(grid.most - 1, Number(row.place)));
  return {
    ...{ sender, since, until, place, first: Number(first), last: Number(last) },
    ...{ versions: Number(versions), cells: Number(cells), bytes: Number(bytes), whole: Number(whole) },
  };
}
