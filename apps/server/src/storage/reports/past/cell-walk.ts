import { limits } from '@sheetwire/contract/limits';
import { type CellPast, cellPast } from '@sheetwire/page/past/cell-past';
import type { KeptVersion } from '#ports/past/report-past.ts';
import type { Page } from '#ports/report-log.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { decodeFrame } from '../frame.ts';
import { unpack } from '../packing.ts';
import { type Chain, readOps } from '../replay.ts';

/** A chain at whose end a cell has a name on a page. */
export interface CellWalkAsk {
  readonly chain: Chain;
  readonly page: Pick<Page, 'name' | 'user'>;
  readonly cell: string;
  /** Its number there, where that is known. */
  readonly number?: number | undefined;
}

/** What the cell held along the chain; undefined when it is not there at the end. */
export interface CellWalk extends CellPast<KeptVersion> {
  /** The version at the beginning of the chain. */
  readonly begin: KeptVersion;
  /** The number of its page. */
  readonly page: number;
}

/** Follows a cell back along a chain (time 2). */
export async function walkCell({ chain, page, cell, number: known }: CellWalkAsk): Promise<CellWalk | undefined> {
  const base = decodeFrame(await unpack(chain.keyframe));
  const number = base.pages.findIndex(({ name, user }) => name === page.name && user === page.user);
  const body = base.pages[number];
  if (!body) return undefined;
  const steps: { version: KeptVersion; ops: Awaited<ReturnType<typeof readOps>> & object }[] = [];
  for (const delta of chain.deltas) {
    const ops = await readOps(delta, limits.store.maxStepUnpacked);
    if (!ops) throw new StoreFault('a step is too long');
    const { version, time, sender } = delta;
    steps.push({ version: { version, time, sender }, ops });
  }
  const past = cellPast(body, number, { steps, name: cell, cell: known });
  const { version, time, sender } = base;
  return past && { ...past, begin: { version, time, sender }, page: number };
}
