import type { BookSpec } from '../test-support/book-spec.ts';
import type { Ability } from './change-cases.ts';
import type { Stage } from './stage.ts';

/** A case that takes more than data. */
export interface StageCase {
  readonly name: string;
  readonly book?: BookSpec;
  readonly needs?: readonly Ability[];
  readonly run: (stage: Stage) => Promise<void>;
}
