import { branded } from '@sheetwire/rules/name';
import type { Topic } from '@sheetwire/rules/topic';
import type { Selectable } from 'kysely';
import type { AuditNote } from '#ports/audit.ts';
import type { Page } from '#ports/report-log.ts';
import type { Snapshot, SnapshotHead, SnapshotStore, TakenAsk, TakenSnapshot } from '#ports/snapshots.ts';
import type { Access } from '../access.ts';
import { textList, textRecord } from '../bind.ts';
import { unpack } from '../reports/packing.ts';
import { keptRow } from '../rights/audit.ts';
import type { SnapshotTable } from '../tables/report-tables.ts';
import { encodeSnapshot } from './encode-snapshot.ts';

/** Reports as they stood on a day; a page that did not change between two days is stored once. */
export class SqlSnapshotStore implements SnapshotStore {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  async capture(snapshot: Snapshot, note?: AuditNote): Promise<boolean> {
    const encoded = await encodeSnapshot(snapshot);
    return this.#access.write('captureSnapshot', { snapshot: encoded, note: note && keptRow(note) });
  }

  /** The row and its pages in one statement: a capture of the same date cannot come in between. */
  async atOrBefore(topic: Topic, date: string): Promise<Snapshot | undefined> {
    const rows = await this.#rows(topic, date)
      .leftJoin('blob', 'blob.hash', 'snapshot_page.hash')
      .select('blob.body')
      .execute();
    const [row] = rows;
    if (!row) return undefined;
    const pages = await Promise.all(rows.map(pageOf));
    const { report, ...of } = factsOf(row);
    return { ...of, report: { ...report, pages: pages.filter((page) => page !== undefined) } };
  }

  async head(topic: Topic, date: string): Promise<SnapshotHead | undefined> {
    const rows = await this.#rows(topic, date).select('snapshot_page.hash as page_hash').execute();
    const [row] = rows;
    if (!row) return undefined;
    const pages = rows.flatMap(({ name, user_name: user, styles, page_hash: hash }) =>
      name === null || styles === null || hash === null ? [] : [{ name, user, styles: textList(styles), hash }],
    );
    return { ...factsOf(row), pages };
  }

  async pages({ pages }: SnapshotHead, numbers: readonly number[]): Promise<readonly Page[] | undefined> {
    const wanted = numbers.flatMap((n) => pages[n] ?? []);
    const hashes = [...new Set(wanted.map(({ hash }) => hash))];
    if (hashes.length === 0) return [];
    const blobs = this.#access.db.selectFrom('blob').select(['hash', 'body']).where('hash', 'in', hashes);
    const bodies = new Map((await blobs.execute()).map(({ hash, body }) => [hash, body]));
    if (bodies.size < hashes.length) return undefined;
    const all = await Promise.all(
      wanted.map(({ name, user, styles, hash }) =>
        pageOf({ name, user_name: user, styles: JSON.stringify(styles), body: bodies.get(hash) ?? null }),
      ),
    );
    return all.filter((page) => page !== undefined);
  }

  /** The newest at or before a date, once for each of its pages. */
  #rows(topic: Topic, date: string) {
    return this.#access.db
      .selectFrom('snapshot')
      .leftJoin('snapshot_page', (join) =>
        join.onRef('snapshot_page.topic', '=', 'snapshot.topic').onRef('snapshot_page.date', '=', 'snapshot.date'),
      )
      .selectAll('snapshot')
      .select(['snapshot_page.name', 'snapshot_page.user_name', 'snapshot_page.styles'])
      .where('snapshot.topic', '=', topic)
      .where('snapshot.date', '=', (eb) =>
        eb
          .selectFrom('snapshot')
          .select((one) => one.fn.max('date').as('date'))
          .where('topic', '=', topic)
          .where('date', '<=', date),
      )
      .orderBy('snapshot_page.place');
  }

  async taken(topic: Topic, { from, to, most }: TakenAsk): Promise<readonly TakenSnapshot[]> {
    const rows = await this.#access.db
      .selectFrom('snapshot')
      .select(['date', 'captured_at', 'version'])
      .where('topic', '=', topic)
      .where('captured_at', '>=', from)
      .where('captured_at', '<=', to)
      .orderBy('captured_at')
      .limit(most)
      .execute();
    return rows.map(({ date, captured_at: capturedAt, version }) => ({ date, capturedAt, version }));
  }

  async dates(topic: Topic): Promise<readonly string[]> {
    const { db } = this.#access;
    const rows = await db
      .selectFrom('snapshot')
      .select('date')
      .where('topic', '=', topic)
      .orderBy('date', 'desc')
      .execute();
    return rows.map((row) => row.date);
  }
}

function factsOf(row: Selectable<SnapshotTable>): Omit<SnapshotHead, 'pages'> {
  const { version, time, sender, cleaner } = row;
  const holdControls = row.hold_controls === 1;
  const report = { version, time, sender, metadata: textRecord(row.metadata), holdControls, cleaner };
  return { topic: branded<'Topic'>(row.topic), date: row.date, capturedAt: row.captured_at, report };
}

interface PageRow {
  readonly name: string | null;
  readonly user_name: string | null;
  readonly styles: string | null;
  readonly body: Uint8Array | null;
}

async function pageOf({ name, user_name, styles, body }: PageRow): Promise<Page | undefined> {
  if (name === null || styles === null || body === null) return undefined;
  return { name, user: user_name, html: (await unpack(body)).toString('utf8'), styles: textList(styles) };
}
