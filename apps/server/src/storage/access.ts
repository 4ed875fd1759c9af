import type { CopyChoice } from '#ports/settings-backups.ts';
import type { Presence } from '#ports/stores.ts';
import type { CommandArgs, Commands } from './commands.ts';
import type { AccessFor } from './context.ts';
import type { AppendOutcome } from './reports/append-all.ts';
import type { SealedAppend } from './reports/sealed/row-seals.ts';
import type { ToldOutcome } from './settings-backups/told-outcome.ts';

/** The whole way of the stores to their database: every command, and appended versions. */
export interface Access extends AccessFor<Commands> {
  /** Appends one version; many that wait share a transaction. */
  append(entry: SealedAppend): Promise<AppendOutcome>;
  /** Undefined where the database is in the process. */
  readonly presence?: Presence;
  /** What a recovery of settings would change. Both are done on a thread, the second where the database is written. */
  preview(choice: CopyChoice): Promise<ToldOutcome>;
  recover(args: CommandArgs<'recoverSettings'>): Promise<ToldOutcome>;
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

/** The ways to a database: of people on connections of their own, so that a sign-in waits for no report, nor the other way. */
export interface Accesses {
  /** Closing it closes both. */
  readonly reports: Access;
  readonly people: Access;
}
