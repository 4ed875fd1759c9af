import { PageModel } from '../model/page-model.ts';
import type { GuardedPage } from './standing.ts';

/** A page of a test: its cells by their names, those of a row next to each other. */
export interface TestPage {
  readonly name: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly user?: string;
}

/** The page as rules see it. */
export function guardedPage({ name, cells, user = undefined }: TestPage): GuardedPage {
  const rows = Map.groupBy(Object.entries(cells), ([cell]) => cell.replace(/^[A-Z]+/, ''));
  const html = [...rows.values()]
    .map((row) => `<tr>${row.map(([cell, text]) => `<td data-cell="${cell}">${text}</td>`).join('')}</tr>`)
    .join('');
  return modelled(name, new PageModel({ html: `<table><tbody>${html}</tbody></table>`, styles: [] }), user);
}

/** A model with the name of its page. */
export function modelled(name: string, model: PageModel, user: string | undefined = undefined): GuardedPage {
  return {
    name,
    user: user ?? null,
    get html() {
      return model.html;
    },
    get rowCount() {
      return model.rowCount;
    },
    get cellCount() {
      return model.cellCount;
    },
    numberOf: (cell) => model.numberOf(cell),
    cell: (n) => model.cell(n),
  };
}
