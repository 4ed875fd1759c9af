import type { CellError } from '../../model.ts';
import { keyOf, onlyCell } from '../areas.ts';
import { placeFrom } from '../cells/grid-column.ts';
import type { Env } from '../env.ts';
import { eager, type FunctionTable, num, numOr, open } from '../function-spec.ts';
import { errors, isArea, type Value } from '../values/value.ts';
import { numbersIn, sortedIn } from './arguments.ts';

/** The numbers of an argument in rising order; those of an area are kept. */
function sortedOf(of: Value, env: Env): readonly number[] | CellError {
  if (!isArea(of) || onlyCell(of)) return sortedIn([of], env);
  let fault: CellError | undefined;
  const make = () => {
    const found = sortedIn([of], env);
    if (!('error' in found)) return found;
    fault = found;
    return [];
  };
  const key = `ranks ${keyOf(of)}`;
  env.book.sortedOnRepeat(key, make);
  const sorted = env.book.sortedOnRepeat(key, make) ?? [];
  return fault ?? (sorted.length === 0 ? sortedIn([of], env) : sorted);
}

type Rank = (sorted: readonly number[], given: number) => Value;

/** A place in the sorted numbers of the first argument by the second. */
function ranked(work: Rank) {
  return ([of, given]: readonly Value[], env: Env): Value => {
    const sorted = sortedOf(of, env);
    return 'error' in sorted ? sorted : work(sorted, num(given));
  };
}

function nth(sorted: readonly number[], place: number): Value {
  return (place >= 0 && place < sorted.length ? sorted[place] : undefined) ?? errors.number;
}

function percentile(sorted: readonly number[], share: number): Value {
  if (share < 0 || share > 1 || sorted.length === 0) return errors.number;
  return between(sorted, share * (sorted.length - 1));
}

function percentileWithin(sorted: readonly number[], share: number): Value {
  const place = share * (sorted.length + 1) - 1;
  return place < 0 || place > sorted.length - 1 ? errors.number : between(sorted, place);
}

function between(sorted: readonly number[], place: number): number {
  const at = Number(place.toPrecision(15));
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

function quartile(sorted: readonly number[], part: number): Value {
  const whole = Math.trunc(part);
  return whole < 0 || whole > 4 ? errors.number : percentile(sorted, whole / 4);
}

function quartileWithin(sorted: readonly number[], part: number): Value {
  const whole = Math.trunc(part);
  return whole < 1 || whole > 3 ? errors.number : percentileWithin(sorted, whole / 4);
}

/** The share of numbers below, cut to so many digits. */
function percentRank([of, given, digits]: readonly Value[], env: Env): Value {
  const sorted = sortedOf(of, env);
  if ('error' in sorted) return sorted;
  const number = num(given);
  const places = Math.trunc(numOr(digits, 3));
  if (places < 1 || sorted.length === 0) return errors.number;
  const at = placeFrom(sorted, number);
  const [below, above] = [sorted[at - 1], sorted[at]];
  if (above === undefined || (above !== number && below === undefined)) return errors.missing;
  if (sorted.length === 1) return 1;
  const place = above === number || below === undefined ? at : at - 1 + (number - below) / (above - below);
  const scale = 10 ** places;
  return Math.floor(Number(((place / (sorted.length - 1)) * scale).toPrecision(12))) / scale;
}

function rank(isAverage: boolean) {
  return ([given, of, isRising]: readonly Value[], env: Env): Value => {
    const sorted = sortedOf(of, env);
    if ('error' in sorted) return sorted;
    const number = num(given);
    const below = placeFrom(sorted, number);
    if (sorted[below] !== number) return errors.missing;
    let behind = below;
    while (sorted[behind] === number) behind++;
    const first = num(isRising) === 0 ? sorted.length - behind : below;
    return first + 1 + (isAverage ? (behind - below - 1) / 2 : 0);
  };
}

/** The number that is there most often, the first of them. */
function mode(args: readonly Value[], env: Env): Value {
  const found = numbersIn(args, env);
  if ('error' in found) return found;
  const counts = new Map<number, number>();
  for (const number of found) counts.set(number, (counts.get(number) ?? 0) + 1);
  let best: number | undefined;
  for (const [number, count] of counts) if (count > 1 && count > (counts.get(best ?? Number.NaN) ?? 1)) best = number;
  return best ?? errors.missing;
}

function median(args: readonly Value[], env: Env): Value {
  const sorted = sortedIn(args, env);
  if ('error' in sorted) return sorted;
  return sorted.length === 0 ? errors.number : between(sorted, (sorted.length - 1) / 2);
}

const kept = { isKept: true };

/** Places among numbers. */
export const rankFunctions: FunctionTable = {
  LARGE: eager(
    'rn',
    2,
    ranked((sorted, n) => nth(sorted, sorted.length - Math.ceil(n))),
  ),
  SMALL: eager(
    'rn',
    2,
    ranked((sorted, n) => nth(sorted, Math.ceil(n) - 1)),
  ),
  PERCENTILE: eager('rn', 2, ranked(percentile)),
  'PERCENTILE.INC': eager('rn', 2, ranked(percentile)),
  'PERCENTILE.EXC': eager('rn', 2, ranked(percentileWithin)),
  QUARTILE: eager('rn', 2, ranked(quartile)),
  'QUARTILE.INC': eager('rn', 2, ranked(quartile)),
  'QUARTILE.EXC': eager('rn', 2, ranked(quartileWithin)),
  PERCENTRANK: eager('rnn', 2, percentRank),
  'PERCENTRANK.INC': eager('rnn', 2, percentRank),
  RANK: eager('nrn', 2, rank(false)),
  'RANK.EQ': eager('nrn', 2, rank(false)),
  'RANK.AVG': eager('nrn', 2, rank(true)),
  MEDIAN: open('r', 1, median, kept),
  MODE: open('r', 1, mode, kept),
  'MODE.SNGL': open('r', 1, mode, kept),
};
