import { eager, type FunctionTable, num } from '../../function-spec.ts';
import { finite } from '../../operators.ts';
import { errors, type Value } from '../../values/value.ts';

const rootOf2Pi = Math.sqrt(2 * Math.PI);

function density(z: number): number {
  return Math.exp((-z * z) / 2) / rootOf2Pi;
}

/** Beyond so many deviations the share is worked out from its end. */
const tail = 4;
const mostTerms = 300;

/** The share of a normal distribution below a number of deviations: a series about 0, a fraction at the ends. */
export function shareBelow(z: number): number {
  if (z < -tail) return density(z) * tailOf(-z);
  if (z > tail) return 1 - density(z) * tailOf(z);
  let term = z;
  let sum = z;
  for (let n = 3; n < 2 * mostTerms && Math.abs(term) > Math.abs(sum) * 1e-18; n += 2) {
    term *= (z * z) / n;
    sum += term;
  }
  return 0.5 + density(z) * sum;
}

/** The share beyond a number of deviations, in parts of the density there: 1/(z+1/(z+2/(z+3/(…)))). */
function tailOf(z: number): number {
  let below = z;
  for (let n = mostTerms; n > 0; n--) below = z + n / below;
  return 1 / below;
}

/** First guesses of rational functions (Acklam), from the middle and for the ends. */
const middle = [
  [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239],
  [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1],
] as const;
const ends = [
  [
    ...[-0.007784894002430293, -0.3223964580411365, -2.400758277161838],
    ...[-2.549732539343734, 4.374664141464968, 2.938163982698783],
  ],
  [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
] as const;
const endShare = 0.02425;

function polynomial(factors: readonly number[], at: number): number {
  return factors.reduce((sum, factor) => sum * at + factor, 0);
}

function guessOf(share: number): number {
  if (share > 0.5) return -guessOf(1 - share);
  if (share < endShare) {
    const q = Math.sqrt(-2 * Math.log(share));
    return polynomial(ends[0], q) / polynomial(ends[1], q);
  }
  const q = share - 0.5;
  return (polynomial(middle[0], q * q) * q) / polynomial(middle[1], q * q);
}

/** The number of deviations below which a share lies, of 0 to 1. */
export function deviationsFor(share: number): number {
  let z = guessOf(share);
  for (let round = 0; round < 3; round++) {
    const miss = (shareBelow(z) - share) / density(z);
    if (!Number.isFinite(miss)) break;
    z -= miss / (1 + (z * miss) / 2);
  }
  return z;
}

function distribution([x, mean, deviation, isWhole]: readonly Value[]): Value {
  const wide = num(deviation);
  if (wide <= 0) return errors.number;
  const z = (num(x) - num(mean)) / wide;
  return finite(isWhole === true ? shareBelow(z) : density(z) / wide);
}

function inverse([share, mean, deviation]: readonly Value[]): Value {
  const [part, wide] = [num(share), num(deviation)];
  return part <= 0 || part >= 1 || wide <= 0 ? errors.number : finite(num(mean) + deviationsFor(part) * wide);
}

function standardInverse([share]: readonly Value[]): Value {
  return inverse([share, 0, 1]);
}

/** The normal distribution. */
export const normalFunctions: FunctionTable = {
  'NORM.DIST': eager('nnnb', 4, distribution),
  NORMDIST: eager('nnnb', 4, distribution),
  'NORM.INV': eager('nnn', 3, inverse),
  NORMINV: eager('nnn', 3, inverse),
  'NORM.S.DIST': eager('nb', 2, ([z, isWhole]) => distribution([z, 0, 1, isWhole])),
  NORMSDIST: eager('n', 1, ([z]) => shareBelow(num(z))),
  'NORM.S.INV': eager('n', 1, standardInverse),
  NORMSINV: eager('n', 1, standardInverse),
};
