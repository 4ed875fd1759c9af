import { limits } from '@sheetwire/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { HeldChange } from '#ports/controls.ts';
import { BuiltStatement, type Parts, upTo } from '../built-statement.ts';
import type { Context } from '../context.ts';
import { writeHeld } from '../controls/held-rows.ts';
import { type KeptGuardChange, settledAlready, writeGuard } from '../guard/guard-commands.ts';
import type { KeyframeTable, TopicTable, VersionTable } from '../tables/report-tables.ts';
import { writeRollbacks } from './past/mark-commands.ts';
import type { SealedAppend } from './sealed/row-seals.ts';
import { holdTopics } from './topic-rows.ts';

/** What became of one entry of a batch. */
export type AppendOutcome =
  | { readonly kind: 'done'; readonly isKeyframeDue: boolean }
  | { readonly kind: 'conflict'; readonly have: number }
  | { readonly kind: 'other rules' }
  | { readonly kind: 'refused'; readonly reason: string };

type StepRow = Omit<VersionTable, 'created_at'>;

interface Batch {
  readonly heads: Map<string, TopicTable>;
  readonly touched: Set<string>;
  readonly steps: StepRow[];
  readonly keyframes: Omit<KeyframeTable, 'created_at'>[];
  readonly held: { readonly topic: string; readonly held: HeldChange }[];
  readonly guard: { readonly topic: string; readonly version: number; readonly guard: KeptGuardChange }[];
  /** Reports of which somebody else settled the held publish. */
  readonly settled: ReadonlySet<string>;
  readonly rollbacks: SealedAppend[];
}

/**
 * Appends many versions in the running transaction with a handful of statements, however many they are. An entry whose
 * base is not the newest version is left out and its neighbours stay.
 */
export async function appendAll(context: Context, entries: readonly SealedAppend[]): Promise<AppendOutcome[]> {
  const topics = [...new Set(entries.map((entry) => entry.topic))];
  const heads = await holdTopics(context, topics);
  const settled = await settledAlready(context, entries);
  const lists = { steps: [], keyframes: [], held: [], guard: [], rollbacks: [] };
  const batch: Batch = { heads, touched: new Set(), settled, ...lists };
  const outcomes = entries.map((entry) => place(batch, entry));
  await write(context, batch);
  await writeHeld(context, batch.held);
  await writeGuard(context, batch.guard);
  await writeRollbacks(context, batch.rollbacks);
  return outcomes;
}

function place(batch: Batch, entry: SealedAppend): AppendOutcome {
  const head = batch.heads.get(entry.topic);
  if (!head) throw new Error(`the row of ${entry.topic} is gone`);
  const isSettled = entry.guard?.settles !== undefined && batch.settled.has(entry.topic);
  if (head.version !== entry.base || isSettled) return { kind: 'conflict', have: head.version };
  if (entry.rules !== undefined && head.guard_revision > entry.rules) return { kind: 'other rules' };
  const reason = refusal(head, entry);
  if (reason !== undefined) return { kind: 'refused', reason };
  const next = nextHead(head, entry);
  batch.heads.set(entry.topic, next);
  batch.touched.add(entry.topic);
  if (entry.isWhole) batch.keyframes.push(keyframeOf(entry));
  batch.steps.push(stepOf(entry));
  if (entry.held) batch.held.push({ topic: entry.topic, held: entry.held });
  if (entry.guard) batch.guard.push({ topic: entry.topic, version: entry.version, guard: entry.guard });
  if (entry.rollback) batch.rollbacks.push(entry);
  return { kind: 'done', isKeyframeDue: isKeyframeDue(next) };
}

function refusal(head: TopicTable, entry: SealedAppend): string | undefined {
  if (entry.version <= head.version) return `version ${entry.version} is not above ${head.version}`;
  if (head.keyframe_version === 0 && !entry.isWhole) return 'the first version of a report is a whole one';
  return undefined;
}

function nextHead(head: TopicTable, entry: SealedAppend): TopicTable {
  const keyframe = entry.isWhole
    ? { keyframe_version: entry.version, keyframe_bytes: entry.body.length, replay: 0, replay_bytes: 0 }
    : { replay: head.replay + entry.replay, replay_bytes: head.replay_bytes + entry.body.length };
  return {
    ...head,
    ...keyframe,
    history_bytes: head.history_bytes + entry.body.length,
    version: entry.version,
    time: entry.time,
    sender: entry.sender,
    is_live: entry.isLive === undefined ? head.is_live : Number(entry.isLive),
    view_secret: entry.viewSecret === undefined ? head.view_secret : entry.viewSecret,
    publish_secret: entry.publishSecret === undefined ? head.publish_secret : entry.publishSecret,
    reserved_to: Math.max(head.reserved_to, entry.version),
    held_version: entry.rollback ? entry.version : head.held_version,
  };
}

/** True when so much would be replayed that a keyframe is better. */
export function isKeyframeDue({
  replay,
  replay_bytes,
  keyframe_bytes,
}: Pick<TopicTable, 'replay' | 'replay_bytes' | 'keyframe_bytes'>): boolean {
  const { keyframeReplay, keyframeBytes, keyframeRatio } = limits.store;
  return replay >= keyframeReplay || replay_bytes > Math.max(keyframeBytes, keyframeRatio * keyframe_bytes);
}

function keyframeOf({ topic, version, body, cleaner, frameSeal }: SealedAppend): Omit<KeyframeTable, 'created_at'> {
  return { topic, version, body, cleaner, seal: frameSeal };
}

function stepOf(entry: SealedAppend): StepRow {
  return {
    topic: entry.topic,
    version: entry.version,
    from_version: entry.base,
    time: entry.time,
    sender: entry.sender,
    is_whole: Number(entry.isWhole),
    replay: entry.replay,
    is_packed: Number(entry.isPacked),
    body: entry.isWhole ? new Uint8Array(0) : entry.body,
    cells: entry.cells,
    hash: entry.hash,
    previous: entry.previous,
    seal: entry.seal,
    source: entry.source ?? '',
  };
}

async function write(context: Context, { heads, touched, steps, keyframes }: Batch): Promise<void> {
  if (steps.length === 0) return;
  await addSteps.run(context, steps);
  const changed = [...heads.values()].filter((head) => touched.has(head.topic));
  await putHeads.run(context, changed);
  if (keyframes.length === 0) return;
  const rows = keyframes.map((keyframe) => ({ ...keyframe, created_at: context.at }));
  await context.db.insertInto('keyframe').values(rows).execute();
}

const addSteps = new BuiltStatement<StepRow, unknown>(({ db, at, ...parts }) => {
  const columns = [
    'topic',
    'version',
    'from_version',
    'time',
    'sender',
    'is_whole',
    'replay',
    'is_packed',
    'body',
    'cells',
    'hash',
    'previous',
    'seal',
    'source',
  ] as const;
  const rows = valuesOf(parts, (step, column) => step?.[column], { columns, at });
  return db
    .insertInto('version')
    .columns([...columns, 'created_at'])
    .expression(rows);
});

const putHeads = new BuiltStatement<TopicTable, unknown>(({ db, at, ...parts }) => {
  const columns = [
    'version',
    'time',
    'sender',
    'is_live',
    'view_secret',
    'publish_secret',
    'reserved_to',
    'keyframe_version',
    'keyframe_bytes',
    'replay',
    'replay_bytes',
    'history_bytes',
    'held_version',
  ] as const;
  const rows = valuesOf(parts, (head, column) => head?.[column], { columns: ['topic', ...columns] as const, at });
  return db
    .insertInto('topic')
    .columns(['topic', ...columns, 'changed_at'])
    .expression(rows)
    .onConflict((conflict) => conflict.column('topic').doUpdateSet(excluded([...columns, 'changed_at'])));
});

/** `values (…), (…)` of these columns, the time last. */
function valuesOf<Row, Column extends string>(
  { count, place }: Pick<Parts<readonly Row[]>, 'count' | 'place'>,
  read: (row: Row | undefined, column: Column) => unknown,
  { columns, at }: { readonly columns: readonly Column[]; readonly at: RawBuilder<number> },
) {
  const row = (n: number) => sql`(${sql.join(columns.map((column) => place((rows) => read(rows[n], column))))}, ${at})`;
  return sql<Record<string, never>>`values ${sql.join(upTo(count).map(row))}`;
}

function excluded(columns: readonly string[]) {
  return Object.fromEntries(columns.map((column) => [column, sql`excluded.${sql.ref(column)}`]));
}
