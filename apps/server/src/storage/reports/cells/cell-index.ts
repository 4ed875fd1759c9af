import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { cellOp, opPage, pageOp, rowsOp } from '@sheetwire/contract/ops';
import type { CellShift } from '@sheetwire/page/model/moved-names';
import { PageModel } from '@sheetwire/page/model/page-model';
import { decodeFrame } from '../frame.ts';
import { pack, unpack } from '../packing.ts';
import { type Chain, readOps } from '../replay.ts';
import { type IndexedPage, type IndexedSegment, packedIndex } from './index-bytes.ts';

/** A cell that a step set: how many shifts of its page came before, its number then, and the step. */
type Entry = readonly [epoch: number, cell: number, step: number];

interface Growing {
  readonly entries: Entry[];
  readonly shifts: (CellShift & { readonly step: number })[];
  model: PageModel | undefined;
}

/**
 * Which steps of a chain set which cells, and where rows moved them: so that who asks for one cell need not read the steps
 * of all others (time 2). Undefined where that would be too long, or longer than the steps are.
 */
export async function indexOf(chain: Chain): Promise<Uint8Array | undefined> {
  const base = decodeFrame(await unpack(chain.keyframe));
  const pages = new Map<number, Growing>();
  let count = 0;
  for (const [step, delta] of chain.deltas.entries()) {
    const ops = await readOps(delta, limits.store.maxStepUnpacked);
    count += ops?.length ?? 0;
    if (!ops || count > limits.log.indexedOps) return undefined;
    for (const op of ops) note(op, step, pages, base.pages);
  }
  const versions = chain.deltas.map(({ version }) => version);
  const segment: IndexedSegment = { versions, pages: [...pages].map(([page, own]) => sorted(page, own)) };
  const body = await pack(packedIndex(segment), limits.store.packLevel);
  return body.length > bytesOf(chain) ? undefined : body;
}

function bytesOf({ deltas }: Chain): number {
  return deltas.reduce((sum, { body }) => sum + body.length, 0);
}

type Body = { readonly html: string; readonly styles: readonly string[] };

function note(op: Op, step: number, pages: Map<number, Growing>, bodies: readonly Body[]): void {
  const page = opPage(op);
  const own = pages.get(page) ?? { entries: [], shifts: [], model: undefined };
  pages.set(page, own);
  if (cellOp.is(op)) {
    own.entries.push([own.shifts.length, cellOp.cell(op), step]);
    return;
  }
  if (!rowsOp.is(op) && !pageOp.is(op)) return;
  const { html, styles } = bodies[page] ?? { html: '', styles: [] };
  own.model ??= new PageModel({ html, styles: [...styles] });
  const gone = own.model.cellCount;
  const shift = own.model.apply(op) ?? { at: 0, gone, come: own.model.cellCount };
  own.shifts.push({ ...shift, step });
}

function sorted(page: number, { entries, shifts }: Growing): IndexedPage {
  const order = entries.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const ends = new Array<number>(shifts.length + 1).fill(0);
  for (const [epoch] of order) ends[epoch] = (ends[epoch] ?? 0) + 1;
  let end = 0;
  for (const [epoch, count] of ends.entries()) ends[epoch] = end += count;
  const cells = Uint32Array.from(order, ([, cell]) => cell);
  const steps = Uint32Array.from(order, ([, , step]) => step);
  return { page, shifts, ends, cells, steps };
}
