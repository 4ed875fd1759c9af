import type { CellError } from '../../../model.ts';
import { plainOf } from '../../areas.ts';
import type { Env } from '../../env.ts';
import { eager, type FunctionTable, num } from '../../function-spec.ts';
import { finite } from '../../operators.ts';
import { errors, isError, isGrid, type Scalar, type Value } from '../../values/value.ts';

/** Sums of products of distances from the means, and the means. */
interface Spread {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly meanX: number;
  readonly meanY: number;
}

/** The pairs of two arguments of the same size, of those where both are numbers. */
function spreadOf(ys: Value, xs: Value, env: Env): Spread | CellError {
  const [y, x] = [valuesOf(ys, env), valuesOf(xs, env)];
  if (y.length !== x.length) return errors.missing;
  const pairs: [number, number][] = [];
  for (const [n, one] of y.entries()) {
    const other = x[n];
    if (isError(one)) return one;
    if (isError(other)) return other;
    if (typeof one === 'number' && typeof other === 'number') pairs.push([one, other]);
  }
  if (pairs.length === 0) return errors.zero;
  const meanY = pairs.reduce((sum, [one]) => sum + one, 0) / pairs.length;
  const meanX = pairs.reduce((sum, [, one]) => sum + one, 0) / pairs.length;
  let [xx, xy, yy] = [0, 0, 0];
  for (const [one, other] of pairs) {
    xx += (other - meanX) ** 2;
    yy += (one - meanY) ** 2;
    xy += (other - meanX) * (one - meanY);
  }
  return { xx, xy, yy, meanX, meanY };
}

function valuesOf(of: Value, env: Env): readonly Scalar[] {
  const plain = plainOf(of, { ...env, isArray: true });
  const values = isGrid(plain) ? plain.values : [plain];
  env.book.spendCells(2 * values.length);
  return values;
}

function from(work: (spread: Spread) => Value) {
  return ([ys, xs]: readonly Value[], env: Env): Value => {
    const spread = spreadOf(ys, xs, env);
    return 'error' in spread ? spread : work(spread);
  };
}

function correlation({ xx, xy, yy }: Spread): Value {
  return xx === 0 || yy === 0 ? errors.zero : finite(xy / Math.sqrt(xx * yy));
}

function slope({ xx, xy }: Spread): Value {
  return xx === 0 ? errors.zero : finite(xy / xx);
}

function lineAt(x: number) {
  return ({ xx, xy, meanX, meanY }: Spread): Value =>
    xx === 0 ? errors.zero : finite(meanY + (x - meanX) * (xy / xx));
}

function squared(spread: Spread): Value {
  const found = correlation(spread);
  return typeof found === 'number' ? found * found : found;
}

function forecast([x, ys, xs]: readonly Value[], env: Env): Value {
  return from(lineAt(num(x)))([ys, xs], env);
}

const kept = { isKept: true };

/** Lines through points, and how well they fit. */
export const regressionFunctions: FunctionTable = {
  CORREL: eager('aa', 2, from(correlation), kept),
  PEARSON: eager('aa', 2, from(correlation), kept),
  RSQ: eager('aa', 2, from(squared), kept),
  SLOPE: eager('aa', 2, from(slope), kept),
  INTERCEPT: eager('aa', 2, from(lineAt(0)), kept),
  FORECAST: eager('naa', 3, forecast, kept),
  'FORECAST.LINEAR': eager('naa', 3, forecast, kept),
};
