import { auditFieldsOf } from '@sheetwire/contract/audit/kinds';
import type { FoundAuditRow } from '#ports/audit.ts';

/** The kinds and fields of rows that pages have no words for. */
export function unworded(rows: readonly Pick<FoundAuditRow, 'action' | 'before' | 'after'>[]): string[] {
  const found = rows.flatMap(({ action, before, after }) => {
    const words = auditFieldsOf(action);
    if (words === undefined) return [action];
    const names = [before, after].flatMap((json) => (json === '' ? [] : fieldsIn(JSON.parse(json))));
    return names.filter((name) => !Object.hasOwn(words, name)).map((name) => `${action}: ${name}`);
  });
  return [...new Set(found)];
}

/** The names of fields, those of objects within them too; a count with names is read as one. */
function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [''];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...innerFields(inner)]);
}

function innerFields(value: unknown): string[] {
  const isRead = typeof value === 'object' && value !== null && !Array.isArray(value) && !('names' in value);
  return isRead ? fieldsIn(value) : [];
}
