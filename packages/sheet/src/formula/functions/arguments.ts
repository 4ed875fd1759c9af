import type { CellError } from '../../model.ts';
import { eachIn } from '../areas.ts';
import type { Env } from '../env.ts';
import { toNumber } from '../values/coerce.ts';
import { isArea, isError, isGrid, type Scalar, type Value } from '../values/value.ts';

/** Each value of the arguments of a statistic, and whether it lies in an area or an array; empty cells are passed over. */
export function scalars(args: readonly Value[], env: Env, say: (value: Scalar, isFromArea: boolean) => void): void {
  for (const arg of args) {
    if (isArea(arg)) eachIn(arg, env, (value) => say(value, true));
    else if (isGrid(arg)) {
      env.book.spendCells(arg.values.length);
      for (const value of arg.values) say(value, true);
    } else say(arg, false);
  }
}

/**
 * The numbers of the arguments: in areas numbers alone count, an argument itself is taken for the number that it would
 * be. An error is the result instead.
 */
export function numbersIn(args: readonly Value[], env: Env): number[] | CellError {
  const numbers: number[] = [];
  let fault: CellError | undefined;
  scalars(args, env, (value, isFromArea) => {
    if (typeof value === 'number') numbers.push(value);
    else if (isError(value)) fault ??= value;
    else if (!isFromArea) {
      const number = toNumber(value, env.book.has1904Dates);
      if (typeof number === 'number') numbers.push(number);
      else fault ??= number;
    }
  });
  return fault ?? numbers;
}

/** As numbersIn, in rising order. */
export function sortedIn(args: readonly Value[], env: Env): number[] | CellError {
  const found = numbersIn(args, env);
  return 'error' in found ? found : found.sort((a, b) => a - b);
}
