import { quoted } from '../workbook-error.ts';

/** Why a formula is not evaluated; its cell or its rule is left out and named (fidelity 3). */
export class NotEvaluated extends Error {
  readonly why: string;

  constructor(why: string) {
    super(why);
    this.name = 'NotEvaluated';
    this.why = why;
  }
}

/** A formula reads a cell whose own formula has no result: whoever reads it has none either. */
export class NoResult extends NotEvaluated {}

/** A formula reads cells whose formulas are to be evaluated first. */
export class Pending extends Error {
  cells: readonly PendingCell[] = [];
}

/** A cell whose formula waits for its result. */
export interface PendingCell {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

export const circular = 'The formula refers to itself, directly or through other cells.';
export const tooMuchWork = 'The formulas take too long to calculate.';
export const tooDeep = 'A formula is nested too deeply.';
export const unreadable = 'A formula cannot be read.';

/** The reason for functions that are not evaluated. */
export function notEvaluated(names: readonly string[]): string {
  const functions = names.length === 1 ? 'function' : 'functions';
  const verb = names.length === 1 ? 'is' : 'are';
  return `The ${functions} ${quoted(names.slice(0, shownNames).join(', '))} ${verb} not evaluated.`;
}

const shownNames = 3;
