import { DatabaseSync } from 'node:sqlite';
import type { CommandArgs, CommandName, CommandResult } from '@sheetwire/server/storage/commands';
import type { Database } from '@sheetwire/server/storage/database';
import { migrate, migrationsOf } from '@sheetwire/server/storage/migrations';
import { runCommand } from '@sheetwire/server/storage/run-command';
import { contextAt } from '@sheetwire/server/storage/sqlite/context';
import { NodeSqliteDialect } from '@sheetwire/server/storage/sqlite/dialect';
import { type CompiledQuery, Kysely, type QueryResult } from 'kysely';

/** The one database of a simulated portal, in memory; what it is asked it does in one go. */
export class SimDatabase {
  readonly db: Kysely<Database>;
  readonly #raw: DatabaseSync;
  readonly #now: () => number;

  private constructor(raw: DatabaseSync, now: () => number) {
    this.#raw = raw;
    this.#now = now;
    this.db = new Kysely<Database>({ dialect: new NodeSqliteDialect(raw) });
  }

  /** An empty one, whose clock is given. */
  static async open(now: () => number): Promise<SimDatabase> {
    const raw = new DatabaseSync(':memory:');
    empty ??= await emptyDatabase();
    raw.deserialize(empty);
    raw.exec('pragma foreign_keys = on');
    return new SimDatabase(raw, now);
  }

  now(): number {
    return this.#now();
  }

  read<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> {
    return this.db.executeQuery<R>(query);
  }

  /** One command, whole or not at all. */
  async write<Name extends CommandName>(name: Name, args: CommandArgs<Name>): Promise<CommandResult<Name>> {
    this.#raw.exec('begin');
    try {
      const result = await runCommand(contextAt(this.db, this.#now()), name, args);
      this.#raw.exec('commit');
      return result;
    } catch (fault) {
      this.#raw.exec('rollback');
      throw fault;
    }
  }

  /** What a statement counts. */
  count(statement: string, value: string): number {
    return Number(this.#raw.prepare(statement).get(value)?.count);
  }

  close(): Promise<void> {
    return this.db.destroy();
  }
}

let empty: Uint8Array | undefined;

async function emptyDatabase(): Promise<Uint8Array> {
  const raw = new DatabaseSync(':memory:');
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(raw) });
  await migrate(db, migrationsOf('sqlite'));
  const bytes = raw.serialize();
  await db.destroy();
  return bytes;
}
