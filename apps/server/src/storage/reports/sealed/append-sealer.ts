import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import type { Database } from '../../database.ts';
import type { EncodedAppend } from '../encode-append.ts';
import { type RowSeals, type SealedAppend, unsealed } from './row-seals.ts';

interface Known {
  readonly version: number;
  readonly hash: string;
}

/** Gives appends their hashes: that of the version before is remembered, and read where another server wrote it. */
export class AppendSealer {
  readonly #db: Kysely<Database>;
  readonly #seals: RowSeals | undefined;
  readonly #known = new BoundedMap<Topic, Known>(limits.store.hashesKept);

  constructor(db: Kysely<Database>, seals: RowSeals | undefined) {
    this.#db = db;
    this.#seals = seals;
  }

  /** In the order of a topic's versions. */
  async sealed(entry: EncodedAppend): Promise<SealedAppend> {
    if (!this.#seals) return { ...entry, ...unsealed };
    const { topic, base, version } = entry;
    const known = this.#known.get(topic);
    const previous = known?.version === base ? known.hash : await this.#read(topic, base);
    const sealed = this.#seals.append(entry, previous);
    this.#known.set(topic, { version, hash: sealed.hash });
    return sealed;
  }

  /** An append failed, or its answer was lost: the store says what came before the next one. */
  forget(topic: Topic): void {
    this.#known.delete(topic);
  }

  async #read(topic: Topic, version: number): Promise<string> {
    if (version === 0) return '';
    const row = await this.#db
      .selectFrom('version')
      .select('hash')
      .where('topic', '=', topic)
      .where('version', '=', version)
      .executeTakeFirst();
    return row?.hash ?? '';
  }
}
