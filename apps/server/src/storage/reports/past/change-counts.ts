import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { cellOp, opPage, pageOp, rowsOp, styleOp } from '@sheetwire/contract/ops';
import type { ChangeCounts } from '#ports/report-log.ts';
import { readOps, type StoredDelta } from '../replay.ts';

/** How much each of some steps changed; undefined of one that is longer than anybody reads. */
export async function countsOf(steps: readonly StoredDelta[]): Promise<(ChangeCounts | undefined)[]> {
  const counts: (ChangeCounts | undefined)[] = [];
  for (const step of steps) {
    const ops = await readOps(step, limits.store.maxStepUnpacked);
    counts.push(ops && counted(ops));
  }
  return counts;
}

/** How many cells, rows and styles the steps set, on how many pages, and what they take on the line. */
function counted(ops: readonly Op[]): ChangeCounts {
  return {
    bytes: Buffer.byteLength(JSON.stringify(ops)),
    pages: new Set(ops.map(opPage)).size,
    cells: ops.filter(cellOp.is).length,
    rows: ops.filter(rowsOp.is).reduce((sum, op) => sum + Math.max(rowsOp.remove(op), rowsIn(rowsOp.html(op))), 0),
    styles: ops.filter(styleOp.is).length,
    replaced: ops.filter(pageOp.is).length,
  };
}

function rowsIn(html: string): number {
  return html.split('<tr').length - 1;
}
