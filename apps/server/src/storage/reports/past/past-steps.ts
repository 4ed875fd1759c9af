import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { opText } from '@sheetwire/contract/ops';
import { fewestOps } from '@sheetwire/page/past/fewest-ops';
import { undoOps } from '@sheetwire/page/past/undo-ops';
import type { Page } from '#ports/report-log.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { encodeOps } from '../encode-append.ts';
import type { LastFrames } from '../read-frame.ts';
import { type Chain, readOps, replayOnto, type StoredDelta } from '../replay.ts';
import type { MergedStep } from '../thin-commands.ts';

/** Steps that go on from the end of a chain, and which way they are walked. */
export interface StepsAsk {
  readonly chain: Chain;
  readonly steps: readonly StoredDelta[];
  readonly way: 'forward' | 'back';
}

/** The ops between two versions, with the pages that they number. */
export interface WalkedSteps {
  readonly ops: readonly Op[];
  readonly pages: readonly Pick<Page, 'name' | 'user'>[];
}

/** The ops of steps, or those that take them back; what a later one covers is left out. */
export async function pastSteps({ chain, steps, way }: StepsAsk, frames: LastFrames): Promise<WalkedSteps> {
  const ops = await opsOf(steps);
  const frame = await frames.of(chain.keyframe);
  const pages = frame.report.pages.map(({ name, user }) => ({ name, user }));
  // Forward the pages are only counted.
  if (way === 'forward') return { ops: fewestOps(ops), pages };
  return { ops: fewestOps(undoOps(await replayOnto(frame, chain.deltas), ops)), pages };
}

/** Ops as the text in which they are told; undefined where they are too many, or too long. */
export function toldOps(ops: readonly Op[]): string | undefined {
  const { wayOps, wayText } = limits.log;
  if (ops.length > wayOps || ops.reduce((sum, op) => sum + opText(op).length, 0) > wayText) return undefined;
  return JSON.stringify(ops);
}

/** Steps as one that leads to the same pages. */
export async function mergedSteps(steps: readonly StoredDelta[]): Promise<MergedStep> {
  const { body, isPacked, replay: cost, cells } = await encodeOps(fewestOps(await opsOf(steps)));
  return { body, is_packed: Number(isPacked), replay: cost, cells };
}

async function opsOf(steps: readonly StoredDelta[]): Promise<Op[]> {
  const ops: Op[] = [];
  let left: number = limits.store.maxStepUnpacked;
  for (const step of steps) {
    const own = await readOps(step, left);
    if (!own) throw new StoreFault('the steps are too long');
    for (const op of own) {
      ops.push(op);
      left -= opText(op).length;
    }
    if (left < 0) throw new StoreFault('the steps are too long');
  }
  return ops;
}
