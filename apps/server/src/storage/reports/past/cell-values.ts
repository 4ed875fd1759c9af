import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { CellAsk, CellValue } from '#ports/past/report-past.ts';
import type { Database } from '../../database.ts';
import type { HitsAsk } from '../cells/cell-hits.ts';
import type { Segment } from '../cells/cell-indexes.ts';
import { indexedWalk } from '../cells/indexed-walk.ts';
import type { SegmentsRead } from '../cells/segments-read.ts';
import type { CellWalk, CellWalkAsk } from './cell-walk.ts';
import { readChainTo } from './past-chain.ts';

interface CellAt {
  readonly version: number;
  readonly cell: string;
  /** Its number there, where that is known. */
  readonly number?: number | undefined;
  /** That of its page, too. */
  readonly page?: number;
  /** The keyframe that it is read from is older than this. */
  readonly below?: number;
}

interface Threads {
  readonly read: SegmentsRead;
  walk(ask: CellWalkAsk): Promise<CellWalk | undefined>;
  contents(ask: HitsAsk): Promise<readonly (string | undefined)[]>;
  /** Told of steps that have no index. */
  missing(segment: Segment): void;
}

/** What a cell held, from keyframe to keyframe back (time 2). */
export async function cellValues(db: Kysely<Database>, topic: Topic, ask: CellAsk, threads: Threads) {
  const { since, most } = ask;
  let values: CellValue[] = [];
  let at: CellAt | undefined = { version: ask.version, cell: ask.cell };
  for (let walked = 0; at; walked++) {
    if (walked === limits.past.walks) return { values, more: true };
    const past: CellWalk | undefined =
      (await byIndex(db, topic, { at, ask }, threads)) ?? (await bySteps(db, topic, { at, ask }, threads));
    if (!past) break;
    values = withoutRepeats([...values, ...valuesOf(past)]);
    const old = values.findIndex(({ time }) => time < since);
    if (old >= 0) return { values: values.slice(0, Math.min(old, most)), more: true };
    // One more is read: whether the last one is older than it seems is told by what was before it.
    if (values.length > most) return { values: values.slice(0, most), more: true };
    at = await before(db, topic, past);
  }
  return { values, more: false };
}

type ValuesAsk = { readonly at: CellAt; readonly ask: CellAsk };

async function byIndex(
  db: Kysely<Database>,
  topic: Topic,
  { at: { version, below, cell: name, number, page }, ask }: ValuesAsk,
  threads: Threads,
): Promise<CellWalk | undefined> {
  if (number === undefined || page === undefined || below === undefined) return undefined;
  const place = { version, below, name, number, page };
  return indexedWalk(db, topic, { place, of: ask.page, since: ask.since }, threads);
}

async function bySteps(
  db: Kysely<Database>,
  topic: Topic,
  { at, ask: { page } }: ValuesAsk,
  { walk, missing }: Threads,
): Promise<CellWalk | undefined> {
  const chain = await readChainTo(db, topic, at.version, at.below);
  const past = chain && (await walk({ chain, page, cell: at.cell, number: at.number }));
  if (past && at.below !== undefined) missing({ topic, from: past.begin.version, to: at.version });
  return past;
}

function valuesOf({ changes, name, html, begin }: CellWalk): CellValue[] {
  const values = changes.map(({ version, html: content, name: cell }) => ({ ...version, html: content, cell }));
  return name === undefined || html === undefined ? values : [...values, { ...begin, html, cell: name }];
}

/** Of versions in which the cell held the same, the oldest: with it the value came. */
function withoutRepeats(values: readonly CellValue[]): CellValue[] {
  return values.filter(({ html }, n) => values[n + 1]?.html !== html);
}

/** What leads to a keyframe: the version before it where it is a whole report, else its own, read from an older one. */
async function before(
  db: Kysely<Database>,
  topic: Topic,
  { begin, name, cell: number, page }: CellWalk,
): Promise<CellAt | undefined> {
  if (name === undefined) return undefined;
  const row = await db
    .selectFrom('version')
    .select(['is_whole', 'from_version'])
    .where('topic', '=', topic)
    .where('version', '=', begin.version)
    .executeTakeFirst();
  if (!row || row.from_version === 0) return undefined;
  const { version } = begin;
  return row.is_whole === 1
    ? { version: row.from_version, cell: name }
    : { version, below: version, cell: name, number, page };
}
