import { parseReportDate } from '@sheetwire/rules/report-date';

/** What the filter's fields hold. */
export interface FilterEntry {
  readonly actor: string;
  readonly action: string;
  readonly object: string;
  /** Days in UTC, both included. */
  readonly from: string;
  readonly to: string;
}

export type AuditFilter = Readonly<Partial<Record<keyof FilterEntry, string>>>;

export const noFilter: FilterEntry = { actor: '', action: '', object: '', from: '', to: '' };

const dayMs = 86_400_000;

/** What the calls take; empty fields are left out. */
export function readFilter({ actor, action, object, from, to }: FilterEntry): AuditFilter {
  const [first, last] = [startOf(from), startOf(to)];
  return {
    ...(actor.trim() === '' ? {} : { actor: actor.trim() }),
    ...(action.trim() === '' ? {} : { action: action.trim() }),
    ...(object.trim() === '' ? {} : { object: object.trim() }),
    ...(first === undefined ? {} : { from: new Date(first).toISOString() }),
    ...(last === undefined ? {} : { to: new Date(last + dayMs).toISOString() }),
  };
}

/** What is wrong with a typed day. */
export function dayFault(text: string): string | undefined {
  return text.trim() === '' || startOf(text) !== undefined ? undefined : 'Enter a date as yyyy-mm-dd';
}

function startOf(text: string): number | undefined {
  const day = parseReportDate(text);
  return day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`);
}
