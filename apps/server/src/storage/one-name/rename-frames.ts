import { limits } from '@sheetwire/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { decodeFrame, encodeFrame } from '../reports/frame.ts';
import { pack, unpack } from '../reports/packing.ts';
import type { Rename } from './read-alike.ts';

type Db = Context['db'];

/** Whole reports name their sender, and the user that a page is for: without this, that user would lose the page. */
export async function renameFrames(db: Db, renames: ReadonlyMap<string, Rename>): Promise<void> {
  if (renames.size === 0) return;
  for (const table of ['keyframe', 'snapshot_content'] as const) {
    const frames = sql<{ topic: string; version: number }>`select topic, version from ${sql.table(table)}`;
    const { rows } = await frames.execute(db);
    for (const { topic, version } of rows) {
      const own = sql`topic = ${topic} and version = ${version}`;
      const held = await sql<{ body: Uint8Array }>`select body from ${sql.table(table)} where ${own}`.execute(db);
      const body = held.rows[0] && (await renamedFrame(held.rows[0].body, renames));
      if (body) await sql`update ${sql.table(table)} set body = ${body} where ${own}`.execute(db);
    }
  }
}

/** The frame with the names of now; undefined when it names nobody who was renamed. */
async function renamedFrame(body: Uint8Array, renames: ReadonlyMap<string, Rename>): Promise<Uint8Array | undefined> {
  const { sender, pages, ...report } = decodeFrame(await unpack(body));
  if (![sender, ...pages.map(({ user }) => user)].some((name) => renames.has(name ?? ''))) return undefined;
  const anew = (name: string) => renames.get(name)?.now ?? name;
  const named = pages.map((page) => ({ ...page, user: page.user === null ? null : anew(page.user) }));
  const frame = encodeFrame({ ...report, sender: anew(sender), pages: named });
  return pack(frame, limits.store.packLevel);
}
