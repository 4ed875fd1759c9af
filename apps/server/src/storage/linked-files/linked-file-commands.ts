import { limits } from '@sheetwire/contract/limits';
import { sql } from 'kysely';
import type { OwnBytes } from '#lib/bytes/file-parts.ts';
import type { Linking, PutFile } from '#ports/linked-files.ts';
import type { Context } from '../context.ts';
import type { LinkedFileTable } from '../tables/linked-file-tables.ts';

/** Bytes that one file lets go must not be those that another just began to use. */
const LOCK = 'linked files';

interface FileToPut {
  readonly file: LinkedFileTable;
  readonly parts: readonly OwnBytes[];
}

interface FilesOfTopic {
  readonly topic: string;
  readonly names: readonly string[];
}

export const linkedFileCommands = {
  async putLinkedFile(context: Context, { file, parts }: FileToPut): Promise<PutFile> {
    const { db, lock } = context;
    const { topic, name, hash } = file;
    await lock(LOCK);
    const others = await db
      .selectFrom('linked_file')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('bytes').as('bytes')])
      .where('topic', '=', topic)
      .where('name', '<>', name)
      .executeTakeFirstOrThrow();
    const refused = refusalOf(file, others);
    if (refused) return { linking: refused, parts };
    for (const [part, body] of parts.entries()) {
      await db
        .insertInto('linked_content')
        .values({ hash, part, body })
        .onConflict((conflict) => conflict.columns(['hash', 'part']).doNothing())
        .execute();
    }
    const former = await db
      .deleteFrom('linked_file')
      .where('topic', '=', topic)
      .where('name', '=', name)
      .returning('hash')
      .execute();
    await db.insertInto('linked_file').values(file).execute();
    await dropUnused(
      context,
      former.map((row) => row.hash),
    );
    return { linking: 'done', parts: [] };
  },

  async useLinkedFiles({ db }: Context, { topic, names, now }: FilesOfTopic & { now: number }): Promise<void> {
    await db
      .updateTable('linked_file')
      .set({ changed_at: now })
      .where('topic', '=', topic)
      .where('name', 'in', names)
      .execute();
  },

  /** Some files of a report, or all of them. */
  async removeLinkedFiles(
    context: Context,
    { topic, names }: Pick<FilesOfTopic, 'topic'> & { names: FilesOfTopic['names'] | undefined },
  ): Promise<number> {
    await context.lock(LOCK);
    const all = context.db.deleteFrom('linked_file').where('topic', '=', topic);
    const former = await (names ? all.where('name', 'in', names) : all).returning('hash').execute();
    await dropUnused(
      context,
      former.map((row) => row.hash),
    );
    return former.length;
  },
};

function refusalOf(
  { bytes }: LinkedFileTable,
  others: { readonly count: number; readonly bytes: number | null },
): Exclude<Linking, 'done'> | undefined {
  if (Number(others.count) >= limits.linkedFiles.count) return 'too_many';
  return Number(others.bytes ?? 0) + bytes > limits.linkedFiles.bytes ? 'too_large' : undefined;
}

async function dropUnused({ db }: Context, hashes: readonly string[]): Promise<void> {
  for (const hash of new Set(hashes)) {
    await db
      .deleteFrom('linked_content')
      .where('hash', '=', hash)
      .where(sql<boolean>`not exists (select 1 from linked_file where linked_file.hash = linked_content.hash)`)
      .execute();
  }
}
