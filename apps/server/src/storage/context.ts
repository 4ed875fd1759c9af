import type { Kysely, RawBuilder } from 'kysely';
import type { DialectName } from './column-types.ts';
import type { Database } from './database.ts';

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

type Arguments = readonly never[];

/** Commands by name: functions of a context and of what they are given. */
type CommandTable = Readonly<Record<string, (...given: Arguments) => unknown>>;

/** What the commands of a table are given, and what they give, by name. */
type Shapes<Commands extends CommandTable> = {
  readonly [Name in keyof Commands]: {
    readonly args: Parameters<Commands[Name]>[1];
    readonly result: Awaited<ReturnType<Commands[Name]>>;
  };
};

/** How the stores of some commands reach their database: reads go straight to it, writes are commands of the table. */
export interface AccessFor<Commands extends CommandTable> {
  readonly db: Kysely<Database>;
  /** The same for questions whether anything is new, which no work is to wait in front of; left out, they go over `db`. */
  readonly looks?: Kysely<Database>;
  readonly dialect: DialectName;
  /** Resolves once the command is durable; throws with nothing written. */
  write<Name extends keyof Shapes<Commands>>(
    name: Name,
    args: Shapes<Commands>[Name]['args'],
  ): Promise<Shapes<Commands>[Name]['result']>;
  /** The store's own clock, epoch ms. */
  now(): Promise<number>;
}
