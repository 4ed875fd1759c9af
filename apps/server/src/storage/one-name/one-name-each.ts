import type { RawBuilder } from 'kysely';
import { inChunks } from '../chunks.ts';
import type { DialectName } from '../column-types.ts';
import type { Context } from '../context.ts';
import { databaseTime } from '../store-time.ts';
import type { NameKind } from './name-columns.ts';
import { type Renames, renamesOf } from './read-alike.ts';
import { addStoredNames, hasSuspicious, renameColumns } from './rename-columns.ts';
import { addCopiedNames, renameCopies } from './rename-copies.ts';
import { renameFrames } from './rename-frames.ts';

type Db = Context['db'];

/**
 * Spells every stored name in the one form that it has now (semantics 1), in every table and every copy of settings. The
 * audit log is history and stays; a row of it says of each name what it was. Nothing happens where nothing is due.
 */
export async function oneNameEach(db: Db, dialect: DialectName): Promise<void> {
  const names = { reports: new Set<string>(), principals: new Set<string>() };
  const isInCopies = await addCopiedNames(db, names);
  if (!isInCopies && !(await hasSuspicious(db))) return;
  await addStoredNames(db, names);
  const renames = renamesOf(names.reports, names.principals);
  await renameColumns(db, renames);
  await renameFrames(db, renames.principals);
  if (isInCopies) await renameCopies(db, renames);
  await note(db, renames, databaseTime[dialect]);
}

async function note(db: Db, renames: Renames, at: RawBuilder<number>): Promise<void> {
  const all = (['reports', 'principals'] as const satisfies readonly NameKind[]).flatMap((kind) =>
    [...renames[kind]].map(([was, rename]) => ({ kind, was, ...rename })),
  );
  for (const some of inChunks(all)) {
    const rows = some.map(({ kind, was, now: is_now, why }) => ({ kind, was, is_now, why, at }));
    await db.insertInto('renamed_name').values(rows).execute();
    const notes = some.map(({ was, now: object }) => ({
      ...{ at, actor: 'update', action: 'name changed', object, address: '' },
      before: JSON.stringify(was),
      after: JSON.stringify(object),
    }));
    await db.insertInto('audit').values(notes).execute();
  }
}
