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

/** What the thread is asked for. */
export type ChainJob =
  | { readonly chain: Chain; readonly wants: 'keyframe' | 'report' | 'index' }
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
  readonly walked?: WalkedSteps;
  readonly merged?: MergedStep;
  /** undefined where a step is too long to be looked at. */
  readonly counts?: readonly (ChangeCounts | undefined)[];
  /** null where the cell is not there. */
  readonly cell?: CellWalk | null;
  readonly texts?: readonly (string | undefined)[];
  readonly isSame?: boolean;
  readonly contents?: readonly (HeldContent | undefined)[];
  /** null where none is kept. */
  readonly index?: Uint8Array | null;
  readonly fault?: string;
}

/** The job without the buffers that its bytes are views of. */
export function aloneIn(job: ChainJob): ChainJob {
  switch (job.wants) {
    case 'merged':
    case 'counts':
    case 'contents':
      return { ...job, steps: job.steps.map(aloneDelta) };
    case 'steps':
      return { ...job, chain: alone(job.chain), steps: job.steps.map(aloneDelta) };
    case 'page texts':
      return job;
    default:
      return { ...job, chain: alone(job.chain) };
  }
}

function alone({ keyframe, deltas }: Chain): Chain {
  return { keyframe: own(keyframe), deltas: deltas.map(aloneDelta) };
}

function aloneDelta({ version, time, sender, is_packed, body }: StoredDelta): StoredDelta {
  return { version, time, sender, is_packed, body: own(body) };
}
