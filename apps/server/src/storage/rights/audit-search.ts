import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { AuditFilter, AuditPage, AuditPlace, FoundAuditRow } from '#ports/audit.ts';
import type { Database } from '../database.ts';

type Rows<Selected> = SelectQueryBuilder<Database, 'audit', Selected>;
const COLUMNS = ['actor', 'action', 'object'] as const;

/** A row that was found, and what its texts take. */
interface FoundPlace extends AuditPlace {
  readonly bytes: number;
}

/**
 * One page of the audit log, newest first. A search for a text that is seldom there reads a bounded number of rows, with
 * a pause for other work between two looks, and then says where to go on.
 */
export async function searchAudit(db: Kysely<Database>, filter: AuditFilter): Promise<AuditPage> {
  const found: FoundPlace[] = [];
  let place = filter.before;
  for (let look = 0; look < limits.audit.scans; look++) {
    if (look > 0) await nextTurn();
    const stretch = within(db.selectFrom('audit'), { ...filter, before: place });
    const end = await lastOf(stretch);
    found.push(...(await placesIn(matching(stretch, filter, end), filter.limit - found.length)));
    const last = found.at(-1);
    if (found.length >= filter.limit && last) return pageOf(db, { found, next: placeOf(last) }, filter);
    if (end === undefined) return pageOf(db, { found, next: undefined }, filter);
    place = end;
  }
  return pageOf(db, { found, next: place }, filter);
}

function within(rows: Rows<Record<never, never>>, { from, to, before }: AuditFilter) {
  let all = rows;
  if (from !== undefined) all = all.where('at', '>=', from);
  if (to !== undefined) all = all.where('at', '<', to);
  return before === undefined ? all : all.where(sql<boolean>`(at, id) < (${before.at}, ${before.id})`);
}

/** Where a look that reads no more than its bound ends; undefined when it reads to the end of the log. */
async function lastOf(rows: Rows<Record<never, never>>): Promise<AuditPlace | undefined> {
  return rows
    .select(['at', 'id'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(limits.audit.scan - 1)
    .limit(1)
    .executeTakeFirst();
}

function matching(rows: Rows<Record<never, never>>, filter: AuditFilter, end: AuditPlace | undefined) {
  let all = end === undefined ? rows : rows.where(sql<boolean>`(at, id) >= (${end.at}, ${end.id})`);
  for (const column of COLUMNS) {
    const text = filter[column];
    if (text === undefined || text === '') continue;
    all = all.where(sql<boolean>`lower(${sql.ref(column)}) like ${patternOf(text)} escape '!'`);
  }
  return all;
}

function patternOf(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;
}

/** How long a text is stands in its row, which is not read for it. */
function placesIn(rows: Rows<Record<never, never>>, most: number): Promise<FoundPlace[]> {
  const bytes = sql<number>`octet_length(${sql.ref('before')}) + octet_length(${sql.ref('after')})`.as('bytes');
  return rows.select(['at', 'id', bytes]).orderBy('at', 'desc').orderBy('id', 'desc').limit(most).execute();
}

function placeOf({ at, id }: FoundPlace): AuditPlace {
  return { at, id };
}

interface FoundPlaces {
  readonly found: readonly FoundPlace[];
  readonly next: AuditPlace | undefined;
}

/**
 * The rows of a page. The lists of a gropic may be a million characters long, before and after, and an embedded store reads
 * them within a turn of the event loop: a few are read at a time, and no more of them than is shown (quality: 50 ms).
 */
async function pageOf(db: Kysely<Database>, { found, next }: FoundPlaces, { text }: AuditFilter): Promise<AuditPage> {
  const rows: FoundAuditRow[] = [];
  for (const [n, ids] of partsOf(found).entries()) {
    if (n > 0) await nextTurn();
    rows.push(...(await readRows(db, ids, text)));
  }
  return { rows, next };
}

/** A row with more than a part takes is a part alone. */
function partsOf(found: readonly FoundPlace[]): number[][] {
  const parts: number[][] = [];
  let room = 0;
  for (const { id, bytes } of found) {
    const last = parts.at(-1);
    if (last !== undefined && bytes <= room) last.push(id);
    else {
      parts.push([id]);
      room = limits.audit.bytesAtOnce;
    }
    room -= bytes;
  }
  return parts;
}

/** One character more than is shown tells that there is more. */
async function readRows(db: Kysely<Database>, ids: readonly number[], text?: number): Promise<FoundAuditRow[]> {
  const shown = (column: 'before' | 'after') =>
    (text === undefined ? sql<string>`${sql.ref(column)}` : sql<string>`substr(${sql.ref(column)}, 1, ${text + 1})`).as(
      column,
    );
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'action', 'object', 'address', shown('before'), shown('after')])
    .where('id', 'in', ids)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, before: textOf(row.before), after: textOf(row.after) }));
}

/** JSON as it is kept; what was left out is nothing. */
function textOf(json: string): string {
  return json === 'null' ? '' : json;
}
