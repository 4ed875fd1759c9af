import type { PageBody } from '../model/page-body.ts';
import { PageModel } from '../model/page-model.ts';
import type { GuardedPage } from './standing.ts';

/** A page of a stored report as rules see it, which steps change. */
export function modelled(
  { name, user }: Pick<GuardedPage, 'name' | 'user'>,
  body: PageBody,
): GuardedPage & Pick<PageModel, 'apply'> {
  const model = new PageModel(body);
  return {
    name,
    user,
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
    cellsInRow: (row) => model.cellsInRow(row),
    apply: (op) => model.apply(op),
  };
}
