import { ownCpu } from './alternate.ts';
import type { Figure } from './figures.ts';
import { short } from './interleave.ts';

/** Two ways of doing a thing, whose CPU is compared in this process. */
export interface Ways {
  /** Does it once. */
  of(): Promise<unknown>;
  against(): Promise<unknown>;
  /** Waits for what either left to do in the background, so that no way pays for the other's. */
  settle(): Promise<void>;
}

export interface Turns {
  readonly rounds: number;
  /** Short turns of each way in a round, an even number; how often it is done in one. */
  readonly turns: number;
  readonly times: number;
}

/** Turns of which the costliest are left out: a collection of all garbage falls on whoever is next. */
const DEAREST = 0.1;

/**
 * The CPU of one way / the other, a value a round, in many short turns in the order A B B A: what drifts, drifts for both.
 * The control is every other turn of a way against those between. A first round warms up and is dropped.
 */
export async function inTurns(id: string, { rounds, turns, times }: Turns, ways: Ways): Promise<Figure> {
  const turn = async (way: 'of' | 'against') => {
    const from = ownCpu();
    for (let n = 0; n < times; n++) await ways[way]();
    await ways.settle();
    return (ownCpu() - from) / times;
  };
  const round = async () => {
    const spent = { of: [0], against: [0] };
    spent.of.length = 0;
    spent.against.length = 0;
    for (let n = 0; n < turns; n++) {
      const order = n % 2 === 0 ? (['of', 'against'] as const) : (['against', 'of'] as const);
      for (const way of order) spent[way].push(await turn(way));
    }
    return spent;
  };
  await round();
  const values: number[] = [];
  const control: number[] = [];
  let note = '';
  for (let n = 0; n < rounds; n++) {
    const { of, against } = await round();
    const [own, peer] = [usual(of), usual(against)];
    values.push(own / peer);
    for (const one of [of, against]) control.push(usual(half(one, 1)) / usual(half(one, 0)));
    note = `${short(own * 1e6)} us, ${short(peer * 1e6)} us`;
  }
  return { id, unit: 'ratio', values, control, note };
}

/** Both orders are in each half. */
function half(values: readonly number[], which: number): number[] {
  return values.filter((_, n) => (n >> 1) % 2 === which);
}

function usual(values: readonly number[]): number {
  const kept = values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length * (1 - DEAREST)));
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}
