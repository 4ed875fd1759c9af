import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { Database } from '../../database.ts';
import { minuteOf } from './sum-commands.ts';

/**
 * How many kept versions are newer than one: by what minutes come to, as far as versions were summed, so that a step through
 * a day does not count the day (decision 81). Sums lie across a version where two publishers took turns around it, or the
 * clock was set back: of those the versions are counted.
 */
export async function newerVersions(db: Kysely<Database>, topic: Topic, version: number): Promise<number> {
  const head = db.selectFrom('topic').select('summed_version').where('topic', '=', topic);
  const summed = Number((await head.executeTakeFirst())?.summed_version ?? 0);
  const since = await db
    .selectFrom('version')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('topic', '=', topic)
    .where('version', '>', Math.max(version, summed))
    .executeTakeFirstOrThrow();
  if (version >= summed) return Number(since.count);
  const whole = await db
    .selectFrom('version_sum')
    .select((eb) => eb.fn.sum<number | null>('versions').as('count'))
    .where('topic', '=', topic)
    .where('first_version', '>', version)
    .where('first_version', '<=', summed)
    .executeTakeFirstOrThrow();
  return Number(since.count) + Number(whole.count) + (await countAcross(db, topic, version));
}

/** The newer versions of sums that begin before and end after a version. */
async function countAcross(db: Kysely<Database>, topic: Topic, version: number): Promise<number> {
  const row = await db
    .selectFrom('version_sum')
    .innerJoin('version', (join) =>
      join
        .onRef('version.topic', '=', 'version_sum.topic')
        .onRef('version.version', '>=', 'version_sum.first_version')
        .onRef('version.version', '<=', 'version_sum.last_version')
        .onRef('version.sender', '=', 'version_sum.sender')
        .on(minuteOf, '=', (eb) => eb.ref('version_sum.minute')),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('version_sum.topic', '=', topic)
    .where('version_sum.first_version', '<=', version)
    .where('version_sum.last_version', '>', version)
    .where('version.version', '>', version)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
