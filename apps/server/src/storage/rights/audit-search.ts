import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { AuditFilter, AuditPage, AuditPlace } from '#ports/audit.ts';
import type { Database } from '../database.ts';
import type { AuditTable } from '../tables/rights-tables.ts';

type Rows<Selected> = SelectQueryBuilder<Database, 'audit', Selected>;
const COLUMNS = ['actor', 'action', 'object'] as const;

/**
 * One page of the audit log, newest first. A search for a text that is seldom there reads a bounded number of rows, with
 * a pause for other work between two looks, and then says where to go on.
 */
export async function searchAudit(db: Kysely<Database>, filter: AuditFilter): Promise<AuditPage> {
  const found: Selectable<AuditTable>[] = [];
  let place = filter.before;
  for (let look = 0; look < limits.audit.scans; look++) {
    if (look > 0) await nextTurn();
    const stretch = within(db.selectFrom('audit'), { ...filter, before: place });
    const end = await lastOf(stretch);
    const rows = await matching(stretch, filter, end)
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(filter.limit - found.length)
      .execute();
    found.push(...rows);
    const last = found.at(-1);
    if (found.length >= filter.limit && last) return pageOf(found, placeOf(last));
    if (end === undefined) return pageOf(found, undefined);
    place = end;
  }
  return pageOf(found, place);
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

function placeOf({ at, id }: Selectable<AuditTable>): AuditPlace {
  return { at, id };
}

function pageOf(rows: readonly Selectable<AuditTable>[], next: AuditPlace | undefined): AuditPage {
  return {
    rows: rows.map(({ id, before, after, ...row }) => ({ ...row, id, before: textOf(before), after: textOf(after) })),
    next,
  };
}

/** JSON as it is kept; what was left out is nothing. */
function textOf(json: string): string {
  return json === 'null' ? '' : json;
}
