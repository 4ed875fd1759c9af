import { type Bar, STEPS } from '../scale.ts';

/** The numbers at which the colour of a scale turns. */
export function turnsOfScale(ends: readonly number[]): number[] {
  const turns = [...ends];
  for (const [n, to] of ends.entries()) {
    const from = ends[n - 1];
    if (from === undefined) continue;
    for (let step = 0; step < STEPS; step++) turns.push(from + ((step + 0.5) / STEPS) * (to - from));
  }
  return turns;
}

/** The numbers at which a bar grows by a percent; undefined where its axis may move, or where it has no length. */
export function turnsOfBar({ look, least, most }: Bar): number[] | undefined {
  if (most <= least || (look.axis !== 'none' && least < 0)) return undefined;
  const share = look.most - look.least;
  const turns = [least, most];
  if (share === 0) return turns;
  for (let percent = 0; percent <= 100; percent++) {
    turns.push(least + ((percent + 0.5 - look.least) / share) * (most - least));
  }
  return turns;
}

/** Around each turning point: where a number is so close that rounding decides, it is looked at too. */
const MARGIN = 1e-9;

/** The numbers that a rule goes by, and those at which what it says turns. */
interface Turning {
  readonly ends: readonly number[];
  readonly turns: () => readonly number[] | undefined;
}

type Numbers = readonly [least: number, most: number];

/** The spans of numbers of which a rule may say another thing than before; undefined where it may be any. */
export function turned(before: Turning, after: Turning): readonly Numbers[] | undefined {
  if (before.ends.length === after.ends.length && before.ends.every((end, n) => Object.is(end, after.ends[n])))
    return [];
  const [from, to] = [before.turns(), after.turns()];
  if (!from || !to || from.length !== to.length) return undefined;
  const spans: Numbers[] = [];
  for (const [n, one] of from.entries()) {
    const other = to[n] ?? 0;
    if (!Number.isFinite(one) || !Number.isFinite(other)) return undefined;
    const margin = MARGIN * Math.max(Math.abs(one), Math.abs(other));
    spans.push([Math.min(one, other) - margin, Math.max(one, other) + margin]);
  }
  return spans;
}
