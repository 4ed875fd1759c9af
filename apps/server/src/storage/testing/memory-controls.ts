import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Clock } from '#ports/clock.ts';
import type { ControlStore } from '#ports/controls.ts';
import type { CommandArgs, CommandName } from '../commands.ts';
import { SqlControlStore } from '../controls/control-store.ts';
import type { Database } from '../database.ts';
import { migrate, migrationsOf } from '../migrations.ts';
import { runCommand } from '../run-command.ts';
import { contextAt } from '../sqlite/context.ts';
import { NodeSqliteDialect } from '../sqlite/dialect.ts';

/** The store of controls in memory: thousands of runs take no disk. */
export interface MemoryControls {
  readonly store: ControlStore;
  clear(): void;
  close(): Promise<void>;
}

export async function memoryControls(clock: Clock): Promise<MemoryControls> {
  const raw = new DatabaseSync(':memory:');
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(raw) });
  await migrate(db, migrationsOf('sqlite'));
  let tail: Promise<unknown> = Promise.resolve();
  const run = <Name extends CommandName>(name: Name, args: CommandArgs<Name>) =>
    runCommand(contextAt(db, clock.now()), name, args);
  const store = new SqlControlStore({
    db,
    dialect: 'sqlite',
    write: (name, args) => {
      const done = tail.then(() => run(name, args));
      tail = done.catch(() => undefined);
      return done;
    },
    append: () => Promise.reject(new Error('nothing is published here')),
    now: async () => clock.now(),
    preview: () => Promise.reject(new Error('no settings are kept here')),
    recover: () => Promise.reject(new Error('no settings are kept here')),
    backup: async () => undefined,
    close: () => db.destroy(),
  });
  return {
    store,
    clear: () => raw.exec('delete from control_update; delete from control_lease; delete from control_session'),
    close: () => db.destroy(),
  };
}
