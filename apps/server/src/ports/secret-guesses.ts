import type { AuditNote } from './audit.ts';

/** A secret that somebody gave for a report: what it counts for, and whether it is the right one. */
export interface Guess {
  /** Keys of the counts: of this caller for this report, of this caller, of this report. */
  readonly report: string;
  readonly caller: string;
  readonly topic: string;
  /** Which secret it was: a wrong one that any server counted a while ago is not counted again. */
  readonly mark: string;
  readonly isRight: boolean;
  /** Rows of the audit log: of a first wrong one, and of each count that is full with it. */
  readonly notes: Readonly<Partial<Record<'first' | GuessScope, AuditNote>>>;
}

export type GuessScope = 'report' | 'caller' | 'topic';

/** Too many were wrong: neither a right nor a wrong one is looked at for so long (ms), nor counted. */
export type GuessAnswer =
  | { readonly state: 'judged' }
  | { readonly state: 'refused'; readonly scope: GuessScope; readonly wait: number };

/** Counts of wrong view and publish secrets, one for all servers; the store's own clock decides (safety 3). */
export interface GuessStore {
  /** Counts a wrong one; a right one ends the count of its caller for its report. */
  judge(guess: Guess): Promise<GuessAnswer>;
}
