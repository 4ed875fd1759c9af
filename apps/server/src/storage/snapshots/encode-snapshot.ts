import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import type { Snapshot } from '#ports/snapshots.ts';
import { pack } from '../reports/packing.ts';
import type { EncodedSnapshot } from './snapshot-commands.ts';

/** A snapshot as it goes to the database; pages of equal content share one body. */
export async function encodeSnapshot({ topic, date, capturedAt, report }: Snapshot): Promise<EncodedSnapshot> {
  const { version, time, sender, pages, metadata, holdControls, cleaner } = report;
  const bodies = new Map<string, Buffer>();
  const rows = pages.map(({ name, user, styles, html }, place) => {
    const body = Buffer.from(html);
    const hash = createHash('sha256').update(body).digest('hex');
    bodies.set(hash, body);
    return { topic, date, place, name, user_name: user, styles: JSON.stringify(styles), hash };
  });
  const blobs: { hash: string; body: Uint8Array }[] = [];
  for (const [hash, body] of bodies) blobs.push({ hash, body: await pack(body, limits.store.snapshotLevel) });
  const row = {
    topic,
    date,
    captured_at: capturedAt,
    version,
    time,
    sender,
    metadata: JSON.stringify(metadata),
    hold_controls: Number(holdControls),
    cleaner,
    ...{ hash: '', previous: '', seal: '' },
  };
  return { row, pages: rows, blobs };
}
