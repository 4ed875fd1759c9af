import type { Env } from '../../env.ts';

const mostRounds = 100;
const close = 1e-10;

/** Where a function of a rate is 0, from a guess on; undefined where it is not found. */
export function rateWhere(
  work: (rate: number) => number,
  guess: number,
  env: Pick<Env, 'book'>,
  cost: number,
): number | undefined {
  let rate = guess;
  for (let round = 0; round < mostRounds; round++) {
    env.book.spendCells(2 * cost);
    const value = work(rate);
    const step = Math.max(Math.abs(rate), 1) * 1e-6;
    const slope = (work(rate + step) - work(rate - step)) / (2 * step);
    if (!Number.isFinite(value) || !Number.isFinite(slope) || slope === 0) return undefined;
    const next = rate - value / slope;
    if (Math.abs(next - rate) <= close * Math.max(1, Math.abs(next))) return next;
    // Nothing grows by less than all of it.
    rate = Math.max(next, (rate - 1) / 2);
  }
  return undefined;
}
