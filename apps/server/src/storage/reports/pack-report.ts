import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { StoredReport } from '#ports/report-log.ts';
import { encodeFrame } from './frame.ts';
import { pack } from './packing.ts';

/** A whole report as a packed frame; a long one is written, and packed, in a turn of the event loop of its own each. */
export async function packReport(report: StoredReport): Promise<Uint8Array> {
  const isLong = report.pages.reduce((sum, { html }) => sum + html.length, 0) > limits.work.turn;
  if (isLong) await nextTurn();
  const frame = encodeFrame(report);
  if (isLong) await nextTurn();
  return pack(frame, limits.store.packLevel);
}
