import type { Topic } from '@sheetwire/rules/topic';
import type { AuditNote } from '#ports/audit.ts';
import type { Page } from '#ports/report-log.ts';
import type { Snapshot, SnapshotStore, TakenAsk, TakenSnapshot } from '#ports/snapshots.ts';
import type { Access } from '../access.ts';
import { textList, textRecord } from '../bind.ts';
import { unpack } from '../reports/packing.ts';
import { keptRow } from '../rights/audit.ts';
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
    const rows = await this.#access.db
      .selectFrom('snapshot')
      .leftJoin('snapshot_page', (join) =>
        join.onRef('snapshot_page.topic', '=', 'snapshot.topic').onRef('snapshot_page.date', '=', 'snapshot.date'),
      )
      .leftJoin('blob', 'blob.hash', 'snapshot_page.hash')
      .selectAll('snapshot')
      .select(['snapshot_page.name', 'snapshot_page.user_name', 'snapshot_page.styles', 'blob.body'])
      .where('snapshot.topic', '=', topic)
      .where('snapshot.date', '=', (eb) =>
        eb
          .selectFrom('snapshot')
          .select((one) => one.fn.max('date').as('date'))
          .where('topic', '=', topic)
          .where('date', '<=', date),
      )
      .orderBy('snapshot_page.place')
      .execute();
    const [row] = rows;
    if (!row) return undefined;
    const { version, time, sender, cleaner } = row;
    const pages = (await Promise.all(rows.map(pageOf))).filter((page) => page !== undefined);
    const metadata = textRecord(row.metadata);
    const holdControls = row.hold_controls === 1;
    const report = { version, time, sender, pages, metadata, holdControls, cleaner };
    return { topic, date: row.date, capturedAt: row.captured_at, report };
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
