import { limits } from '@sheetwire/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { BookTable } from '../tables/book-tables.ts';

/** Bytes that one report lets go must not be those that another just began to use. */
const LOCK = 'books';

interface Step extends Pick<BookTable, 'topic' | 'version' | 'state' | 'changed_at'> {
  readonly from: string;
  readonly body: Uint8Array;
  readonly isWhole: boolean;
}

export const bookCommands = {
  /** A book of a newer version stays. */
  async keepBook(context: Context, { book, file }: { book: BookTable; file: Uint8Array }): Promise<boolean> {
    const { db, lock } = context;
    await lock(LOCK);
    const former = await db.selectFrom('book').select(['version', 'hash']).where('topic', '=', book.topic).execute();
    if (former.some(({ version }) => version > book.version)) return false;
    const { part: size } = limits.values;
    for (let part = 0; part * size < file.length; part++) {
      await db
        .insertInto('book_content')
        .values({ hash: book.hash, part, body: file.subarray(part * size, (part + 1) * size) })
        .onConflict((conflict) => conflict.columns(['hash', 'part']).doNothing())
        .execute();
    }
    await remove(context, [book.topic]);
    await db.insertInto('book').values(book).execute();
    await dropUnused(context, former);
    return true;
  },

  async noteBookValues({ db }: Context, { topic, from, body, isWhole, ...step }: Step): Promise<boolean> {
    const moved = await db
      .updateTable('book')
      .set(step)
      .where('topic', '=', topic)
      .where('state', '=', from)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return false;
    if (isWhole) await db.deleteFrom('book_values').where('topic', '=', topic).execute();
    const last = await db
      .selectFrom('book_values')
      .select((eb) => eb.fn.max<number | null>('place').as('place'))
      .where('topic', '=', topic)
      .executeTakeFirst();
    await db
      .insertInto('book_values')
      .values({ topic, place: Number(last?.place ?? 0) + 1, body })
      .execute();
    return true;
  },

  async dropBook(context: Context, { topic }: { topic: string }): Promise<number> {
    await context.lock(LOCK);
    const former = await remove(context, [topic]);
    await dropUnused(context, former);
    return former.length;
  },

  /** Held values make versions that their publisher did not, so a report that holds some keeps its book. */
  async pruneBooks(context: Context, { before }: { before: number }): Promise<number> {
    const { db, lock } = context;
    await lock(LOCK);
    const rows = await db
      .selectFrom('book')
      .leftJoin('topic', 'topic.topic', 'book.topic')
      .select('book.topic')
      .where('book.changed_at', '<', before)
      .where(sql<boolean>`(topic.topic is null or topic.is_live = 0 or topic.version <> book.version)`)
      .where(sql<boolean>`not exists (select 1 from control_held where control_held.topic = book.topic)`)
      .limit(limits.store.pruneChunk)
      .execute();
    if (rows.length === 0) return 0;
    await dropUnused(
      context,
      await remove(
        context,
        rows.map(({ topic }) => topic),
      ),
    );
    return rows.length;
  },
};

async function remove({ db }: Context, topics: readonly string[]): Promise<{ readonly hash: string }[]> {
  await db.deleteFrom('book_values').where('topic', 'in', topics).execute();
  return db.deleteFrom('book').where('topic', 'in', topics).returning('hash').execute();
}

async function dropUnused({ db }: Context, former: readonly { readonly hash: string }[]): Promise<void> {
  for (const hash of new Set(former.map((row) => row.hash))) {
    await db
      .deleteFrom('book_content')
      .where('hash', '=', hash)
      .where(sql<boolean>`not exists (select 1 from book where book.hash = book_content.hash)`)
      .execute();
  }
}
