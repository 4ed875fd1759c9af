import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { FigureSeals, ProofState } from '#ports/past/figure-seals.ts';
import type { Database } from '../database.ts';
import { RowSeals, type SealedFrame, type SealedStep } from '../reports/sealed/row-seals.ts';
import { holdsTogether } from '../reports/sealed/sealed-chain.ts';

/** How many versions there are in each state; without keys none is told but those that do not hold together. */
export type VersionStates = Readonly<Record<ProofState | 'untold', number>>;

/** Rows hold whole reports: so many are read at a time. */
const ROWS = 32;
const first = Number.MIN_SAFE_INTEGER;

/** Checks each version of a topic and each keyframe once: its seal, and that it goes on from the one before (time 6). */
export async function versionStates(
  db: Kysely<Database>,
  topic: Topic,
  given: FigureSeals | undefined,
): Promise<VersionStates> {
  const seals = given && new RowSeals(given);
  const states = { ...none };
  let before: SealedStep | undefined;
  for await (const step of stepsOf(db, topic)) {
    states[stateOf(seals, step, before)]++;
    before = step;
  }
  for await (const frame of framesOf(db, topic)) if (seals && frameIsBroken(seals, frame)) states.changed++;
  return states;
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
  if (step.seal === '' && step.hash === '') return 'unsigned';
  if (!seals) return 'untold';
  const state = seals.checkStep(step);
  return stateWords[state];
}

const stateWords = { good: 'signed', broken: 'changed', 'other key': 'other key', none: 'unsigned' } as const;

/** One of before versions were signed has no seal, nor one that was worked out of such. */
function frameIsBroken(seals: RowSeals, frame: SealedFrame): boolean {
  return frame.seal !== '' && seals.checkFrame(frame) === 'broken';
}

async function* stepsOf(db: Kysely<Database>, topic: Topic): AsyncGenerator<SealedStep> {
  for (let after = first; ; ) {
    const rows = await db
      .selectFrom('version')
      .select(['topic', 'version', 'from_version', 'time', 'sender', 'is_whole', 'is_packed', 'body'])
      .select(['hash', 'previous', 'seal'])
      .where('topic', '=', topic)
      .where('version', '>', after)
      .orderBy('version')
      .limit(ROWS)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.version;
  }
}

async function* framesOf(db: Kysely<Database>, topic: Topic): AsyncGenerator<SealedFrame> {
  for (let after = first; ; ) {
    const rows = await db
      .selectFrom('keyframe')
      .select(['topic', 'version', 'cleaner', 'body', 'seal'])
      .where('topic', '=', topic)
      .where('version', '>', after)
      .orderBy('version')
      .limit(ROWS)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.version;
  }
}
