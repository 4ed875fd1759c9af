import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
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
  const rows = await db
    .selectFrom('version_sum')
    .select(['minute', 'sender', 'first_version', 'last_version'])
    .where('topic', '=', topic)
    .where('first_version', '<=', last)
    .where('last_version', '>=', first)
    .where((eb) => eb.or([eb('first_version', '<', first), eb('last_version', '>', last)]))
    .execute();
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

function keyOf(minute: number, sender: string): string {
  return `${minute} ${sender}`;
}
