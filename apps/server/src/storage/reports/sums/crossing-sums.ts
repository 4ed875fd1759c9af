import type { Topic } from '@sheetwire/rules/topic';
import { type Kysely, sql } from 'kysely';
import type { VersionSpan } from '#ports/past/report-past.ts';
import type { Database } from '../../database.ts';

/** Minutes of publishers of which some versions are in a span and others are not. */
export interface CrossingSums {
  /** What is to be read of the span for all of their versions in it: at most two parts, none of them in both. */
  readonly spans: readonly VersionSpan[];
  has(minute: number, sender: string): boolean;
}

/**
 * The sums that lie across an end of a span. They are asked for first and their versions then, by number: a database that
 * joined the two could begin with the versions, and read a whole day of them for two minutes (decision 81).
 */
export async function crossingSums(
  db: Kysely<Database>,
  topic: Topic,
  { first, last }: VersionSpan,
): Promise<CrossingSums> {
  const reach = await reachOfSums(db, topic);
  const rows = [...(await sumsAcross(db, topic, first, reach)), ...(await sumsAcross(db, topic, last + 1, reach))];
  let [firstEnds, lastBegins] = [first - 1, last + 1];
  for (const row of rows) {
    const [from, to] = [Number(row.first_version), Number(row.last_version)];
    if (from < first) firstEnds = Math.max(firstEnds, Math.min(to, last));
    if (to > last) lastBegins = Math.min(lastBegins, Math.max(from, first));
  }
  const parts =
    firstEnds < lastBegins
      ? [
          { first, last: firstEnds },
          { first: lastBegins, last },
        ]
      : [{ first, last }];
  const keys = new Set(rows.map(({ minute, sender }) => keyOf(Number(minute), sender)));
  return {
    spans: parts.filter((part) => part.first <= part.last),
    has: (minute, sender) => keys.has(keyOf(minute, sender)),
  };
}

/** The sums that begin before a version and end with it, or later. */
function sumsAcross(db: Kysely<Database>, topic: Topic, version: number, reach: number) {
  return db
    .selectFrom('version_sum')
    .select(['minute', 'sender', 'first_version', 'last_version'])
    .where('topic', '=', topic)
    .where('first_version', '>=', version - reach)
    .where('first_version', '<', version)
    .where('last_version', '>=', version)
    .execute();
}

/** The newest version that its minute's sum has; 0 while there is none. */
export async function summedUpTo(db: Kysely<Database>, topic: Topic): Promise<number> {
  const head = db.selectFrom('topic').select('summed_version').where('topic', '=', topic);
  return Number((await head.executeTakeFirst())?.summed_version ?? 0);
}

/** No sum of a report ends further behind the version that it begins with. */
export async function reachOfSums(db: Kysely<Database>, topic: Topic): Promise<number> {
  const widest = db.selectFrom('version_sum').select(WIDTH.as('width')).where('topic', '=', topic);
  return Number((await widest.orderBy(WIDTH, 'desc').limit(1).executeTakeFirst())?.width ?? 0);
}

/** As the index has it. */
const WIDTH = sql<number>`last_version - first_version`;

function keyOf(minute: number, sender: string): string {
  return `${minute} ${sender}`;
}
