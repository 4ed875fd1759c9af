import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { type Kysely, sql } from 'kysely';
import type { ProofState, SealState } from '#ports/past/figure-seals.ts';
import type { Database } from '../../database.ts';
import type { Chain } from '../replay.ts';
import type { RowSeals, SealedFrame, SealedStep } from './row-seals.ts';

/** A keyframe and the rows from its version to another one: what that one is read from, with its seals. */
export interface SealedChain {
  readonly frame: SealedFrame;
  /** Of the keyframe's version first; that is missing where only the keyframe is kept. */
  readonly steps: readonly SealedStep[];
}

/** What a version is read from, in one statement: nothing comes or goes in between. Left out, the newest. */
export async function readSealedChain(
  db: Kysely<Database>,
  topic: Topic,
  version = Number.MAX_SAFE_INTEGER,
): Promise<SealedChain | undefined> {
  const base = sql<number>`(select max(version) from keyframe where topic = ${topic} and version <= ${version})`;
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
  return frame && frame.is_step === 0 ? { frame, steps } : undefined;
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
 * Whether all that a version is read from is as the server wrote it. What has no seal comes before all that has one: a row
 * without one after them was tampered with, and so was a chain that does not hold together.
 */
export async function proofOf(seals: RowSeals, chain: SealedChain): Promise<ProofState> {
  const { frame, steps } = chain;
  const base = steps[0]?.version === frame.version ? steps[0] : undefined;
  const rest = base ? steps.slice(1) : steps;
  if (!isWhole(frame.version, rest)) return 'changed';
  const states: RowState[] = [frameState(seals, frame, base)];
  // Who published the base, and when, is told of no version but its own.
  if (rest.length === 0) states.push(base === undefined || !isSealed(base) ? 'none' : seals.checkStep(base));
  for (const [n, step] of rest.entries()) {
    if (n % limits.store.sealsAtOnce === limits.store.sealsAtOnce - 1) await nextTurn();
    states.push(isSealed(step) ? seals.checkStep(step) : states.at(-1) === 'none' ? 'none' : 'broken');
  }
  return worstOf(states);
}

type RowState = SealState | 'none';

function isSealed({ seal, hash }: Pick<SealedStep, 'seal' | 'hash'>): boolean {
  return seal !== '' || hash !== '';
}

/** A version that has a hash has a keyframe with a seal: one without was written by somebody else. */
function frameState(seals: RowSeals, frame: SealedFrame, base: SealedStep | undefined): RowState {
  if (frame.seal !== '') return seals.checkFrame(frame);
  return base !== undefined && isSealed(base) ? 'broken' : 'none';
}

function worstOf(states: readonly RowState[]): ProofState {
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
