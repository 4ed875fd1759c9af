import type { User } from '@sheetwire/rules/principal';
import type { ReportInput } from './clean-report.ts';
import type { ReadCell } from './read-cells.ts';

/** What a whole report's body says once it is parsed. */
export interface WholeContent extends ReportInput {
  /** Hashes to set; undefined keeps, null removes. */
  readonly viewSecret: string | null | undefined;
  readonly publishSecret: string | null | undefined;
}

/** A publish of a whole report; the body is parsed only when its bytes do not tell enough. */
export interface WholePublish {
  readonly sender: User;
  readonly body: Buffer;
  readonly parse: () => WholeContent;
}

/** A publish of changed cells. */
export interface CellsPublish {
  readonly sender: User;
  readonly baseVersion: number;
  readonly cells: readonly ReadCell[];
}

/** What a publish answers once it is durable. */
export interface Published {
  readonly version: number;
  readonly time: string;
  readonly changed: boolean;
}
