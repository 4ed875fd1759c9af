import type { BrokenRule } from '@sheetwire/page/guard/judge';
import type { User } from '@sheetwire/rules/principal';
import type { HeldPublish } from '#ports/guard/guard-store.ts';
import type { Rollback, StoredReport, VersionSource } from '#ports/report-log.ts';
import type { ReportInput } from '../clean-report.ts';
import type { ReportState } from '../report-state.ts';
import type { ReadCell } from './read-cells.ts';
import type { ReadHead, ReadReport } from './read-report.ts';

/** What a whole report's body says once it is parsed. */
export interface WholeContent extends ReportInput {
  /** Hashes to set; undefined keeps, null removes. */
  readonly viewSecret: string | null | undefined;
  readonly publishSecret: string | null | undefined;
}

/** Throws when a publish may go on no more. */
export type StillMay = () => void;

/** Refuses when what viewers see, or what waits for approval, is not what a publish was made for. */
export type Follows = (before: ReportState | undefined, held: HeldPublish | undefined) => void;

/** A publish of a whole report; the body is parsed only when its bytes do not tell enough. */
export interface WholePublish {
  readonly sender: User;
  /** Asked in the turn of the publish, when nothing is waited for any more: refuses when its sender may no longer. */
  readonly stillMay?: StillMay;
  /** How it came; `report` when left out. */
  readonly source?: VersionSource | undefined;
  readonly follows?: Follows | undefined;
  readonly body: Buffer;
  readonly parse: () => WholeContent;
  /** The hashes of the secrets in a body that a thread has read; refuses a body that is not this publish's. */
  readonly secretsOf: (read: ReadHead) => Pick<WholeContent, 'viewSecret' | 'publishSecret'>;
  /** The body as it is being read already, where that has begun: nobody has its bytes meanwhile, nor reads it again. */
  reading?: Promise<ReadReport> | undefined;
}

/** A publish of changed cells. */
export interface CellsPublish {
  readonly sender: User;
  readonly stillMay?: StillMay;
  readonly baseVersion: number;
  readonly cells: readonly ReadCell[];
}

/** One step of a page that the server rendered itself, not cleaned yet. */
export type MadeStep =
  | { readonly kind: 'style'; readonly number: number; readonly css: string }
  | { readonly kind: 'cell'; readonly cell: number; readonly html: string; readonly style?: number }
  | { readonly kind: 'row'; readonly row: number; readonly html: string };

/** The steps of the page of a number. */
export interface PageSteps {
  readonly page: number;
  readonly steps: readonly MadeStep[];
}

/** A publish of the steps between two renderings of the server. */
export interface StepsPublish {
  readonly sender: User;
  readonly stillMay: StillMay;
  readonly follows: Follows;
  readonly steps: readonly PageSteps[];
}

/** An earlier version that is to be the newest again (time 4). */
export interface Restore extends Omit<Rollback, 'restored'> {
  readonly sender: User;
  readonly stillMay: StillMay;
  readonly stored: StoredReport;
}

/** What a publish answers once it is durable. */
export interface Published {
  readonly version: number;
  readonly time: string;
  readonly changed: boolean;
  /** It waits for approval. */
  readonly held?: HeldPublish | undefined;
  /** Rules that it breaks though it was published. */
  readonly warnings?: readonly BrokenRule[] | undefined;
}
