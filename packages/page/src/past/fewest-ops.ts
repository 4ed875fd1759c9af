import type { Op } from '@sheetwire/contract/live';
import { cellOp, opPage, pageOp } from '@sheetwire/contract/ops';

/**
 * Fewer steps that lead to the same pages: of several steps on a cell the last is enough, as long as no rows moved between
 * them, and nothing before a step that replaces its page matters to that page's cells.
 */
export function fewestOps(ops: readonly Op[]): Op[] {
  /** By page the cells that a later step sets, and whether it says their style too. */
  const later = new Map<number, Map<number, 'content' | 'all'>>();
  const replaced = new Set<number>();
  const kept: Op[] = [];
  for (let n = ops.length - 1; n >= 0; n--) {
    const op = ops[n];
    if (!op) continue;
    const page = opPage(op);
    if (replaced.has(page) && op[1] !== 's') continue;
    if (cellOp.is(op)) {
      if (isCovered(later, op)) continue;
    } else if (pageOp.is(op)) replaced.add(page);
    else if (op[1] === 'r') later.delete(page);
    kept.push(op);
  }
  return kept.reverse();
}

/** True when a later step sets all that this one does; else it is noted for those before. */
function isCovered(later: Map<number, Map<number, 'content' | 'all'>>, op: Op): boolean {
  if (!cellOp.is(op)) return false;
  const cells = later.get(opPage(op)) ?? new Map<number, 'content' | 'all'>();
  later.set(opPage(op), cells);
  const cell = cellOp.cell(op);
  const says = cellOp.style(op) === undefined ? 'content' : 'all';
  const known = cells.get(cell);
  if (known === 'all' || (known === 'content' && says === 'content')) return true;
  cells.set(cell, says === 'all' ? 'all' : (known ?? says));
  return false;
}
