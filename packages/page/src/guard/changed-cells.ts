import type { Op } from '@sheetwire/contract/live';
import { cellOp, opPage, pageOp, rowsOp, styleOp } from '@sheetwire/contract/ops';
import { nameOfAddressee } from '@sheetwire/rules/addressee';
import { cellCountOf } from '../model/cut-texts.ts';
import { cutPage } from '../model/page-cut.ts';
import type { GuardedPublish } from './judge.ts';
import type { GuardPlan } from './plan.ts';
import { atOnce, type GuardedPage, type Standing } from './standing.ts';

type Changes = Pick<GuardedPublish, 'changed' | 'moved'>;

interface Given {
  readonly before: Standing | undefined;
  readonly pages: readonly GuardedPage[];
  readonly ops: readonly Op[] | undefined;
}

/** How many cells of each page a publish sets, and on which pages cells have moved. */
export function changedCells(plan: GuardPlan, { before, pages, ops }: Given): Changes {
  if (!ops) return atOnce(comparedSteps(plan, before, pages));
  const [first] = ops;
  const number = first === undefined ? -1 : opPage(first);
  // Most publishes set cells of one page.
  if (ops.every((op) => cellOp.is(op) && opPage(op) === number)) return setCells(plan, number, ops.length);
  const changed = new Map<number, number>();
  const moved = new Set<number>();
  for (const op of ops) {
    const page = opPage(op);
    if (rowsOp.is(op) || pageOp.is(op)) moved.add(page);
    if (plan.countsCells) changed.set(page, (changed.get(page) ?? 0) + cellsOf(op, pages[page]));
  }
  return { changed, moved };
}

const nothingMoved: ReadonlySet<number> = new Set();
const nothingChanged: ReadonlyMap<number, number> = new Map();

function setCells({ countsCells }: GuardPlan, page: number, cells: number): Changes {
  return { changed: countsCells && cells > 0 ? new Map([[page, cells]]) : nothingChanged, moved: nothingMoved };
}

function cellsOf(op: Op, page: GuardedPage | undefined): number {
  if (styleOp.is(op)) return 0;
  if (cellOp.is(op)) return 1;
  if (rowsOp.is(op)) return cellCountOf(cutPage(rowsOp.html(op)));
  return page?.cellCount ?? 0;
}

/** Without steps pages are compared cell by cell, a little at a time; those that are the same object are the same. */
export function* comparedSteps(
  plan: GuardPlan,
  before: Standing | undefined,
  pages: readonly GuardedPage[],
): Generator<void, Changes> {
  const changed = new Map<number, number>();
  const moved = new Set<number>();
  for (const [number, page] of pages.entries()) {
    const was = before?.pages.find(
      ({ name, user }) =>
        name.toUpperCase() === page.name.toUpperCase() && nameOfAddressee(user) === nameOfAddressee(page.user),
    );
    if (was?.page === page) continue;
    if (was?.cells !== page.cellCount || was.rows !== page.rowCount) moved.add(number);
    if (plan.countsCells) changed.set(number, was ? yield* differing(was.page, page) : page.cellCount);
  }
  return { changed, moved };
}

/** Rows that are as one was are no change, wherever they lie now; the others are compared in their order. */
function* differing(was: GuardedPage, now: GuardedPage): Generator<void, number> {
  const before = yield* rowsOf(was);
  const left = new Map<string, number>();
  for (const { key } of before) left.set(key, (left.get(key) ?? 0) + 1);
  yield;
  const fresh: Row[] = [];
  for (const row of yield* rowsOf(now)) if (!taken(left, row.key)) fresh.push(row);
  yield;
  const gone = before.filter(({ key }) => taken(left, key));
  let count = 0;
  for (const [n, { cells }] of fresh.entries()) {
    yield;
    for (const [at, cell] of cells.entries()) if (cell !== gone[n]?.cells[at]) count++;
  }
  return count;
}

interface Row {
  readonly cells: readonly string[];
  readonly key: string;
}

function* rowsOf(page: GuardedPage): Generator<void, Row[]> {
  const rows: Row[] = [];
  let n = 0;
  for (let row = 0; row < page.rowCount; row++) {
    const cells: string[] = [];
    for (let left = page.cellsInRow(row); left > 0; left--) {
      yield;
      cells.push(page.cell(n++) ?? '');
    }
    rows.push({ cells, key: cells.join('<td>') });
  }
  return rows;
}

/** Takes one of them away; false when none is left. */
function taken(left: Map<string, number>, key: string): boolean {
  const count = left.get(key) ?? 0;
  if (count > 0) left.set(key, count - 1);
  return count > 0;
}
