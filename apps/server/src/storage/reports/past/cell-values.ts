import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { CellAsk, CellValues, KeptVersion, PageOf } from '#ports/past/report-past.ts';
import type { Database } from '../../database.ts';
import type { HitsAsk } from '../cells/cell-hits.ts';
import type { Segment } from '../cells/cell-indexes.ts';
import type { HeldContent } from '../cells/held-content.ts';
import { type HeldValue, HeldValues } from '../cells/held-values.ts';
import { indexedWalk } from '../cells/indexed-walk.ts';
import type { SegmentsRead } from '../cells/segments-read.ts';
import type { CellWalk, CellWalkAsk } from './cell-walk.ts';
import { readChainTo, readKeyframe } from './past-chain.ts';

interface CellAt {
  readonly version: number;
  readonly cell: string;
  /** Its number there, where that is known. */
  readonly number?: number | undefined;
  /** That of its page, too: steps change no page for another. */
  readonly page?: number;
  /** The keyframe that it is read from is older than this. */
  readonly below?: number;
  /** The whole report that came next, and the numbers of its page and of the cell there. */
  readonly next?: { readonly version: number; readonly page: number; readonly cell: number };
}

interface Threads {
  readonly read: SegmentsRead;
  pages(keyframe: Uint8Array): Promise<Parameters<PageOf>[0]>;
  walk(ask: CellWalkAsk): Promise<CellWalk | undefined>;
  contents(ask: HitsAsk): Promise<readonly (HeldContent | undefined)[]>;
  /** Told of steps that have no index. */
  missing(segment: Segment): void;
}

/** What is known of a cell from a keyframe on: what it held, or that it was not in the report. */
type Part =
  | { readonly kind: 'there'; readonly walk: CellWalk }
  | { readonly kind: 'absent'; readonly begin: number; readonly hasPage: boolean };

/**
 * What a cell held, from keyframe to keyframe back (time 2). Where its page or the cell is not in the report it is looked for
 * in what was before, under the same name. Undefined when the version that is asked for has no such page.
 */
export async function cellValues(
  db: Kysely<Database>,
  topic: Topic,
  ask: CellAsk,
  threads: Threads,
): Promise<CellValues | undefined> {
  const values = new HeldValues(ask);
  let at: CellAt | undefined = { version: ask.version, cell: ask.cell };
  for (let walked = 0; at; walked++) {
    if (walked === limits.log.walks) return values.told(true);
    const part = await partAt(db, topic, { at, ask, isOlder: walked > 0, room: values.room }, threads);
    if (!part) break;
    if (walked === 0 && part.kind === 'absent') return part.hasPage ? none : undefined;
    const begin = await beginOf(db, topic, part);
    if (!begin) break;
    values.add(valuesOf(part, begin, at.cell), hasMore(part));
    if (values.isEnough) return values.told(true);
    at = before(part, begin, at.cell);
  }
  return values.told(false);
}

const none: CellValues = { values: [], more: false };

interface PartAsk {
  readonly at: CellAt;
  readonly ask: CellAsk;
  /** Newer versions were looked at: the cell was there. */
  readonly isOlder: boolean;
  /** Characters of values that are still told. */
  readonly room: number;
}

/** Undefined where the version is not kept. */
async function partAt(
  db: Kysely<Database>,
  topic: Topic,
  { at, ask, isOlder, room }: PartAsk,
  threads: Threads,
): Promise<Part | undefined> {
  const indexed = await byIndex(db, topic, { at, ask }, threads);
  if (indexed) return { kind: 'there', walk: indexed };
  const chain = await readChainTo(db, topic, at.version, at.below);
  if (!chain) return undefined;
  const page = at.page ?? ask.pageOf(await threads.pages(chain.keyframe));
  const next = at.next && (await nextOf(db, topic, at.next));
  const own = { chain, cell: at.cell, number: at.number, mayBeGone: isOlder, room, next };
  const walk = page === undefined ? undefined : await threads.walk({ ...own, page });
  if (!walk) return { kind: 'absent', begin: chain.from, hasPage: page !== undefined };
  if (at.below !== undefined) threads.missing({ topic, from: walk.begin.version, to: at.version });
  return { kind: 'there', walk };
}

/** Undefined where the whole report is not kept any more: then the name of the cell decides. */
async function nextOf(
  db: Kysely<Database>,
  topic: Topic,
  { version, page, cell }: NonNullable<CellAt['next']>,
): Promise<CellWalkAsk['next']> {
  const base = await readKeyframe(db, topic, version);
  return base?.version === version ? { keyframe: base.body, page, cell } : undefined;
}

async function byIndex(
  db: Kysely<Database>,
  topic: Topic,
  { at: { version, below, cell: name, number, page }, ask }: Pick<PartAsk, 'at' | 'ask'>,
  threads: Threads,
): Promise<CellWalk | undefined> {
  if (number === undefined || page === undefined || below === undefined) return undefined;
  const place = { version, below, name, number, page };
  return indexedWalk(db, topic, { place, since: ask.since }, threads);
}

/** The version of a keyframe, and what it goes on from. */
interface Begin extends KeptVersion {
  readonly is_whole: number;
  readonly from_version: number;
}

function beginOf(db: Kysely<Database>, topic: Topic, part: Part): Promise<Begin | undefined> {
  return db
    .selectFrom('version')
    .select(['version', 'time', 'sender', 'is_whole', 'from_version'])
    .where('topic', '=', topic)
    .where('version', '=', part.kind === 'there' ? part.walk.begin.version : part.begin)
    .executeTakeFirst();
}

function hasMore(part: Part): boolean {
  return part.kind === 'there' && part.walk.isFull === true;
}

function valuesOf(part: Part, { version, time, sender }: Begin, cell: string): HeldValue[] {
  const begin = { version, time, sender };
  if (part.kind === 'absent') return [{ ...begin, held: undefined, cell }];
  const { changes, name, held, isFull } = part.walk;
  const values = changes.map((change) => ({ ...change.version, held: change.held, cell: change.name }));
  return name === undefined || held === undefined || isFull === true
    ? values
    : [...values, { ...begin, held, cell: name }];
}

/** What leads to a keyframe: the version before it where it is a whole report, else its own, read from an older one. */
function before(part: Part, { version, is_whole, from_version }: Begin, cell: string): CellAt | undefined {
  if (from_version === 0) return undefined;
  if (part.kind === 'absent') return { version: from_version, cell };
  const { name, cell: number, page } = part.walk;
  if (name === undefined) return undefined;
  if (is_whole === 0) return { version, below: version, cell: name, number, page };
  const next = number === undefined ? {} : { next: { version, page, cell: number } };
  return { version: from_version, cell: name, ...next };
}
