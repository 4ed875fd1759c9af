import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../access.ts';
import { BuiltStatement, MOST_ROWS, type Parts, upTo } from '../built-statement.ts';
import { type AppendOutcome, isKeyframeDue } from '../reports/append-all.ts';
import type { SealedAppend } from '../reports/sealed/row-seals.ts';
import type { TopicTable } from '../tables/report-tables.ts';

type Done = Pick<TopicTable, 'topic' | 'replay' | 'replay_bytes' | 'keyframe_bytes'>;

/** True for what one statement can write: a change of each of these reports and nothing else. */
export function fitsOneStatement(entries: readonly SealedAppend[]): boolean {
  const topics = new Set(entries.map((entry) => entry.topic));
  return entries.length <= MOST_ROWS && topics.size === entries.length && entries.every(isPlain);
}

function isPlain({ isWhole, held, guard, viewSecret, publishSecret, rollback }: SealedAppend): boolean {
  const changesMore = held !== undefined || guard !== undefined || rollback !== undefined;
  return !isWhole && !changesMore && viewSecret === undefined && publishSecret === undefined;
}

/**
 * Appends in one statement, which is a transaction of its own: one way to the database and back in place of five.
 * Undefined for an entry that does not follow the newest version; nothing of it is written.
 */
export async function appendAtOnce(
  context: Context,
  entries: readonly SealedAppend[],
): Promise<(AppendOutcome | undefined)[]> {
  const done = new Map((await appendSteps.run(context, entries)).map((row) => [row.topic, row]));
  return entries.map(({ topic }) => {
    const head = done.get(topic);
    return head && { kind: 'done', isKeyframeDue: isKeyframeDue(head) };
  });
}

// The rows are locked in one order, so that two nodes never wait in a ring; a row that another node changed while this
// one waited for it no longer has the base, and is left out.
const appendSteps = new BuiltStatement<SealedAppend, Done>((parts) => {
  const { db, at } = parts;
  const query = sql<Done>`with given (topic, version, base, time, sender, replay, is_packed, body, cells, hash,
previous, seal, source, rules) as (${givenRows(parts)}),
held as (select topic from topic where topic in (select topic from given) order by topic for update),
done as (
  update topic set version = given.version, time = given.time, sender = given.sender, changed_at = ${at},
    reserved_to = greatest(topic.reserved_to, given.version),
    history_bytes = topic.history_bytes + length(given.body),
    replay = topic.replay + given.replay, replay_bytes = topic.replay_bytes + length(given.body)
  from given join held on held.topic = given.topic
  where topic.topic = given.topic and topic.version = given.base and given.version > given.base
    and topic.keyframe_version > 0 and topic.guard_revision <= given.rules
  returning topic.topic, topic.replay, topic.replay_bytes, topic.keyframe_bytes),
steps as (
  insert into version (topic, version, from_version, time, sender, is_whole, replay, is_packed, body, cells,
    hash, previous, seal, source, created_at)
  select topic, version, base, time, sender, 0, given.replay, is_packed, body, cells, hash, previous, seal, source, ${at}
  from given join done using (topic))
select topic, replay, replay_bytes, keyframe_bytes from done`;
  return { compile: () => query.compile(db) };
});

function givenRows({ count, place }: Parts<readonly SealedAppend[]>): RawBuilder<unknown> {
  const row = (n: number) => {
    const value = (take: (entry: SealedAppend) => unknown, type: string) =>
      sql`${place((entries) => entries[n] && take(entries[n]))}::${sql.raw(type)}`;
    const key = sql`${value((entry) => entry.topic, 'text')} collate "C"`;
    return sql`(${key}, ${value((entry) => entry.version, 'bigint')}, ${value((entry) => entry.base, 'bigint')},
${value((entry) => entry.time, 'text')}, ${value((entry) => entry.sender, 'text')}, ${value((entry) => entry.replay, 'bigint')},
${value((entry) => entry.isPacked, 'bigint')}, ${value((entry) => entry.body, 'bytea')},
${value((entry) => entry.cells, 'bigint')}, ${value((entry) => entry.hash, 'text')},
${value((entry) => entry.previous, 'text')}, ${value((entry) => entry.seal, 'text')},
${value((entry) => entry.source ?? '', 'text')}, ${value((entry) => entry.rules ?? Number.MAX_SAFE_INTEGER, 'bigint')})`;
  };
  return sql`values ${sql.join(upTo(count).map(row))}`;
}
