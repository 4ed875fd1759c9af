import { modelled } from './modelled.ts';
import type { GuardedPage } from './standing.ts';

/** A page of a test: its cells by their names, those of a row next to each other. */
export interface TestPage {
  readonly name: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly user?: string;
}

/** The page as rules see it. */
export function guardedPage({ name, cells, user }: TestPage): GuardedPage {
  const rows = Map.groupBy(Object.entries(cells), ([cell]) => cell.replace(/^[A-Z]+/, ''));
  const html = [...rows.values()]
    .map((row) => `<tr>${row.map(([cell, text]) => `<td data-cell="${cell}">${text}</td>`).join('')}</tr>`)
    .join('');
  return modelled({ name, user: user ?? null }, { html: `<table><tbody>${html}</tbody></table>`, styles: [] });
}
