import { setImmediate } from 'node:timers/promises';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import type { BookStep, BookStore, KeptBook } from '#ports/books/book-store.ts';
import type { Access } from '../access.ts';

/** Published workbooks in the database: a backup has them, and any server goes on with one. */
export class SqlBookStore implements BookStore {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  async keep({ changedAt, ...kept }: KeptBook, file: Uint8Array): Promise<void> {
    const book = { ...kept, changed_at: changedAt };
    await this.#access.write('keepBook', { book, file });
  }

  async find(topic: Topic): Promise<KeptBook | undefined> {
    const row = await this.#access.db.selectFrom('book').selectAll().where('topic', '=', topic).executeTakeFirst();
    if (!row) return undefined;
    const { changed_at: changedAt, ...book } = row;
    return { ...book, topic: branded<'Topic'>(row.topic), changedAt };
  }

  async read(book: KeptBook) {
    const { db } = this.#access;
    const file = await this.#file(book);
    const values = await db
      .selectFrom('book_values')
      .select('body')
      .where('topic', '=', book.topic)
      .orderBy('place')
      .execute();
    // Read in steps: what was written down in between is of another state.
    const now = await this.find(book.topic);
    if (now?.state !== book.state || !file) return undefined;
    return { file, records: values.map(({ body }) => body) };
  }

  /** Part by part: the embedded database is read in place, and others wait for no more than one. */
  async #file({ hash, bytes }: KeptBook): Promise<Uint8Array | undefined> {
    const file = new Uint8Array(bytes);
    let at = 0;
    for (let part = 0; at < bytes; part++) {
      const query = this.#access.db.selectFrom('book_content').select('body').where('hash', '=', hash);
      const found = await query.where('part', '=', part).executeTakeFirst();
      if (!found || at + found.body.length > bytes) return undefined;
      file.set(found.body, at);
      at += found.body.length;
      await setImmediate();
    }
    return file;
  }

  note({ topic, version, state, changedAt, from, record }: BookStep): Promise<boolean> {
    const { body, isWhole } = record;
    return this.#access.write('noteBookValues', { topic, version, state, changed_at: changedAt, from, body, isWhole });
  }

  async drop(topic: Topic): Promise<void> {
    await this.#access.write('dropBook', { topic });
  }

  prune(before: number): Promise<number> {
    return this.#access.write('pruneBooks', { before });
  }
}
