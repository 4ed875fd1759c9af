/** One measured quantity: a value a round, and what a server against itself gave in the same rounds. */
export interface Figure {
  /** Names the row in budgets.json. */
  readonly id: string;
  /** `ratio`, `kB`, `bytes`, `count`, `ms`… */
  readonly unit: string;
  /** One a round; empty when it was not run. */
  readonly values: readonly number[];
  /** A against A, paired a round: outside 0.9-1.1 the row is too noisy to judge. */
  readonly control?: readonly number[];
  /** Why the figure does not count: the load client was the limit, messages were lost. */
  readonly void?: string;
  /** Why there is none: a peer that is not installed. */
  readonly notRun?: string;
  /** What stands behind the figure, for the table. */
  readonly note?: string;
}

export type Verdict = 'reached' | 'MISSED' | 'too noisy' | 'void' | 'not run' | 'no goal';

/** A figure with its goal and what came of it. */
export interface Judged {
  readonly figure: Figure;
  readonly most: number | undefined;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly control: number | undefined;
  readonly verdict: Verdict;
}

const TRUSTED = { least: 0.9, most: 1.1 } as const;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Holds a figure against its budget; what is too noisy is neither passed nor failed. */
export function judge(figure: Figure, most: number | undefined): Judged {
  const middle = median(figure.values);
  const control = figure.control === undefined ? undefined : median(figure.control);
  const facts = { figure, most, median: middle, min: Math.min(...figure.values), max: Math.max(...figure.values) };
  return { ...facts, control, verdict: verdictOf(figure, { most, middle, control }) };
}

function verdictOf(
  figure: Figure,
  { most, middle, control }: { most: number | undefined; middle: number; control: number | undefined },
): Verdict {
  if (figure.notRun !== undefined || figure.values.length === 0) return 'not run';
  if (figure.void !== undefined) return 'void';
  if (most === undefined) return 'no goal';
  if (control !== undefined && (control < TRUSTED.least || control > TRUSTED.most)) return 'too noisy';
  return middle <= most ? 'reached' : 'MISSED';
}
