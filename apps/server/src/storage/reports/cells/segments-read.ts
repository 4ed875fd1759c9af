import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { Database } from '../../database.ts';
import { unpack } from '../packing.ts';
import { type IndexedSegment, readIndex } from './index-bytes.ts';

/** Which index: one that was written again has another size. */
interface Wanted {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

interface Read {
  readonly bytes: number;
  readonly segment: IndexedSegment;
}

/** Indexes that were read lately: who asks for one cell of a report asks for others of it soon. */
export class SegmentsRead {
  readonly #db: Kysely<Database>;
  readonly #known = new Map<string, Read>();
  #bytes = 0;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Undefined where it went meanwhile. */
  async segment(topic: Topic, { from, to, bytes: size }: Wanted): Promise<IndexedSegment | undefined> {
    const key = `${from} ${to} ${size} ${topic}`;
    const known = this.#known.get(key);
    if (known) return known.segment;
    const row = await this.#db
      .selectFrom('cell_index')
      .select('body')
      .where('topic', '=', topic)
      .where('version', '=', to)
      .executeTakeFirst();
    if (!row) return undefined;
    const bytes = await unpack(row.body);
    const segment = readIndex(bytes);
    this.#keep(key, { bytes: 2 * bytes.length, segment });
    return segment;
  }

  #keep(key: string, read: Read): void {
    if (this.#known.has(key)) return;
    this.#known.set(key, read);
    this.#bytes += read.bytes;
    for (const [oldest, { bytes }] of this.#known) {
      if (this.#bytes <= limits.log.indexBytesKept) return;
      this.#known.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}
