import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { Database } from '../../database.ts';
import { bytesOf } from '../history-bytes.ts';
import type { CellWalk, CellWalkAsk } from '../past/cell-walk.ts';
import type { HitsAsk } from './cell-hits.ts';
import type { HeldContent } from './held-content.ts';
import { type CellHits, hitsOn } from './look-up.ts';
import type { SegmentsRead } from './segments-read.ts';

/** A cell by its number at the end of a version, whose keyframe is older than `below`. */
export interface IndexedPlace {
  readonly version: number;
  readonly below: number;
  readonly name: string;
  readonly number: number;
  /** The number of its page. */
  readonly page: number;
}

interface Threads {
  readonly read: SegmentsRead;
  walk(ask: CellWalkAsk): Promise<CellWalk | undefined>;
  contents(ask: HitsAsk): Promise<readonly (HeldContent | undefined)[]>;
}

/**
 * What a cell held from a keyframe on, by the index of the steps after it: only those that set it are read. Undefined where
 * there is none, or where all steps have to be looked at.
 */
export async function indexedWalk(
  db: Kysely<Database>,
  topic: Topic,
  ask: { readonly place: IndexedPlace; readonly since: string },
  threads: Threads,
): Promise<CellWalk | undefined> {
  const { version, below, name, page, number } = ask.place;
  const base = await beginning(db, topic, below);
  if (!base) return undefined;
  const found = await hitsIn(db, topic, { version, base: base.version, page, cell: number }, threads.read);
  if (!found || found.hits.length > limits.log.indexHits) return undefined;
  const changes = await changesOf(db, topic, { found, page, name }, threads);
  if (!changes) return undefined;
  const begin = { version: base.version, time: base.time, sender: base.sender };
  const walk = { changes, name, cell: found.cell, page, begin };
  // What it held at the beginning is told by what is before, unless nothing is, or nobody asks for that.
  const goesOn = base.is_whole === 0 && base.from_version > 0 && base.time >= ask.since;
  if (goesOn && (await beginning(db, topic, base.version))) return { ...walk, held: undefined };
  const keyframe = await bodyOf(db, topic, base.version);
  const own = keyframe && { chain: { keyframe, deltas: [] }, page, cell: name, number: found.cell, room: 0 };
  const there = own && (await threads.walk(own));
  return there && { ...walk, held: there.held };
}

/** The version of the newest keyframe that is older than another. */
function beginning(db: Kysely<Database>, topic: Topic, below: number) {
  return db
    .selectFrom('version')
    .select(['version', 'time', 'sender', 'is_whole', 'from_version'])
    .where('topic', '=', topic)
    .where('version', '=', (eb) =>
      eb
        .selectFrom('keyframe')
        .select((one) => one.fn.max('keyframe.version').as('version'))
        .where('keyframe.topic', '=', topic)
        .where('keyframe.version', '<', below),
    )
    .executeTakeFirst();
}

async function bodyOf(db: Kysely<Database>, topic: Topic, version: number): Promise<Uint8Array | undefined> {
  const own = db.selectFrom('keyframe').select('body').where('topic', '=', topic);
  return (await own.where('version', '=', version).executeTakeFirst())?.body;
}

async function hitsIn(
  db: Kysely<Database>,
  topic: Topic,
  { version, base, page, cell }: { version: number; base: number; page: number; cell: number },
  read: SegmentsRead,
): Promise<CellHits | undefined> {
  const row = await db
    .selectFrom('cell_index')
    .select(['version', 'from_version', bytesOf])
    .where('topic', '=', topic)
    .where('version', '>=', version)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst();
  if (row?.from_version !== base) return undefined;
  const segment = await read.segment(topic, { from: base, to: row.version, bytes: Number(row.bytes) });
  return segment && hitsOn(segment, { page, cell, version });
}

type Found = { readonly found: CellHits; readonly page: number; readonly name: string };

/** Undefined where a step went meanwhile, or is other than the index says. */
async function changesOf(
  db: Kysely<Database>,
  topic: Topic,
  { found: { hits }, page, name }: Found,
  threads: Pick<Threads, 'contents'>,
): Promise<CellWalk['changes'] | undefined> {
  if (hits.length === 0) return [];
  const steps = await db
    .selectFrom('version')
    .select(['version', 'time', 'sender', 'is_packed', 'body'])
    .where('topic', '=', topic)
    .where(
      'version',
      'in',
      hits.map((hit) => hit.version),
    )
    .orderBy('version', 'desc')
    .execute();
  if (steps.length !== hits.length) return undefined;
  const contents = await threads.contents({ steps, hits, page });
  const changes = steps.flatMap(({ version, time, sender }, n) => {
    const held = contents[n];
    return held === undefined ? [] : [{ version: { version, time, sender }, held, name }];
  });
  return changes.length === steps.length ? changes : undefined;
}
