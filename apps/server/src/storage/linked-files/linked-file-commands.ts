import { limits } from '@sheetwire/contract/limits';
import { sql } from 'kysely';
import type { Linking } from '#ports/linked-files.ts';
import type { Context } from '../context.ts';
import type { LinkedContentTable, LinkedFileTable } from '../tables/linked-file-tables.ts';

/** Bytes that one file lets go must not be those that another just began to use. */
const LOCK = 'linked files';

interface FilesOfTopic {
  readonly topic: string;
  readonly names: readonly string[];
}

export const linkedFileCommands = {
  async putLinkedFile(
    context: Context,
    { file, parts }: { file: LinkedFileTable; parts: readonly LinkedContentTable[] },
  ): Promise<Linking> {
    const { db, lock } = context;
    const { topic, name } = file;
    await lock(LOCK);
    const others = await db
      .selectFrom('linked_file')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('bytes').as('bytes')])
      .where('topic', '=', topic)
      .where('name', '<>', name)
      .executeTakeFirstOrThrow();
    if (Number(others.count) >= limits.linkedFiles.count) return 'too_many';
    if (Number(others.bytes ?? 0) + file.bytes > limits.linkedFiles.bytes) return 'too_large';
    for (const part of parts) {
      await db
        .insertInto('linked_content')
        .values(part)
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
    return 'done';
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

async function dropUnused({ db }: Context, hashes: readonly string[]): Promise<void> {
  for (const hash of new Set(hashes)) {
    await db
      .deleteFrom('linked_content')
      .where('hash', '=', hash)
      .where(sql<boolean>`not exists (select 1 from linked_file where linked_file.hash = linked_content.hash)`)
      .execute();
  }
}
