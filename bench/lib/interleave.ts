import { randomInt } from 'node:crypto';
import type { Figure } from './figures.ts';

/** What one block measured, by name. */
export type Sample = Readonly<Record<string, number>>;

/** A side of a comparison: every run starts afresh and ends all that it started. */
export interface Side {
  readonly name: string;
  /** Runs in a round: 2 for the two sides of a goal (A, A'), 1 for a peer that is only shown. */
  readonly runs: number;
  run(): Promise<Sample>;
}

/** One round: each side's samples, in the order they were taken. */
export type Round = ReadonlyMap<string, readonly Sample[]>;

/** Runs all sides in random order, round after round; none but the first begins after `most` ms. */
export async function interleave(
  sides: readonly Side[],
  rounds: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Round[]> {
  const all: Round[] = [];
  const from = performance.now();
  for (let n = 0; n < rounds && (n === 0 || performance.now() - from < most); n++) {
    const blocks = shuffled(sides.flatMap((side) => Array.from({ length: side.runs }, () => side)));
    const round = new Map<string, Sample[]>(sides.map(({ name }) => [name, []]));
    for (const side of blocks) round.get(side.name)?.push(await side.run());
    all.push(round);
  }
  return all;
}

/** The ratio of two sides, paired a round, with each side's own repeat as control. */
export function ratio(
  rounds: readonly Round[],
  { id, metric, of, against }: { id: string; metric: string; of: string; against: string },
): Figure {
  const valuesOf = (round: Round, side: string) =>
    (round.get(side) ?? []).map((sample) => sample[metric] ?? Number.NaN);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const values = rounds.map((round) => mean(valuesOf(round, of)) / mean(valuesOf(round, against)));
  const control = rounds.flatMap((round) => [of, against].flatMap((side) => repeat(valuesOf(round, side))));
  const shown = (side: string) => `${side} ${short(mean(rounds.flatMap((round) => valuesOf(round, side))))}`;
  return { id, unit: 'ratio', values, control, note: `${shown(of)}, ${shown(against)} ${metric.split(' ')[0]}` };
}

function repeat([first, second]: readonly number[]): number[] {
  return first === undefined || second === undefined ? [] : [second / first];
}

/** Three digits are enough to read. */
export function short(value: number): string {
  return value >= 1000 ? value.toFixed(0) : value.toPrecision(3);
}

export function shuffled<T>(values: readonly T[]): T[] {
  const left = [...values];
  const out: T[] = [];
  while (left.length > 0) out.push(...left.splice(randomInt(left.length), 1));
  return out;
}
