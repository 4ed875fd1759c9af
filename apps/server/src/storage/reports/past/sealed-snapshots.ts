import { setImmediate as nextTurn } from 'node:timers/promises';
import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import { type Kysely, sql } from 'kysely';
import type { Page } from '#ports/report-log.ts';
import type { Access } from '../../access.ts';
import { textList } from '../../bind.ts';
import type { Database } from '../../database.ts';
import type { KeyframeMaker } from '../keyframe-maker.ts';
import { unpack } from '../packing.ts';
import type { RowSeals, SealedSnapshot } from '../sealed/row-seals.ts';
import { chainOf, proofOf, readSealedChain } from '../sealed/sealed-chain.ts';

/** In place of the seal of a snapshot that shows other than its version. */
export const NEVER_SEALED = 'never';

/** Snapshots without a seal that are looked at in one turn of the event loop. */
const UNSEALED_AT_ONCE = 1000;

/** Said as it stands: for a value that is passed in, no plan takes the index. */
const isUnsealed = sql.raw<boolean>(`seal = ''`);

interface Due {
  readonly topic: Topic;
  readonly date: string;
  readonly version: number;
}

/**
 * Seals snapshots before their versions are thinned out: what a snapshot holds can be shown to be what was published for as
 * long as there is the snapshot (time 6).
 */
export class SealedSnapshots {
  readonly #access: Access;
  readonly #thread: Pick<KeyframeMaker, 'isSame'>;
  readonly #seals: RowSeals;

  constructor(access: Access, thread: Pick<KeyframeMaker, 'isSame'>, seals: RowSeals) {
    this.#access = access;
    this.#thread = thread;
    this.#seals = seals;
  }

  /** Seals those that have no seal and whose versions are kept; answers what kept others from getting one. */
  async sealDue(signal?: AbortSignal): Promise<readonly unknown[]> {
    const faults: unknown[] = [];
    for (let last: Pick<Due, 'topic' | 'date'> = { topic: branded<'Topic'>(''), date: '' }; ; ) {
      const some = await this.#unsealedAfter(last);
      for (const { isKept, ...due } of some) {
        if (signal?.aborted) return faults;
        if (isKept === 0) continue;
        // One that cannot be read may be told within the turn: without another one nobody else would be heard.
        await nextTurn();
        try {
          await this.#seal(due);
        } catch (cause) {
          faults.push(new Error(`the snapshot ${due.date} of ${due.topic} cannot be sealed`, { cause }));
        }
      }
      const end = some.at(-1);
      if (end === undefined || some.length < UNSEALED_AT_ONCE) return faults;
      last = end;
      await nextTurn();
    }
  }

  /** Some of those without a seal, which an index has: the versions of some are kept no more. */
  async #unsealedAfter({ topic, date }: Pick<Due, 'topic' | 'date'>): Promise<(Due & { readonly isKept: number })[]> {
    const rows = await this.#access.db
      .selectFrom('snapshot')
      .select(['topic', 'date', 'version'])
      .select(
        sql<number>`case when exists (select 1 from version
          where version.topic = snapshot.topic and version.version = snapshot.version) then 1 else 0 end`.as('isKept'),
      )
      .where(isUnsealed)
      .where(sql<boolean>`(topic, date) > (${topic}, ${date})`)
      .orderBy('topic')
      .orderBy('date')
      .limit(UNSEALED_AT_ONCE)
      .execute();
    return rows.map((row) => ({ ...row, topic: branded<'Topic'>(row.topic), isKept: Number(row.isKept) }));
  }

  async #seal({ topic, date, version }: Due): Promise<void> {
    const { db } = this.#access;
    const snapshot = await readSnapshotOf(db, topic, { version, date });
    const chain = await readSealedChain(db, topic, version);
    const row = chain?.steps.at(-1);
    if (!snapshot || !chain || row?.version !== version) return;
    const pages = await Promise.all(snapshot.pages.map(pageOf));
    const isSame = await this.#thread.isSame(chainOf(chain), pages);
    const { hash, previous } = row;
    const seal = isSame
      ? this.#seals.snapshot({ ...snapshot, hash, previous }, await proofOf(this.#seals, chain))
      : NEVER_SEALED;
    await this.#access.write('sealSnapshot', { topic, date, version, hash, previous, seal });
  }
}

type SnapshotPlace = { readonly version: number; readonly date?: string };

/** A snapshot of a version with the bodies of its pages as they are stored; without a date the oldest that has a seal. */
export async function readSnapshotOf(
  db: Kysely<Database>,
  topic: Topic,
  { version, date }: SnapshotPlace,
): Promise<SealedSnapshot | undefined> {
  const rows = await db
    .selectFrom('snapshot')
    .leftJoin('snapshot_page', (join) =>
      join.onRef('snapshot_page.topic', '=', 'snapshot.topic').onRef('snapshot_page.date', '=', 'snapshot.date'),
    )
    .leftJoin('blob', 'blob.hash', 'snapshot_page.hash')
    .select(['snapshot.topic', 'snapshot.date', 'snapshot.version', 'snapshot.time', 'snapshot.sender'])
    .select(['snapshot.hash', 'snapshot.previous', 'snapshot.seal'])
    .select(['snapshot_page.name', 'snapshot_page.user_name as user', 'snapshot_page.styles', 'blob.body'])
    .where('snapshot.topic', '=', topic)
    .where('snapshot.version', '=', version)
    .$if(date !== undefined, (own) => own.where('snapshot.date', '=', date ?? ''))
    .$if(date === undefined, (own) => own.where('snapshot.seal', 'not in', ['', NEVER_SEALED]))
    .orderBy('snapshot.date')
    .orderBy('snapshot_page.place')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const pages = rows.flatMap(({ date: day, name, user, styles, body }) =>
    day !== first.date || name === null || styles === null || body === null ? [] : [{ name, user, styles, body }],
  );
  const { time, sender, hash, previous, seal } = first;
  return { topic, version, time, sender, hash, previous, seal, pages };
}

async function pageOf({ name, user, styles, body }: SealedSnapshot['pages'][number]): Promise<Page> {
  return { name, user, styles: textList(styles), html: (await unpack(body)).toString('utf8') };
}
