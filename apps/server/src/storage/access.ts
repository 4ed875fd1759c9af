import type { Kysely, RawBuilder } from 'kysely';
import type { Presence } from '#ports/stores.ts';
import type { DialectName } from './column-types.ts';
import type { CommandArgs, CommandName, CommandResult } from './commands.ts';
import type { Database } from './database.ts';
import type { AppendOutcome } from './reports/append-all.ts';
import type { SealedAppend } from './reports/sealed/row-seals.ts';

/** What a command runs in: one transaction of either database. */
export interface Context {
  readonly db: Kysely<Database>;
  readonly dialect: DialectName;
  /** The store's own clock, epoch ms. */
  readonly at: RawBuilder<number>;
  /** The same as a number; undefined where only the database knows it. */
  readonly now: number | undefined;
  /** Holds a named lock until the end of the transaction. */
  lock(name: string): Promise<void>;
  /** The same without waiting; false while somebody else holds it. */
  tryLock(name: string): Promise<boolean>;
}

/** How stores reach their database: reads go straight to it, writes are named commands. */
export interface Access {
  readonly db: Kysely<Database>;
  /** The same for questions whether anything is new, which no work is to wait in front of; left out, they go over `db`. */
  readonly looks?: Kysely<Database>;
  readonly dialect: DialectName;
  /** Resolves once the command is durable; throws with nothing written. */
  write<Name extends CommandName>(name: Name, args: CommandArgs<Name>): Promise<CommandResult<Name>>;
  /** Appends one version; many that wait share a transaction. */
  append(entry: SealedAppend): Promise<AppendOutcome>;
  /** The store's own clock, epoch ms. */
  now(): Promise<number>;
  /** Undefined where the database is in the process. */
  readonly presence?: Presence;
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

/** The ways to a database: of people on connections of their own, so that a sign-in waits for no report, nor the other way. */
export interface Accesses {
  /** Closing it closes both. */
  readonly reports: Access;
  readonly people: Access;
}
