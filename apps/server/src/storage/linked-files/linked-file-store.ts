import { limits } from '@sheetwire/contract/limits';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import type { OwnBytes } from '#lib/bytes/file-parts.ts';
import type { LinkedFile, LinkedFileStore, PutFile } from '#ports/linked-files.ts';
import type { Access } from '../access.ts';

/** Files that reports link to, in the database: a backup has them, and every server serves them. */
export class SqlLinkedFileStore implements LinkedFileStore {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  put({ topic, name, hash, bytes, publishedBy, changedAt }: LinkedFile, parts: readonly OwnBytes[]): Promise<PutFile> {
    const file = { topic, name, hash, bytes, published_by: publishedBy, changed_at: changedAt };
    return this.#access.write('putLinkedFile', { file, parts });
  }

  async find(topic: Topic, name: string): Promise<LinkedFile | undefined> {
    const row = await this.#access.db
      .selectFrom('linked_file')
      .selectAll()
      .where('topic', '=', topic)
      .where('name', '=', name)
      .executeTakeFirst();
    if (!row) return undefined;
    const { hash, bytes, published_by, changed_at } = row;
    return { topic, name, hash, bytes, publishedBy: branded<'User'>(published_by), changedAt: changed_at };
  }

  async part(hash: string, number: number): Promise<Uint8Array | undefined> {
    const query = this.#access.db.selectFrom('linked_content').select('body').where('hash', '=', hash);
    return (await query.where('part', '=', number).executeTakeFirst())?.body;
  }

  longestUnused(topic: Topic, prefix: string): Promise<Pick<LinkedFile, 'name' | 'bytes'>[]> {
    return this.#access.db
      .selectFrom('linked_file')
      .select(['name', 'bytes'])
      .where('topic', '=', topic)
      .where((eb) => eb(eb.fn<string>('substr', ['name', eb.lit(1), eb.lit(prefix.length)]), '=', prefix))
      .orderBy('changed_at')
      .orderBy('name')
      .limit(limits.linkedFiles.count)
      .execute();
  }

  async use(topic: Topic, names: readonly string[], now: number): Promise<void> {
    if (names.length > 0) await this.#access.write('useLinkedFiles', { topic, names, now });
  }

  async remove(topic: Topic, names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.#access.write('removeLinkedFiles', { topic, names });
  }

  removeAll(topic: Topic): Promise<number> {
    return this.#access.write('removeLinkedFiles', { topic, names: undefined });
  }
}
