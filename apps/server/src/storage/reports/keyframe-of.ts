import { limits } from '@sheetwire/contract/limits';
import type { StoredReport } from '#ports/report-log.ts';
import { encodeFrame } from './frame.ts';
import { pack } from './packing.ts';
import { type Chain, replay } from './replay.ts';

/** A keyframe as it is stored. */
export interface PackedKeyframe {
  readonly version: number;
  readonly cleaner: number;
  readonly body: Uint8Array;
}

/** The keyframe that takes the place of a chain. */
export async function keyframeOf(chain: Chain): Promise<PackedKeyframe> {
  return keyframeOfReport(await replay(chain));
}

/** A report as a keyframe. */
export async function keyframeOfReport(report: StoredReport): Promise<PackedKeyframe> {
  return {
    version: report.version,
    cleaner: report.cleaner,
    body: await pack(encodeFrame(report), limits.store.packLevel),
  };
}
