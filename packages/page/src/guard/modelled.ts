import type { PageBody } from '../model/page-body.ts';
import { type KnownParts, PageModel } from '../model/page-model.ts';
import type { GuardedPage } from './standing.ts';

/** A page of a stored report as rules see it, which steps change; `known` is what another thread has found out about it. */
export function modelled(
  { name, user }: Pick<GuardedPage, 'name' | 'user'>,
  body: PageBody,
  known: KnownParts = {},
): GuardedPage & Pick<PageModel, 'apply' | 'learn'> {
  const model = new PageModel(body, known);
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
    learn: (parts) => model.learn(parts),
  };
}
