import { limits } from '@sheetwire/contract/limits';
import { opText } from '@sheetwire/contract/ops';
import { type CellPast, cellPast, type StepsOf } from '@sheetwire/page/past/cell-past';
import type { KeptVersion } from '#ports/past/report-past.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { decodeFrame } from '../frame.ts';
import { unpack } from '../packing.ts';
import { type Chain, readOps } from '../replay.ts';

/** A chain at whose end a cell has a name on a page. */
export interface CellWalkAsk {
  readonly chain: Chain;
  /** The number of its page. */
  readonly page: number;
  readonly cell: string;
  /** Its number there, where that is known. */
  readonly number?: number | undefined;
  /** Where it went before the end it is followed from there. */
  readonly mayBeGone?: boolean | undefined;
}

/** What the cell held along the chain; undefined when it is not there. */
export interface CellWalk extends CellPast<KeptVersion> {
  /** The version at the beginning of the chain. */
  readonly begin: KeptVersion;
  /** The number of its page. */
  readonly page: number;
}

/** Follows a cell back along a chain (time 2). */
export async function walkCell({ chain, page, ...of }: CellWalkAsk): Promise<CellWalk | undefined> {
  const base = decodeFrame(await unpack(chain.keyframe));
  const body = base.pages[page];
  if (!body) return undefined;
  const steps: StepsOf<KeptVersion>[] = [];
  for (const delta of chain.deltas) {
    const ops = await readOps(delta, limits.store.maxStepUnpacked);
    if (!ops) throw new StoreFault('a step is too long');
    const { version, time, sender } = delta;
    steps.push({ version: { version, time, sender }, ops });
  }
  if (of.mayBeGone === true && isNowhere(of.cell, body.html, steps)) return undefined;
  const past = cellPast(body, page, { steps, name: of.cell, cell: of.number, mayBeGone: of.mayBeGone });
  const { version, time, sender } = base;
  return past && { ...past, begin: { version, time, sender }, page };
}

/** Names that are written as they are. */
const PLAIN = /^[A-Za-z0-9_.]+$/;

/** Whether no text names the cell: a page that never had it is not cut. */
function isNowhere(name: string, html: string, steps: readonly StepsOf<KeptVersion>[]): boolean {
  const mark = ` data-cell="${name}"`;
  const hasIt = () => html.includes(mark) || steps.some(({ ops }) => ops.some((op) => opText(op).includes(mark)));
  return PLAIN.test(name) && !hasIt();
}
