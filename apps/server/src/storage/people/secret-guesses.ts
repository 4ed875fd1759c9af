import { limits } from '@sheetwire/contract/limits';
import type { Guess, GuessAnswer, GuessScope, GuessStore } from '#ports/secret-guesses.ts';
import type { AccessFor, Context } from '../context.ts';
import { auditCommands, type KeptAuditRow, keptRow } from '../rights/audit.ts';
import { storeTime } from '../store-time.ts';
import { countOne, type Standing, standingOf } from './counted-turns.ts';

const { within, perReport, slowFrom, slow, perCaller, perTopic, noted } = limits.secretGuesses;
const most = { report: perReport, caller: perCaller, topic: perTopic } as const;
const scopes = ['report', 'caller', 'topic'] as const;

type Rows = Readonly<Partial<Record<'first' | GuessScope, KeptAuditRow>>>;

export const secretGuessCommands = {
  async judgeGuess(context: Context, { rows, ...guess }: Omit<Guess, 'notes'> & { rows: Rows }): Promise<GuessAnswer> {
    // Many at once of one caller, on any server, are judged one after the other: none slips past the count.
    await context.lock(guess.caller);
    const at = await storeTime(context);
    const keys = scopes.map((scope) => guess[scope]);
    const standing = await standingOf(context, keys, { at, within });
    const refusal = refusalOf(guess, standing, at);
    if (refusal) return refusal;
    if (!guess.isRight) await countUnknown(context, { guess, rows, at });
    else if (standing.has(guess.report)) await forget(context, guess.report);
    return { state: 'judged' };
  },
};

/** Which count refuses, and for how long. A report that many guess at still bears a first one of each caller. */
function refusalOf(
  guess: Omit<Guess, 'notes'>,
  standing: ReadonlyMap<string, Standing>,
  at: number,
): GuessAnswer | undefined {
  const own = standing.get(guess.report);
  const waits = scopes.map((scope) => {
    const count = standing.get(guess[scope]);
    if (count === undefined || (scope === 'topic' && own === undefined)) return { scope, wait: 0 };
    const pause = count.failures >= most[scope] ? within : scope === 'report' ? slowed(count.failures) : 0;
    return { scope, wait: count.startedAt + pause - at };
  });
  const longest = waits.reduce((one, other) => (other.wait > one.wait ? other : one));
  return longest.wait > 0 ? { state: 'refused', ...longest } : undefined;
}

/** How long after the first wrong one the next may come: 1 s, 3 s, 7 s, … */
function slowed(failures: number): number {
  return failures < slowFrom ? 0 : slow * (2 ** (failures - slowFrom + 1) - 1);
}

interface Wrong {
  readonly guess: Omit<Guess, 'notes'>;
  readonly rows: Rows;
  readonly at: number;
}

/** The same wrong one again tells nobody anything: a program that holds it counts once, however many servers it asks. */
async function countUnknown(context: Context, wrong: Wrong): Promise<void> {
  const { report, mark } = wrong.guess;
  const key = `${report} ${mark}`;
  const isKnown = (await standingOf(context, [key], { at: wrong.at, within })).size > 0;
  await countOne(context, key, { at: wrong.at, within });
  if (!isKnown) await countWrong(context, wrong);
}

async function countWrong(context: Context, { guess, rows, at }: Wrong): Promise<void> {
  const counts = { report: 0, caller: 0, topic: 0 };
  for (const scope of scopes) counts[scope] = await countOne(context, guess[scope], { at, within });
  const isFirst = counts.report === 1 && counts.caller <= noted;
  const full = scopes.filter((scope) => counts[scope] === most[scope]);
  for (const row of [isFirst ? rows.first : undefined, ...full.map((scope) => rows[scope])]) {
    if (row) await auditCommands.addAudit(context, row);
  }
}

async function forget({ db }: Context, key: string): Promise<void> {
  await db.deleteFrom('throttle').where('key', '=', key).execute();
}

/** Wrong view and publish secrets, counted beside failed sign-ins. */
export class SqlGuessStore implements GuessStore {
  readonly #access: AccessFor<typeof secretGuessCommands>;
  constructor(access: AccessFor<typeof secretGuessCommands>) {
    this.#access = access;
  }

  judge({ notes, ...guess }: Guess): Promise<GuessAnswer> {
    const kept = Object.entries(notes).flatMap(([of, note]) => (note ? [[of, keptRow(note)] as const] : []));
    return this.#access.write('judgeGuess', { ...guess, rows: Object.fromEntries(kept) });
  }
}
