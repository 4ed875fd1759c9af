import { limits } from '@sheetwire/contract/limits';
import { opText } from '@sheetwire/contract/ops';
import { type CellChange, cellPast, type StepsOf } from '@sheetwire/page/past/cell-past';
import type { KeptVersion } from '#ports/past/report-past.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { type HeldChange, type HeldContent, heldContent } from '../cells/held-content.ts';
import type { LastFrames } from '../read-frame.ts';
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
  /** The whole report that came next, and the place of the cell in it: rows may have come and gone with that. */
  readonly next?: { readonly keyframe: Uint8Array; readonly page: number; readonly cell: number } | undefined;
  /** Characters of values that are told: whoever asks has others already. */
  readonly room: number;
}

/** What the cell held along the chain; undefined when it is not there. */
export interface CellWalk {
  /** Newest first. */
  readonly changes: readonly HeldChange<KeptVersion>[];
  /** True where there are older ones for which there was no room. */
  readonly isFull?: boolean;
  /** What it is named on the page at the beginning; undefined when it came later. */
  readonly name: string | undefined;
  /** What it holds there. */
  readonly held: HeldContent | undefined;
  /** Its number there. */
  readonly cell: number | undefined;
  /** The version at the beginning of the chain. */
  readonly begin: KeptVersion;
  /** The number of its page. */
  readonly page: number;
}

/** Follows a cell back along a chain (time 2); the report that came next was read for the walk before this one. */
export async function walkCell(
  { chain, page, room, ...of }: CellWalkAsk,
  frames: LastFrames,
): Promise<CellWalk | undefined> {
  const next = of.next && (await nextOf(of.next, frames));
  const { report: base } = await frames.of(chain.keyframe);
  const body = base.pages[page];
  if (!body) return undefined;
  const steps: StepsOf<KeptVersion>[] = [];
  for (const delta of chain.deltas) {
    const ops = await readOps(delta, limits.store.maxStepUnpacked);
    if (!ops) throw new StoreFault('a step is too long');
    const { version, time, sender } = delta;
    steps.push({ version: { version, time, sender }, ops });
  }
  if (!next && of.mayBeGone === true && isNowhere(of.cell, body.html, steps)) return undefined;
  const past = cellPast(body, page, { steps, name: of.cell, cell: of.number, mayBeGone: of.mayBeGone, next });
  if (!past) return undefined;
  const { version, time, sender } = base;
  const { name, cell, html } = past;
  const held = html === undefined ? undefined : heldContent(html);
  return { ...changesWithin(past.changes, room), name, held, cell, begin: { version, time, sender }, page };
}

async function nextOf({ keyframe, page, cell }: NonNullable<CellWalkAsk['next']>, frames: LastFrames) {
  const body = (await frames.of(keyframe)).report.pages[page];
  return body && { page: body, cell };
}

/** The newest changes, as they are told: with the last one there is no more room. */
function changesWithin(
  all: readonly CellChange<KeptVersion>[],
  room: number,
): Required<Pick<CellWalk, 'changes' | 'isFull'>> {
  const changes: HeldChange<KeptVersion>[] = [];
  let left = room;
  for (const { version, html, name } of all) {
    if (left <= 0) return { changes, isFull: true };
    const held = html === undefined ? undefined : heldContent(html);
    // Of versions that brought the same the oldest is told.
    if (changes.length > 0 && changes.at(-1)?.held?.mark === held?.mark) changes.pop();
    else left -= held?.text.length ?? 0;
    changes.push({ version, held, name });
  }
  return { changes, isFull: false };
}

/** Names that are written as they are. */
const PLAIN = /^[A-Za-z0-9_.]+$/;

/** Whether no text names the cell: a page that never had it is not cut. */
function isNowhere(name: string, html: string, steps: readonly StepsOf<KeptVersion>[]): boolean {
  const mark = ` data-cell="${name}"`;
  const hasIt = () => html.includes(mark) || steps.some(({ ops }) => ops.some((op) => opText(op).includes(mark)));
  return PLAIN.test(name) && !hasIt();
}
