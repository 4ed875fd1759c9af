import { bindable } from '../bind.ts';
import { type AppendOutcome, isKeyframeDue } from '../reports/append-all.ts';
import type { SealedAppend } from '../reports/sealed/row-seals.ts';
import type { TopicTable } from '../tables/report-tables.ts';
import { NOW } from './now.ts';
import { byteaArray, type Prepared, type PreparedStatements } from './prepared.ts';

type Done = Pick<TopicTable, 'topic' | 'replay' | 'replay_bytes' | 'keyframe_bytes'>;

/** True for what one statement can write: a change of each of these reports and nothing else. */
export function fitsOneStatement(entries: readonly SealedAppend[]): boolean {
  const topics = new Set(entries.map((entry) => entry.topic));
  return topics.size === entries.length && entries.every(isPlain);
}

function isPlain({ isWhole, held, guard, viewSecret, publishSecret, rollback }: SealedAppend): boolean {
  const changesMore = held !== undefined || guard !== undefined || rollback !== undefined;
  return !isWhole && !changesMore && viewSecret === undefined && publishSecret === undefined;
}

export interface AtOnce {
  readonly statements: Pick<PreparedStatements, 'run'>;
  /** The store's own clock, epoch ms; undefined where only the database knows it. */
  readonly now: number | undefined;
}

/**
 * Appends in one statement, which is a transaction of its own: one way to the database and back in place of five.
 * Undefined for an entry that does not follow the newest version; nothing of it is written.
 */
export async function appendAtOnce(
  { statements, now }: AtOnce,
  entries: readonly SealedAppend[],
): Promise<(AppendOutcome | undefined)[]> {
  const values = [
    ...COLUMNS.map(([, type, take]) => columnOf(type, entries.map(take))),
    ...(now === undefined ? [] : [now]),
  ];
  const rows = await statements.run<Done>(now === undefined ? append : appendAt, values);
  const done = new Map(rows.map((row) => [row.topic, row]));
  return entries.map(({ topic }) => {
    const head = done.get(topic);
    return head && { kind: 'done', isKeyframeDue: isKeyframeDue(head) };
  });
}

type Column = readonly [name: string, type: 'text' | 'bigint' | 'bytea', take: (entry: SealedAppend) => unknown];

const COLUMNS: readonly Column[] = [
  ['topic', 'text', ({ topic }) => topic],
  ['version', 'bigint', ({ version }) => version],
  ['base', 'bigint', ({ base }) => base],
  ['time', 'text', ({ time }) => time],
  ['sender', 'text', ({ sender }) => sender],
  ['replay', 'bigint', ({ replay }) => replay],
  ['is_packed', 'bigint', ({ isPacked }) => isPacked],
  ['body', 'bytea', ({ body }) => body],
  ['cells', 'bigint', ({ cells }) => cells],
  ['hash', 'text', ({ hash }) => hash],
  ['previous', 'text', ({ previous }) => previous],
  ['seal', 'text', ({ seal }) => seal],
  ['source', 'text', ({ source }) => source ?? ''],
  ['rules', 'bigint', ({ rules }) => rules ?? Number.MAX_SAFE_INTEGER],
];

function columnOf(type: Column[1], values: readonly unknown[]): unknown {
  if (type !== 'bytea') return values.map(bindable);
  return byteaArray(values.map((value) => (value instanceof Uint8Array ? value : NOTHING)));
}

const NOTHING = new Uint8Array(0);

// The rows are locked in one order, so that two nodes never wait in a ring; a row that another node changed while this
// one waited for it no longer has the base, and is left out.
const textAt = (at: string) => `with given as (
  select ${COLUMNS.map(([name]) => (name === 'topic' ? 'topic collate "C" as topic' : name)).join(', ')}
  from unnest(${COLUMNS.map(([, type], n) => `$${n + 1}::${type}[]`).join(', ')})
    as each_one (${COLUMNS.map(([name]) => name).join(', ')})),
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

const append: Prepared = { name: 'sheetwire_append', text: textAt(NOW) };
const appendAt: Prepared = { name: 'sheetwire_append_at', text: textAt(`$${COLUMNS.length + 1}::bigint`) };
