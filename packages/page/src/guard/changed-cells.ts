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

/** Rows that are as one was are no change, wherever they lie now; the others are compared in their order. */
function differing(was: GuardedPage, now: GuardedPage): number {
  const before = rowsOf(was);
  const left = new Map<string, number>();
  for (const { key } of before) left.set(key, (left.get(key) ?? 0) + 1);
  const fresh = rowsOf(now).filter(({ key }) => !taken(left, key));
  const gone = before.filter(({ key }) => taken(left, key));
  return fresh.reduce((sum, row, n) => sum + row.cells.filter((cell, at) => cell !== gone[n]?.cells[at]).length, 0);
}

interface Row {
  readonly cells: readonly string[];
  readonly key: string;
}

function rowsOf(page: GuardedPage): Row[] {
  let n = 0;
  return Array.from({ length: page.rowCount }, (_, row) => {
    const cells = Array.from({ length: page.cellsInRow(row) }, () => page.cell(n++) ?? '');
    return { cells, key: cells.join('<td>') };
  });
}

/** Takes one of them away; false when none is left. */
function taken(left: Map<string, number>, key: string): boolean {
  const count = left.get(key) ?? 0;
  if (count > 0) left.set(key, count - 1);
  return count > 0;
}
