import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Kysely } from 'kysely';
import type { CellAsk, CellValue } from '#ports/past/report-past.ts';
import type { Database } from '../../database.ts';
import type { CellWalk, CellWalkAsk } from './cell-walk.ts';
import { readChainTo } from './past-chain.ts';

interface Place {
  readonly version: number;
  readonly cell: string;
  /** Its number there, where that is known. */
  readonly number?: number | undefined;
  /** The keyframe that it is read from is older than this. */
  readonly below?: number;
}

type Walk = (ask: CellWalkAsk) => Promise<CellWalk | undefined>;

/** What a cell held, from keyframe to keyframe back (time 2). */
export async function cellValues(db: Kysely<Database>, topic: Topic, ask: CellAsk, walk: Walk) {
  const { page, since, most } = ask;
  let values: CellValue[] = [];
  let at: Place | undefined = { version: ask.version, cell: ask.cell };
  for (let walked = 0; at; walked++) {
    if (walked === limits.past.walks) return { values, more: true };
    const chain = await readChainTo(db, topic, at.version, at.below);
    const past: CellWalk | undefined = chain && (await walk({ chain, page, cell: at.cell, number: at.number }));
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
  { begin, name, cell: number }: CellWalk,
): Promise<Place | undefined> {
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
    : { version, below: version, cell: name, number };
}
