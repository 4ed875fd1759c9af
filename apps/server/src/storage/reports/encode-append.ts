import { limits } from '@sheetwire/contract/limits';
import type { Op } from '@sheetwire/contract/live';
import { cellOp, opText, rowsOp } from '@sheetwire/contract/ops';
import type { Append } from '#ports/report-log.ts';
import type { KeptGuardChange } from '../guard/guard-commands.ts';
import { keptGuardChange } from '../guard/guard-store.ts';
import { packReport } from './pack-report.ts';
import { own, pack } from './packing.ts';

/** An append as it goes to the database. */
export interface EncodedAppend extends Omit<Append, 'change' | 'guard'> {
  readonly guard?: KeptGuardChange | undefined;
  readonly isWhole: boolean;
  /** Known for a whole report; a delta leaves it as it is. */
  readonly isLive: boolean | undefined;
  readonly isPacked: boolean;
  /** How much work the step is when it is replayed. */
  readonly replay: number;
  /** Cells that it changed; 0 for a whole report. */
  readonly cells: number;
  /** The cleaner of a whole report; 0 of a delta. */
  readonly cleaner: number;
  readonly body: Uint8Array;
}

/** Encodes an append: a whole report as a packed frame, a delta as JSON, packed when it is long. */
export async function encodeAppend({ change, guard, ...plain }: Append): Promise<EncodedAppend> {
  const entry = guard ? { ...plain, guard: keptGuardChange(guard) } : plain;
  if (change.kind === 'whole') {
    const body = await packReport(change.report);
    const isLive = change.report.pages.length > 0;
    return {
      ...entry,
      isWhole: true,
      isLive,
      isPacked: true,
      replay: 0,
      cells: 0,
      cleaner: change.report.cleaner,
      body,
    };
  }
  return { ...entry, isWhole: false, isLive: undefined, cleaner: 0, ...(await encodeOps(change.ops)) };
}

type EncodedOps = Pick<EncodedAppend, 'isPacked' | 'replay' | 'cells' | 'body'>;

/** A delta as JSON, packed when it is long. */
export async function encodeOps(ops: readonly Op[]): Promise<EncodedOps> {
  const json = Buffer.from(JSON.stringify(ops));
  const isPacked = json.length >= limits.store.packFrom;
  const body = isPacked ? await pack(json, limits.store.packLevel) : own(json);
  const cells = ops.reduce((sum, op) => sum + cellsIn(op), 0);
  return { isPacked, replay: replayCost(ops, json.length), cells, body };
}

function replayCost(ops: readonly Op[], bytes: number): number {
  const ofText = Math.floor(bytes / limits.store.replayText);
  return ops.reduce((cost, op) => cost + (rowsOp.is(op) ? limits.store.rowReplay : 0), 1 + ofText);
}

/** Rows that go with others say nothing of their cells: they count as one each. */
function cellsIn(op: Op): number {
  if (cellOp.is(op)) return 1;
  return rowsOp.is(op) ? rowsOp.remove(op) + cellsOf(opText(op)) : cellsOf(opText(op));
}

function cellsOf(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<t'); at >= 0; at = html.indexOf('<t', at + 2)) {
    const kind = html.charCodeAt(at + 2);
    const end = html.charCodeAt(at + 3);
    if ((kind === letterD || kind === letterH) && (end === space || end === close)) count++;
  }
  return count;
}

const [letterD, letterH, space, close] = [0x64, 0x68, 0x20, 0x3e];
