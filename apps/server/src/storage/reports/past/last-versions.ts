import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { sql } from 'kysely';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import type { ChangeCounts, LastVersion } from '#ports/report-log.ts';
import type { Access } from '../../access.ts';
import type { KeyframeMaker } from '../keyframe-maker.ts';
import { countsOf } from './change-counts.ts';
import { sourceOf } from './version-source.ts';

interface Row {
  readonly version: number;
  readonly from_version: number;
  readonly time: string;
  readonly sender: string;
  readonly source: string;
  readonly is_whole: number;
  readonly bytes: number;
}

type Known = Pick<Row, 'from_version' | 'bytes'> & { readonly counts: ChangeCounts | undefined };

const { countsKept, countedAtOnce, countedBytes } = limits.publishedVersions;

/**
 * The last versions of reports for their publishers, who ask again every few seconds: what a step changed is counted once,
 * on a thread, and remembered. Of a step that is long only its size is told.
 */
export class LastVersions {
  readonly #access: Access;
  readonly #thread: Pick<KeyframeMaker, 'counts'>;
  readonly #known = new BoundedMap<`${number} ${Topic}`, Known>(countsKept);

  constructor(access: Access, thread: Pick<KeyframeMaker, 'counts'>) {
    this.#access = access;
    this.#thread = thread;
  }

  async last(topic: Topic, most: number): Promise<readonly LastVersion[]> {
    const rows = await this.#access.db
      .selectFrom('version')
      .select(['version', 'from_version', 'time', 'sender', 'source', 'is_whole'])
      .select(sql<number>`length(body)`.as('bytes'))
      .where('topic', '=', topic)
      .orderBy('version', 'desc')
      .limit(most)
      .execute();
    const counts = await this.#counts(topic, rows);
    return rows.map((row) => ({
      ...{ from: row.from_version, version: row.version, time: row.time, sender: row.sender },
      source: sourceOf(row.source),
      change: changeOf(row, counts.get(row.version)),
    }));
  }

  /** When they were published, oldest first. */
  async times(topic: Topic, most: number): Promise<readonly string[]> {
    const rows = await this.#access.db
      .selectFrom('version')
      .select('time')
      .where('topic', '=', topic)
      .orderBy('version', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ time }) => time).reverse();
  }

  /** A step that took in others since is another one. */
  async #counts(topic: Topic, rows: readonly Row[]): Promise<ReadonlyMap<number, ChangeCounts>> {
    const counts = new Map<number, ChangeCounts>();
    const missing: Row[] = [];
    for (const row of rows) {
      const known = this.#known.get(`${row.version} ${topic}`);
      const isKnown = known?.from_version === row.from_version && known.bytes === row.bytes;
      if (isKnown && known.counts) counts.set(row.version, known.counts);
      else if (!isKnown && row.is_whole === 0 && row.bytes <= countedBytes) missing.push(row);
    }
    for (const some of parts(missing)) await this.#count(topic, some, counts);
    return counts;
  }

  async #count(topic: Topic, rows: readonly Row[], counts: Map<number, ChangeCounts>): Promise<void> {
    const versions = rows.map(({ version }) => version);
    const steps = await this.#access.db
      .selectFrom('version')
      .select(['version', 'time', 'sender', 'is_packed', 'body'])
      .where('topic', '=', topic)
      .where('version', 'in', versions)
      .execute();
    const isSmall = steps.every(({ is_packed, body }) => is_packed === 0 && body.length <= limits.store.packFrom);
    const told = await (isSmall ? countsOf(steps) : this.#thread.counts(steps));
    const byVersion = new Map(steps.map(({ version }, n) => [version, told[n]]));
    for (const { version, from_version, bytes } of rows) {
      const own = byVersion.get(version);
      this.#known.set(`${version} ${topic}`, { from_version, bytes, counts: own });
      if (own) counts.set(version, own);
    }
  }
}

/** So few at once that nobody waits while they are read. */
function parts(rows: readonly Row[]): Row[][] {
  const all: Row[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const last = all.at(-1);
    bytes += row.bytes;
    if (last && last.length < countedAtOnce && bytes <= countedBytes) last.push(row);
    else {
      all.push([row]);
      bytes = row.bytes;
    }
  }
  return all;
}

function changeOf({ is_whole, bytes }: Row, counts: ChangeCounts | undefined): LastVersion['change'] {
  if (is_whole === 1) return { kind: 'whole' };
  return counts ? { kind: 'delta', counts } : { kind: 'long', bytes };
}
