import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { rowsOp } from '@sheetwire/contract/ops';
import type { Append } from '#ports/report-log.ts';
import { encodeFrame } from './frame.ts';
import { own, pack } from './packing.ts';

/** An append as it goes to the database. */
export interface EncodedAppend extends Omit<Append, 'change'> {
  readonly isWhole: boolean;
  /** Known for a whole report; a delta leaves it as it is. */
  readonly isLive: boolean | undefined;
  readonly isPacked: boolean;
  /** How much work the step is when it is replayed. */
  readonly replay: number;
  readonly body: Uint8Array;
}

/** Encodes an append: a whole report as a packed frame, a delta as JSON, packed when it is long. */
export async function encodeAppend({ change, ...entry }: Append): Promise<EncodedAppend> {
  if (change.kind === 'whole') {
    const body = await pack(encodeFrame(change.report), limits.store.packLevel);
    const isLive = change.report.pages.length > 0;
    return { ...entry, isWhole: true, isLive, isPacked: true, replay: 0, body };
  }
  const json = Buffer.from(JSON.stringify(change.ops));
  const isPacked = json.length >= limits.store.packFrom;
  const body = isPacked ? await pack(json, limits.store.packLevel) : own(json);
  return { ...entry, isWhole: false, isLive: undefined, isPacked, replay: replayCost(change.ops, json.length), body };
}

function replayCost(ops: readonly Op[], bytes: number): number {
  const ofText = Math.floor(bytes / limits.store.replayText);
  return ops.reduce((cost, op) => cost + (rowsOp.is(op) ? limits.store.rowReplay : 0), 1 + ofText);
}
