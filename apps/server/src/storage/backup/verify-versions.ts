import type { Topic } from '@sheetwire/rules/topic';
import { type Kysely, sql } from 'kysely';
import type { FigureSeals, ProofState } from '#ports/past/figure-seals.ts';
import type { Database } from '../database.ts';
import { NEVER_SEALED, readSnapshotOf } from '../reports/past/sealed-snapshots.ts';
import {
  followsUnsealed,
  RowSeals,
  type SealedFrame,
  type SealedSnapshot,
  type SealedStep,
} from '../reports/sealed/row-seals.ts';
import { holdsTogether, isSealed } from '../reports/sealed/sealed-chain.ts';

/** How many versions there are in each state; without keys none is told but those that do not hold together. */
export type VersionStates = Readonly<Record<ProofState | 'untold', number>>;

/** Rows hold whole reports: so many are read at a time. */
const ROWS = 32;
const first = Number.MIN_SAFE_INTEGER;

/**
 * Checks each version of a topic once, its seal and that it goes on from the one before, and the seals of its keyframes and
 * snapshots (time 6).
 */
export async function versionStates(
  db: Kysely<Database>,
  topic: Topic,
  given: FigureSeals | undefined,
): Promise<VersionStates> {
  const seals = given && new RowSeals(given);
  const states = { ...none };
  const lapse = new Lapse(seals);
  let before: SealedStep | undefined;
  for await (const step of stepsOf(db, topic)) {
    const told = lapse.endedBy(step);
    if (told) states[told.state] += told.count;
    if (!lapse.takes(step)) states[stateOf(seals, step, before)]++;
    before = step;
  }
  states.unsigned += lapse.count;
  for await (const frame of framesOf(db, topic)) if (frameIsBroken(seals, frame)) states.changed++;
  for await (const snapshot of snapshotsOf(db, topic)) if (snapshotIsBroken(seals, snapshot)) states.changed++;
  return states;
}

/**
 * Rows without a seal after one that has it: the next one that has a seal says whether there were such, as an older version
 * of the program writes them while it is upgraded. Of the newest rows nobody says more (time 6).
 */
class Lapse {
  readonly #seals: RowSeals | undefined;
  #isSealed = false;
  count = 0;

  constructor(seals: RowSeals | undefined) {
    this.#seals = seals;
  }

  takes(step: SealedStep): boolean {
    if (isSealed(step)) this.#isSealed = true;
    else if (this.#isSealed) this.count++;
    return this.#isSealed && !isSealed(step);
  }

  /** What is known of them once a row has a seal again. */
  endedBy(step: SealedStep): { readonly state: keyof VersionStates; readonly count: number } | undefined {
    const { count } = this;
    if (count === 0 || !isSealed(step)) return undefined;
    this.count = 0;
    const isTold = followsUnsealed(step) && (this.#seals?.checkStep(step) ?? 'good') === 'good';
    return { state: isTold ? 'unsigned' : 'changed', count };
  }
}

/** Of no version. */
export const none: VersionStates = { signed: 0, unsigned: 0, changed: 0, 'other key': 0, untold: 0 };

/** Of two topics. */
export function sumOf(one: VersionStates, other: VersionStates): VersionStates {
  return {
    signed: one.signed + other.signed,
    unsigned: one.unsigned + other.unsigned,
    changed: one.changed + other.changed,
    'other key': one['other key'] + other['other key'],
    untold: one.untold + other.untold,
  };
}

function stateOf(seals: RowSeals | undefined, step: SealedStep, before: SealedStep | undefined): keyof VersionStates {
  const steps = before ? [before, step] : [step];
  if (!holdsTogether(steps[0]?.from_version ?? 0, steps)) return 'changed';
  if (!isSealed(step)) return 'unsigned';
  if (!seals) return 'untold';
  const state = seals.checkStep(step);
  return stateWords[state];
}

const stateWords = { good: 'signed', broken: 'changed', 'other key': 'other key', none: 'unsigned' } as const;

/** A keyframe, and whether its version has a seal, or had one. */
interface CheckedFrame extends SealedFrame {
  readonly isOfSealed: number;
}

/** One of before versions were signed has no seal, nor one that was worked out of such; that of a sealed version has one. */
function frameIsBroken(seals: RowSeals | undefined, frame: CheckedFrame): boolean {
  if (frame.seal === '') return Number(frame.isOfSealed) === 1;
  return seals?.checkFrame(frame) === 'broken';
}

/** One that was never sealed has no hash either. */
function snapshotIsBroken(seals: RowSeals | undefined, snapshot: SealedSnapshot): boolean {
  if (snapshot.seal === '') return isSealed(snapshot);
  return seals?.checkSnapshot(snapshot) === 'broken';
}

/** Rows of a topic by rising version, so many at a time. */
async function* byVersion<Row extends { readonly version: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = first; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.version;
  }
}

function stepsOf(db: Kysely<Database>, topic: Topic): AsyncGenerator<SealedStep> {
  return byVersion((after) =>
    db
      .selectFrom('version')
      .select(['topic', 'version', 'from_version', 'time', 'sender', 'is_whole', 'is_packed', 'body'])
      .select(['hash', 'previous', 'seal'])
      .where('topic', '=', topic)
      .where('version', '>', after)
      .orderBy('version')
      .limit(ROWS)
      .execute(),
  );
}

function framesOf(db: Kysely<Database>, topic: Topic): AsyncGenerator<CheckedFrame> {
  return byVersion((after) =>
    db
      .selectFrom('keyframe')
      .select(['topic', 'version', 'cleaner', 'body', 'seal'])
      .select(
        sql<number>`case when exists (select 1 from version where version.topic = keyframe.topic
          and version.version = keyframe.version and (version.seal <> '' or version.hash <> '')) then 1 else 0 end`.as(
          'isOfSealed',
        ),
      )
      .where('topic', '=', topic)
      .where('version', '>', after)
      .orderBy('version')
      .limit(ROWS)
      .execute(),
  );
}

/** Those that show other than their version have no seal to be checked. */
async function* snapshotsOf(db: Kysely<Database>, topic: Topic): AsyncGenerator<SealedSnapshot> {
  const dates = await db
    .selectFrom('snapshot')
    .select(['date', 'version'])
    .where('topic', '=', topic)
    .where('seal', '<>', NEVER_SEALED)
    .orderBy('date')
    .execute();
  for (const place of dates) {
    const snapshot = await readSnapshotOf(db, topic, place);
    if (snapshot) yield snapshot;
  }
}
