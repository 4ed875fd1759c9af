import type { Caller } from '@sheetwire/client/caller';
import { auditRows } from '@sheetwire/contract/audit';
import type { AuditRow } from './audit-log.ts';

/** The row again, with all that was before and after. */
export async function wholeRow(call: Caller, { id, timeUtc }: AuditRow, signal: AbortSignal): Promise<AuditRow> {
  const cursor = `${Date.parse(timeUtc)}-${id + 1}`;
  const { rows = [] } = await call(auditRows, { cursor, whole: true }, { signal });
  const found = rows.find((row) => row.id === id);
  if (found === undefined) throw new Error('This entry cannot be read');
  return found;
}

/** The row as JSON; what is no JSON, since it is longer than the server tells, stands as text. */
export function jsonOf({ before, after, ...row }: AuditRow): string {
  return JSON.stringify({ ...row, before: parsed(before), after: parsed(after) }, null, 2);
}

function parsed(json: string): unknown {
  if (json === '') return null;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
