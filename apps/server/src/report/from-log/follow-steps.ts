import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { cellOp, opPage, opText, pageOp, rowsOp } from '@sheetwire/contract/ops';
import { OpMismatch } from '@sheetwire/page/op-mismatch';
import type { Control } from '#report/clean/controls.ts';
import type { Cleaner } from '#report/cleaner.ts';
import type { PageState } from '#report/page-state.ts';

/** The controls in the HTML that steps bring. */
export type OpControls = ReadonlyMap<Op, readonly Control[]>;

/**
 * Finds the controls that steps bring: read anew from the HTML, since the log tells no more of a version. Undefined when
 * that is more than is read in place: a thread reads the whole report then.
 */
export async function controlsOf(
  cleaner: Pick<Cleaner, 'cleanCell' | 'cleanPage'>,
  ops: readonly Op[],
): Promise<OpControls | undefined> {
  const found = new Map<Op, readonly Control[]>();
  const bringing = ops.filter((op) => opText(op).includes(' data-control="'));
  if (bringing.reduce((sum, op) => sum + opText(op).length, 0) > limits.clean.inlineCells) return undefined;
  for (const op of bringing) {
    const html = opText(op);
    const cleaned = cellOp.is(op) ? cleaner.cleanCell(html) : await cleaner.cleanPage(html);
    found.set(op, cleaned.controls);
  }
  return found;
}

/**
 * Takes another node's steps over into pages that are in memory, in one go: nobody reads a page that is half a version.
 * Throws OpMismatch when a step does not fit; the pages are of no use then.
 */
export function applySteps(pages: readonly PageState[], ops: readonly Op[], controls: OpControls): void {
  const moved = new Map<PageState, Map<string, Control>>();
  const splices = ops.filter((op) => rowsOp.is(op)).length;
  for (const op of ops) {
    const page = pages[opPage(op)];
    if (!page) throw new OpMismatch(`there is no page ${opPage(op)}`);
    const brought = controls.get(op) ?? [];
    if (!moved.has(page) && losesControls(page, op, { brought, splices })) moved.set(page, named(page.controls));
    page.apply(op, moved.has(page) ? 'placed later' : brought);
    const known = moved.get(page);
    if (!known && cellOp.is(op)) page.setControls(cellOp.cell(op), brought);
    for (const control of brought) known?.set(control.name, control);
  }
  placeMoved(moved);
}

function placeMoved(moved: ReadonlyMap<PageState, ReadonlyMap<string, Control>>): void {
  const length = moved.keys().reduce((sum, page) => sum + page.length, 0);
  if (length > LONGEST_PLACED) throw new OpMismatch('the controls of pages this long are looked for in a thread');
  for (const [page, known] of moved) page.placeAll(known);
}

/** Characters of pages whose controls are looked for in place. */
const LONGEST_PLACED = 4_000_000;

/** What steps cost to take over, counted in cells that are set: one of rows also moves what stands behind them. */
const PER_ROWS = 50;
const MOST_TAKEN = 100_000;

/** Whether steps are so many that taking them over would be a long turn of the event loop; a thread reads the whole report then. */
export function areMany(ops: readonly Op[]): boolean {
  return ops.reduce((sum, op) => sum + (rowsOp.is(op) ? PER_ROWS : 1), 0) > MOST_TAKEN;
}

/** Controls that are moved for rows that come and go, counted for each of them; more are placed once, at the end. */
const MOST_MOVED = 200_000;

/**
 * True when the page's controls have to be looked for: it was replaced, or rows go that may take the text between them
 * along. Otherwise they move with their cells.
 */
function losesControls(
  page: PageState,
  op: Op,
  { brought, splices }: { readonly brought: readonly Control[]; readonly splices: number },
): boolean {
  const count = page.controlCount + brought.length;
  if (count === 0) return false;
  return pageOp.is(op) || (rowsOp.is(op) && (page.hasOutside || splices * count > MOST_MOVED));
}

function named(controls: readonly Control[]): Map<string, Control> {
  return new Map(controls.map((control) => [control.name, control]));
}
