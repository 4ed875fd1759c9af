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
    const due = await this.#access.db
      .selectFrom('snapshot')
      .select(['topic', 'date', 'version'])
      .where('seal', '=', '')
      .where(sql<boolean>`exists (select 1 from version
        where version.topic = snapshot.topic and version.version = snapshot.version)`)
      .execute();
    const faults: unknown[] = [];
    for (const { topic, date, version } of due) {
      if (signal?.aborted) break;
      try {
        await this.#seal({ topic: branded<'Topic'>(topic), date, version });
      } catch (cause) {
        faults.push(new Error(`the snapshot ${date} of ${topic} cannot be sealed`, { cause }));
      }
    }
    return faults;
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
