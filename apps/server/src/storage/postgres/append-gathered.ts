import { codeOf, faultOf } from '../faults.ts';
import type { AppendOutcome } from '../reports/append-all.ts';
import type { SealedAppend } from '../reports/sealed/row-seals.ts';
import { type AtOnce, appendAtOnce, fitsOneStatement } from './append-at-once.ts';
import { TURNED_BACK } from './in-transaction.ts';

type InSteps = (entries: readonly SealedAppend[]) => Promise<AppendOutcome[]>;

/**
 * Appends what was gathered: changes of different reports by one statement, all else by the steps of a transaction. What
 * the statement left out is looked at in steps, which say why it cannot stand.
 */
export async function appendGathered(
  way: AtOnce,
  entries: readonly SealedAppend[],
  inSteps: InSteps,
): Promise<AppendOutcome[]> {
  if (!fitsOneStatement(entries)) return inSteps(entries);
  const outcomes = await atOnce(way, entries);
  const left = entries.filter((_, n) => outcomes[n] === undefined);
  if (left.length === 0) return outcomes.flatMap((outcome) => outcome ?? []);
  if (left.length === entries.length) return inSteps(entries);
  const rest = await reasons(left, inSteps);
  return outcomes.map((outcome) => outcome ?? rest.shift() ?? UNANSWERED);
}

const UNANSWERED: AppendOutcome = { kind: 'refused', reason: 'the store did not respond to an append' };

/** A statement that was turned back for the sake of another has written nothing: the steps try again. */
async function atOnce(way: AtOnce, entries: readonly SealedAppend[]): Promise<readonly (AppendOutcome | undefined)[]> {
  try {
    return await appendAtOnce(way, entries);
  } catch (error) {
    if (TURNED_BACK.includes(codeOf(error))) return entries.map(() => undefined);
    throw faultOf(error);
  }
}

/** The others are written already, so a fault is told of these alone. */
async function reasons(left: readonly SealedAppend[], inSteps: InSteps): Promise<AppendOutcome[]> {
  try {
    return await inSteps(left);
  } catch (error) {
    const reason = faultOf(error).message;
    return left.map(() => ({ kind: 'refused', reason }));
  }
}
