import type { auditRows as call } from '@sheetwire/contract/audit';
import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { AuditPlace, FoundAuditRow } from '#ports/audit.ts';
import type { AuditDeps } from './audit-deps.ts';
import { cut, filterOf } from './filter.ts';

/** One page of the audit log, newest first (semantics 8). */
export async function auditRows(
  { audit }: AuditDeps,
  { cursor, most = limits.auditPage, whole = false, ...asked }: Parsed<typeof call>,
): Promise<Output<typeof call>> {
  const limit = whole ? 1 : most;
  const text = whole ? limits.audit.whole : limits.audit.text;
  const { rows, next } = await audit.search({ ...filterOf(asked), before: placeOf(cursor), limit, text });
  return { rows: rows.map((row) => shown(row, text)), next: next === undefined ? '' : `${next.at}-${next.id}` };
}

function placeOf(cursor: string | undefined): AuditPlace | undefined {
  if (cursor === undefined) return undefined;
  const [at, id] = cursor.split('-').map(Number);
  return at === undefined || id === undefined ? undefined : { at, id };
}

function shown({ id, at, actor, action, object, before, after, address }: FoundAuditRow, text: number) {
  const timeUtc = new Date(at).toISOString();
  return { id, timeUtc, actor, action, object, before: cut(before, text), after: cut(after, text), address };
}
