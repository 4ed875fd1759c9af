import type { Topic } from '@sheetwire/rules/topic';
import { type Kysely, sql } from 'kysely';
import type { ProofState, SealState } from '#ports/past/figure-seals.ts';
import type { Database } from '../../database.ts';
import type { Chain } from '../replay.ts';
import { followsUnsealed, type RowSeals, type SealedFrame, type SealedStep } from './row-seals.ts';
import { SealTurns } from './seal-turns.ts';

/** A keyframe and the rows from its version to another one: what that one is read from, with its seals. */
export interface SealedChain {
  readonly frame: SealedFrame;
  /** Of the keyframe's version first; that is missing where only the keyframe is kept. */
  readonly steps: readonly SealedStep[];
  /** The next row that has a seal, where the last step has none and others have. */
  readonly next?: SealedStep | undefined;
}

/** What a version is read from, in one statement: nothing comes or goes in between. Left out, the newest. */
export async function readSealedChain(
  db: Kysely<Database>,
  topic: Topic,
  version = Number.MAX_SAFE_INTEGER,
  /** The keyframe is older than this. */
  below = Number.MAX_SAFE_INTEGER,
): Promise<SealedChain | undefined> {
  const newest = Math.min(version, below - 1);
  const base = sql<number>`(select max(version) from keyframe where topic = ${topic} and version <= ${newest})`;
  const none = sql<string>`''`;
  const zero = sql<number>`0`;
  const rows = await db
    .selectFrom('keyframe')
    .select(['topic', 'version', 'body', 'seal', 'cleaner', zero.as('is_step')])
    .select([zero.as('from_version'), none.as('time'), none.as('sender'), none.as('previous'), none.as('hash')])
    .select([zero.as('is_whole'), sql<number>`1`.as('is_packed')])
    .where('topic', '=', topic)
    .where('version', '=', base)
    .unionAll(
      db
        .selectFrom('version')
        .select(['topic', 'version', 'body', 'seal', zero.as('cleaner'), sql<number>`1`.as('is_step')])
        .select(['from_version', 'time', 'sender', 'previous', 'hash', 'is_whole', 'is_packed'])
        .where('topic', '=', topic)
        .where('version', '>=', base)
        .where('version', '<=', version),
    )
    .orderBy('version')
    .orderBy('is_step')
    .execute();
  const [frame, ...steps] = rows.map(withNumbers);
  if (frame?.is_step !== 0) return undefined;
  const last = steps.at(-1);
  const isAsked = last && !isSealed(last) && (frame.seal !== '' || steps.some(isSealed));
  return { frame, steps, next: isAsked ? await nextSealed(db, topic, last.version) : undefined };
}

/** The first row after a version that has a seal. */
function nextSealed(db: Kysely<Database>, topic: Topic, version: number): Promise<SealedStep | undefined> {
  return db
    .selectFrom('version')
    .select(['topic', 'version', 'from_version', 'time', 'sender', 'is_packed', 'is_whole', 'body'])
    .select(['hash', 'previous', 'seal'])
    .where('topic', '=', topic)
    .where('version', '>', version)
    .where('seal', '<>', '')
    .orderBy('version')
    .limit(1)
    .executeTakeFirst();
}

function withNumbers<Row extends { readonly cleaner: number; readonly is_step: number; readonly is_packed: number }>(
  row: Row,
): Row {
  const { cleaner, is_step, is_packed } = row;
  return { ...row, cleaner: Number(cleaner), is_step: Number(is_step), is_packed: Number(is_packed) };
}

/** The same as it is replayed. */
export function chainOf({ frame, steps }: SealedChain): Chain {
  return { keyframe: frame.body, deltas: steps.filter(({ version }) => version > frame.version) };
}

/**
 * Whether all that a version is read from is as the server wrote it. A row without a seal after rows that have one was
 * tampered with, unless the next one that has a seal says that there was none: an older version of the program, which seals
 * nothing, may go on beside this one while it is upgraded. A chain that does not hold together was tampered with, too.
 */
export async function proofOf(seals: RowSeals, chain: SealedChain): Promise<ProofState> {
  const { frame, steps } = chain;
  const base = steps[0]?.version === frame.version ? steps[0] : undefined;
  const rest = base ? steps.slice(1) : steps;
  if (!isWhole(frame.version, rest)) return 'changed';
  const turns = new SealTurns();
  await turns.before(frame.body.length);
  const states: RowState[] = [frameState(seals, frame, base)];
  // Who published the base, and when, is told of no version but its own.
  if (rest.length === 0) states.push(base === undefined || !isSealed(base) ? 'none' : seals.checkStep(base));
  const nexts = nextSealedOf(rest, chain.next);
  for (const [n, step] of rest.entries()) {
    await turns.before(step.body.length);
    if (isSealed(step)) states.push(seals.checkStep(step));
    else states.push(states.every((state) => state === 'none') ? 'none' : unsealedState(seals, nexts[n]));
  }
  return worstOf(states);
}

type RowState = SealState | 'none';

/** Of a row without a seal after one that has it, by the next one that has it; of the newest rows nobody says more. */
function unsealedState(seals: RowSeals, next: SealedStep | undefined): RowState {
  if (!next) return 'none';
  const state = followsUnsealed(next) ? seals.checkStep(next) : 'broken';
  return state === 'good' ? 'none' : state;
}

/** Of each step the next one that has a seal. */
function nextSealedOf(steps: readonly SealedStep[], behind: SealedStep | undefined): (SealedStep | undefined)[] {
  const nexts: (SealedStep | undefined)[] = [];
  let next = behind;
  for (const step of steps.toReversed()) {
    nexts.push(next);
    if (isSealed(step)) next = step;
  }
  return nexts.reverse();
}

/** Whether steps go on from each other, also by their hashes, and none lost its seal since it was written. */
export function holdsTogether(from: number, steps: readonly SealedStep[]): boolean {
  let at = from;
  let before: SealedStep | undefined;
  let isLapsed = false;
  for (const step of steps) {
    const isNext = step.version === step.from_version + 1;
    if (step.is_whole === 0 && step.from_version !== at) return false;
    if (before && isNext && step.from_version === before.version && step.previous !== before.hash) return false;
    if (isLapsed && isSealed(step) && !followsUnsealed(step)) return false;
    isLapsed = !isSealed(step) && (isLapsed || (before !== undefined && isSealed(before)));
    at = step.version;
    before = step;
  }
  return true;
}

/** True of a row that has a seal, or had one. */
export function isSealed({ seal, hash }: Pick<SealedStep, 'seal' | 'hash'>): boolean {
  return seal !== '' || hash !== '';
}

/** A version that has a hash has a keyframe with a seal: one without was written by somebody else. */
function frameState(seals: RowSeals, frame: SealedFrame, base: SealedStep | undefined): RowState {
  if (frame.seal !== '') return seals.checkFrame(frame);
  return base !== undefined && isSealed(base) ? 'broken' : 'none';
}

/** What can be said of rows together. */
export function worstOf(states: readonly RowState[]): ProofState {
  if (states.includes('broken')) return 'changed';
  if (states.includes('other key')) return 'other key';
  return states.includes('none') ? 'unsigned' : 'signed';
}

/** Each step goes on from the one before, and none is whole. */
function isWhole(from: number, steps: readonly SealedStep[]): boolean {
  let at = from;
  for (const step of steps) {
    if (step.is_whole === 1 || step.from_version !== at) return false;
    at = step.version;
  }
  return true;
}
