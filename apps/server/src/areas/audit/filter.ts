import type { AuditFilter } from '#ports/audit.ts';

interface FilterInput {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly object?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A filter as the store takes it. */
export function filterOf({ from, to, ...texts }: FilterInput): Omit<AuditFilter, 'limit' | 'text'> {
  return { ...texts, from: timeOf(from), to: timeOf(to) };
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

/** A long text cut so that one row fills no page. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;
}
