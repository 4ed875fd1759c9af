import type { Op } from '@sheetwire/contract/live';
import { cellOp, opPage, pageOp, rowsOp, styleOp } from '@sheetwire/contract/ops';
import { cellCountOf } from '../model/cut-texts.ts';
import { cutPage } from '../model/page-cut.ts';
import type { GuardedPublish } from './judge.ts';
import type { GuardPlan } from './plan.ts';
import type { GuardedPage, Standing } from './standing.ts';

type Changes = Pick<GuardedPublish, 'changed' | 'moved'>;

interface Given {
  readonly before: Standing | undefined;
  readonly pages: readonly GuardedPage[];
  readonly ops: readonly Op[] | undefined;
}

/** How many cells of each page a publish sets, and on which pages cells have moved. */
export function changedCells(plan: GuardPlan, { before, pages, ops }: Given): Changes {
  if (!ops) return comparedPages(plan, before, pages);
  const changed = new Map<number, number>();
  const moved = new Set<number>();
  for (const op of ops) {
    const page = opPage(op);
    if (rowsOp.is(op) || pageOp.is(op)) moved.add(page);
    if (plan.countsCells) changed.set(page, (changed.get(page) ?? 0) + cellsOf(op, pages[page]));
  }
  return { changed, moved };
}

function cellsOf(op: Op, page: GuardedPage | undefined): number {
  if (styleOp.is(op)) return 0;
  if (cellOp.is(op)) return 1;
  if (rowsOp.is(op)) return cellCountOf(cutPage(rowsOp.html(op)));
  return page?.cellCount ?? 0;
}

/** Without steps pages are compared cell by cell; those that are the same object are the same. */
function comparedPages(plan: GuardPlan, before: Standing | undefined, pages: readonly GuardedPage[]): Changes {
  const changed = new Map<number, number>();
  const moved = new Set<number>();
  for (const [number, page] of pages.entries()) {
    const was = before?.pages.find(
      ({ name, user }) => name.toUpperCase() === page.name.toUpperCase() && user === page.user,
    );
    if (was?.page === page) continue;
    if (was?.cells !== page.cellCount || was.rows !== page.rowCount) moved.add(number);
    if (plan.countsCells) changed.set(number, was ? differing(was.page, page) : page.cellCount);
  }
  return { changed, moved };
}

function differing(was: GuardedPage, now: GuardedPage): number {
  const most = Math.max(was.cellCount, now.cellCount);
  let count = 0;
  for (let n = 0; n < most; n++) if (was.cell(n) !== now.cell(n)) count++;
  return Math.min(count, now.cellCount);
}
