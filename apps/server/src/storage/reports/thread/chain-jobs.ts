import type { CellPlace } from '#ports/past/report-past.ts';
import type { ChangeCounts, StoredReport } from '#ports/report-log.ts';
import type { HitsAsk } from '../cells/cell-hits.ts';
import type { HeldContent } from '../cells/held-content.ts';
import type { PackedKeyframe } from '../keyframe-of.ts';
import { own } from '../packing.ts';
import type { PageText } from '../past/cell-texts.ts';
import type { CellWalk, CellWalkAsk } from '../past/cell-walk.ts';
import type { StepsAsk, WalkedSteps } from '../past/past-steps.ts';
import type { Chain, StoredDelta } from '../replay.ts';
import type { MergedStep } from '../thin-commands.ts';
import { buffersOf, type PackedDeltas, packedDeltas, unpackedDeltas } from './packed-deltas.ts';

/** What the thread is asked for. */
export type ChainJob =
  | { readonly chain: Chain; readonly wants: 'keyframe' | 'report' | 'index' | 'pages' }
  | (StepsAsk & { readonly wants: 'steps' })
  | { readonly steps: readonly StoredDelta[]; readonly wants: 'merged' | 'counts' }
  | (CellWalkAsk & { readonly wants: 'cell' })
  | { readonly chain: Chain; readonly places: readonly (CellPlace | undefined)[]; readonly wants: 'texts' }
  | PageTextsAsk
  | (HitsAsk & { readonly wants: 'contents' })
  | { readonly chain: Chain; readonly pages: StoredReport['pages']; readonly wants: 'same' };

/** Texts of pages that are no chain. */
export interface PageTextsAsk {
  readonly pages: readonly PageText[];
  readonly places: readonly (CellPlace | undefined)[];
  readonly wants: 'page texts';
}

/** What it answers. */
export interface ChainAnswer {
  readonly keyframe?: PackedKeyframe;
  readonly report?: StoredReport;
  /** Its ops as JSON: thousands of short lists are read faster from a text. null where they are too many to be told. */
  readonly walked?: Pick<WalkedSteps, 'pages'> & { readonly ops: string | null };
  readonly merged?: MergedStep;
  /** undefined where a step is too long to be looked at. */
  readonly counts?: readonly (ChangeCounts | undefined)[];
  /** null where the cell is not there. */
  readonly cell?: CellWalk | null;
  /** Those of a keyframe, without their content. */
  readonly pages?: WalkedSteps['pages'];
  readonly texts?: readonly (string | undefined)[];
  readonly isSame?: boolean;
  readonly contents?: readonly (HeldContent | undefined)[];
  /** null where none is kept. */
  readonly index?: Uint8Array | null;
  readonly fault?: string;
}

/** A job on its way to the thread: its deltas apart. */
export interface SentJob {
  readonly job: ChainJob;
  readonly deltas?: PackedDeltas;
  readonly steps?: PackedDeltas;
}

/** The job without the buffers that its bytes are views of. */
export function sentJob(job: ChainJob): SentJob {
  switch (job.wants) {
    case 'merged':
    case 'counts':
    case 'contents':
      return { job: { ...job, steps: [] }, steps: packedDeltas(job.steps) };
    case 'steps':
      return {
        job: { ...job, chain: alone(job.chain), steps: [] },
        deltas: packedDeltas(job.chain.deltas),
        steps: packedDeltas(job.steps),
      };
    case 'page texts':
      return { job };
    default:
      return { job: { ...job, chain: alone(job.chain) }, deltas: packedDeltas(job.chain.deltas) };
  }
}

/** The job as it was. */
export function receivedJob({ job, deltas, steps }: SentJob): ChainJob {
  const own = steps ? unpackedDeltas(steps) : [];
  const of = deltas ? unpackedDeltas(deltas) : [];
  switch (job.wants) {
    case 'merged':
    case 'counts':
    case 'contents':
      return { ...job, steps: own };
    case 'steps':
      return { ...job, chain: { ...job.chain, deltas: of }, steps: own };
    case 'page texts':
      return job;
    default:
      return { ...job, chain: { ...job.chain, deltas: of } };
  }
}

/** What need not be copied on the way. */
export function movedWith({ deltas, steps }: SentJob): ArrayBuffer[] {
  return [deltas, steps].flatMap((packed) => (packed ? buffersOf(packed) : []));
}

function alone({ keyframe }: Chain): Chain {
  return { keyframe: own(keyframe), deltas: [] };
}
