import { limits } from '@sheetwire/contract/limits';
import { cellOp, opPage, pageOp, rowsOp } from '@sheetwire/contract/ops';
import { StoreFault } from '#ports/store-fault.ts';
import { readOps, type StoredDelta } from '../replay.ts';
import { type HeldContent, heldContent } from './held-content.ts';
import type { CellHit } from './look-up.ts';

/** Steps, newest first, and where each set the cell. */
export interface HitsAsk {
  readonly steps: readonly StoredDelta[];
  readonly hits: readonly CellHit[];
  readonly page: number;
}

/** What the cell came to hold with each of the steps; undefined of one that set it not. */
export async function contentsOf({ steps, hits, page }: HitsAsk): Promise<(HeldContent | undefined)[]> {
  const contents: (HeldContent | undefined)[] = [];
  for (const [n, step] of steps.entries()) {
    const hit = hits[n];
    const html = hit && (await contentOf(step, hit, page));
    contents.push(html === undefined ? undefined : heldContent(html));
  }
  return contents;
}

/** That of the last of its ops on the cell, between the same shifts of the page. */
async function contentOf(step: StoredDelta, { cell, shifts }: CellHit, page: number): Promise<string | undefined> {
  const ops = await readOps(step, limits.store.maxStepUnpacked);
  if (!ops) throw new StoreFault('a step is too long');
  let content: string | undefined;
  let passed = 0;
  for (const op of ops) {
    if (opPage(op) !== page) continue;
    if (rowsOp.is(op) || pageOp.is(op)) passed++;
    else if (passed === shifts && cellOp.is(op) && cellOp.cell(op) === cell) content = cellOp.html(op);
  }
  return content;
}
