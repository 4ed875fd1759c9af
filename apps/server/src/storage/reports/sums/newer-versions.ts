import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { VersionSpan } from '#ports/past/report-past.ts';
import { atOneMoment } from '../../at-one-moment.ts';
import type { Database } from '../../database.ts';
import { crossingSums, summedUpTo } from './crossing-sums.ts';
import { minuteOf } from './sum-commands.ts';

/**
 * How many kept versions are newer than one: by what minutes come to, as far as versions were summed, so that a step through
 * a day does not count the day (decision 81). Sums lie across a version where two publishers took turns around it, or the
 * clock was set back: of those the versions are counted.
 */
export async function newerVersions(db: Kysely<Database>, topic: Topic, version: number): Promise<number> {
  if (version >= (await summedUpTo(db, topic))) return countAfter(db, topic, version);
  return atOneMoment(db, (then) => newerThen(then, topic, version));
}

async function newerThen(db: Kysely<Database>, topic: Topic, version: number): Promise<number> {
  const summed = await summedUpTo(db, topic);
  const whole = await db
    .selectFrom('version_sum')
    .select((eb) => eb.fn.sum<number | null>('versions').as('count'))
    .where('topic', '=', topic)
    .where('first_version', '>', version)
    .where('first_version', '<=', summed)
    .executeTakeFirstOrThrow();
  const across = await countAcross(db, topic, { first: version + 1, last: summed });
  return (await countAfter(db, topic, Math.max(version, summed))) + Number(whole.count) + across;
}

async function countAfter(db: Kysely<Database>, topic: Topic, version: number): Promise<number> {
  const since = await db
    .selectFrom('version')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('topic', '=', topic)
    .where('version', '>', version)
    .executeTakeFirstOrThrow();
  return Number(since.count);
}

/** The versions in a span of sums that begin before it. */
async function countAcross(db: Kysely<Database>, topic: Topic, span: VersionSpan): Promise<number> {
  const crossing = await crossingSums(db, topic, span);
  let count = 0;
  for (const { first, last } of crossing.spans) {
    const rows = await db
      .selectFrom('version')
      .select((eb) => [minuteOf.as('minute'), 'sender', eb.fn.countAll<number>().as('count')])
      .where('topic', '=', topic)
      .where('version', '>=', first)
      .where('version', '<=', last)
      .groupBy(['minute', 'sender'])
      .execute();
    for (const row of rows) if (crossing.has(Number(row.minute), row.sender)) count += Number(row.count);
  }
  return count;
}
