import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { VersionSumTable } from '../../tables/report-tables.ts';

/** Epoch ms of a version as the minute that it came in. */
export const minuteOf = sql<number>`created_at / ${sql.lit(limits.log.summed)}`;

/** What versions come to, in the columns of a sum. */
const sumsOf = sql`min(version), max(version), min(time), max(time), count(*), sum(cells), sum(length(body)), sum(is_whole)`;
const columns = sql`topic, minute, sender, first_version, last_version, since_time, until_time, versions, cells, bytes, whole`;

export const sumCommands = {
  /**
   * Sums some of the versions after those that are, up to the minute of the newest one, in which more may come. Answers
   * whether there may be more of them; of several servers one does it.
   */
  async sumVersions(context: Context, { topic, most }: { topic: Topic; most: number }): Promise<boolean> {
    const { db } = context;
    // Versions that are thinned out meanwhile would be summed as they were.
    if (!(await context.tryLock('thin versions'))) return false;
    const head = db.selectFrom('topic').select(['version', 'summed_version']).where('topic', '=', topic);
    const { version: newest, summed_version: summed } = (await head.executeTakeFirst()) ?? {
      version: 0,
      summed_version: 0,
    };
    const rows = await db
      .selectFrom('version')
      .select(['version', minuteOf.as('minute')])
      .where('topic', '=', topic)
      .where('version', '>', summed)
      .orderBy('version')
      .limit(most)
      .execute();
    const now = await db
      .selectFrom('version')
      .select(minuteOf.as('minute'))
      .where('topic', '=', topic)
      .where('version', '=', newest)
      .executeTakeFirst();
    const upTo = rows.findLast(({ minute }) => minute !== now?.minute)?.version;
    if (upTo === undefined) return false;
    await joinSums(context, topic, sql`version > ${summed} and version <= ${upTo}`);
    await db.updateTable('topic').set({ summed_version: upTo }).where('topic', '=', topic).execute();
    return rows.length === most;
  },
};

/** A version that went, or is another one now. */
export interface Touched {
  readonly topic: string;
  readonly created_at: number;
}

/** Sums the minutes of versions again, some of which went or were merged: in the transaction that did so. */
export async function sumAgain(context: Context, touched: readonly Touched[]): Promise<void> {
  const { db } = context;
  const minutes = new Map<string, { from: number; to: number }>();
  for (const { topic, created_at } of touched) {
    const minute = Math.floor(Number(created_at) / limits.log.summed);
    const known = minutes.get(topic) ?? { from: minute, to: minute };
    minutes.set(topic, { from: Math.min(known.from, minute), to: Math.max(known.to, minute) });
  }
  for (const [topic, { from, to }] of minutes) {
    const gone = await db
      .deleteFrom('version_sum')
      .returning(['first_version', 'last_version'])
      .where('topic', '=', topic)
      .where('minute', '>=', from)
      .where('minute', '<=', to)
      .execute();
    if (gone.length === 0) continue;
    const first = Math.min(...gone.map(({ first_version }) => Number(first_version)));
    const last = Math.max(...gone.map(({ last_version }) => Number(last_version)));
    await addSums(
      context,
      topic,
      sql`version >= ${first} and version <= ${last} and ${minuteOf} >= ${from} and ${minuteOf} <= ${to}`,
    );
  }
}

/**
 * Adds versions to what their minutes have already: of a minute and a publisher there is one sum, else its versions would be
 * counted twice where one of two lies across an end of a list and the other behind it (decision 81).
 */
async function joinSums(context: Context, topic: Topic, which: ReturnType<typeof sql>): Promise<void> {
  const { db } = context;
  const minutes = sql`select ${minuteOf} from version where topic = ${topic} and ${which}`;
  const before = await db
    .deleteFrom('version_sum')
    .returningAll()
    .where('topic', '=', topic)
    .where(sql<boolean>`minute in (${minutes})`)
    .execute();
  await addSums(context, topic, which);
  for (const sum of before) await join(context, sum);
}

/** Adds a sum to that of the same minute and publisher, where there is one. */
async function join({ db }: Context, sum: Selectable<VersionSumTable>): Promise<void> {
  const { topic, minute, sender } = sum;
  const [more] = await db
    .deleteFrom('version_sum')
    .returningAll()
    .where('topic', '=', topic)
    .where('minute', '=', minute)
    .where('sender', '=', sender)
    .execute();
  await db
    .insertInto('version_sum')
    .values(more ? both(sum, more) : sum)
    .execute();
}

function both(one: Selectable<VersionSumTable>, other: Selectable<VersionSumTable>): Selectable<VersionSumTable> {
  return {
    ...one,
    first_version: Math.min(Number(one.first_version), Number(other.first_version)),
    last_version: Math.max(Number(one.last_version), Number(other.last_version)),
    since_time: one.since_time < other.since_time ? one.since_time : other.since_time,
    until_time: one.until_time > other.until_time ? one.until_time : other.until_time,
    versions: Number(one.versions) + Number(other.versions),
    cells: Number(one.cells) + Number(other.cells),
    bytes: Number(one.bytes) + Number(other.bytes),
    whole: Number(one.whole) + Number(other.whole),
  };
}

async function addSums({ db }: Context, topic: string, which: ReturnType<typeof sql>): Promise<void> {
  await sql`insert into version_sum (${columns}) select topic, ${minuteOf}, sender, ${sumsOf} from version
    where topic = ${topic} and ${which} group by topic, ${minuteOf}, sender`.execute(db);
}
