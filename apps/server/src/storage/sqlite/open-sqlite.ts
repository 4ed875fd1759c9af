import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Clock } from '#ports/clock.ts';
import { StoreFault } from '#ports/store-fault.ts';
import type { Access } from '../access.ts';
import { draftOf, removeDatabase } from '../backup/backup-file.ts';
import { sealFile } from '../backup/sealed-file.ts';
import type { Database } from '../database.ts';
import { migrate, migrationsOf } from '../migrations.ts';
import type { AppendOutcome } from '../reports/append-all.ts';
import type { SealedAppend } from '../reports/sealed/row-seals.ts';
import { SettingsWork } from '../settings-backups/settings-work.ts';
import { databaseFile, openReader, openWriter } from './connection.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { fileFault } from './file-fault.ts';
import { InstanceLock } from './instance-lock.ts';
import { Writer } from './writer.ts';
import type { WriterThreads } from './writer-threads.ts';

/** Opens the embedded store: one instance, migrated, one writer thread, reads on this thread. */
export async function openSqlite(dataDir: string, clock: Clock, threads: WriterThreads): Promise<Access> {
  const lock = new InstanceLock(dataDir);
  try {
    return await openLocked(lock, { dataDir, clock, threads });
  } catch (error) {
    lock.release();
    throw fileFault(error, join(dataDir, 'sheetwire.db'));
  }
}

interface EmbeddedFile {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly threads: WriterThreads;
}

async function openLocked(lock: InstanceLock, { dataDir, clock, threads }: EmbeddedFile): Promise<Access> {
  const file = databaseFile(dataDir);
  // What a restore wrote that was killed: nobody restores here now.
  await removeDatabase(draftOf(file));
  await migrateFile(file);
  const writer = await Writer.open(file, () => clock.now(), threads);
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openReader(file)) });
  const settings = new SettingsWork({
    db,
    place: () => ({ file }),
    now: async () => clock.now(),
    keep: (copy) => writer.write('keepSettingsCopy', copy),
  });
  return {
    db,
    dialect: 'sqlite',
    write: (name, args) => settings.change(() => writer.write(name, args)),
    preview: (choice) => settings.preview(choice),
    recover: (args) => settings.change(() => writer.write('recoverSettings', args)),
    append: (entry) => append(writer, entry),
    now: async () => clock.now(),
    backup: (target) => sealFile(target, (draft) => writer.backup(draft)),
    async close() {
      await settings.close();
      // Only a connection that writes folds the log into the file as the last one: a copy of the file alone is whole then.
      await db.destroy();
      await writer.close();
      lock.release();
    },
  };
}

async function append(writer: Writer, entry: SealedAppend): Promise<AppendOutcome> {
  const [outcome] = await writer.write('append', { entries: [entry] });
  if (!outcome) throw new StoreFault('the store did not respond to an append');
  return outcome;
}

/** Brings the file up to date before anybody else opens it. */
export async function migrateFile(file: string): Promise<void> {
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(openWriter(file)) });
  try {
    await migrate(db, migrationsOf('sqlite'));
  } finally {
    await db.destroy();
  }
}
