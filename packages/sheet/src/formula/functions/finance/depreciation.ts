import type { Env } from '../../env.ts';
import { eager, type FunctionTable, num, numOr } from '../../function-spec.ts';
import { finite } from '../../operators.ts';
import { errors, type Value } from '../../values/value.ts';

/** Straight-line depreciation of one period. */
function straight([cost, salvage, life]: readonly Value[]): Value {
  return num(life) === 0 ? errors.zero : finite((num(cost) - num(salvage)) / num(life));
}

/** Depreciation by a fixed rate of three digits; the first year has so many months. */
function fixedRate([cost, salvage, life, period, month]: readonly Value[], env: Env): Value {
  const [whole, rest, years, at] = [num(cost), num(salvage), num(life), Math.trunc(num(period))];
  const months = Math.trunc(numOr(month, 12));
  const isOutside = at < 1 || at > years + (months < 12 ? 1 : 0) || months < 1 || months > 12;
  if (whole < 0 || rest < 0 || years <= 0 || isOutside || at > mostPeriods) return errors.number;
  if (whole === 0) return 0;
  const rate = Math.round((1 - (rest / whole) ** (1 / years)) * 1000) / 1000;
  env.book.spendCells(at);
  let gone = (whole * rate * months) / 12;
  if (at === 1) return gone;
  let now = gone;
  for (let n = 2; n <= at; n++) {
    now = (whole - gone) * rate * (n > years ? (12 - months) / 12 : 1);
    gone += now;
  }
  return finite(now);
}

const mostPeriods = 100_000;

/** Depreciation by a multiple of the straight line, down to what remains. */
function declining([cost, salvage, life, period, factor]: readonly Value[]): Value {
  const [whole, rest, years, at, times] = [num(cost), num(salvage), num(life), num(period), numOr(factor, 2)];
  if (whole < 0 || rest < 0 || years <= 0 || at <= 0 || at > years || times <= 0) return errors.number;
  const rate = Math.min(1, times / years);
  const before = rate === 1 ? (at === 1 ? whole : 0) : whole * (1 - rate) ** (at - 1);
  const after = whole * (1 - rate) ** at;
  return finite(Math.max(0, before - Math.max(after, rest)));
}

/** Depreciation. */
export const depreciationFunctions: FunctionTable = {
  SLN: eager('nnn', 3, straight),
  DB: eager('nnnnn', 4, fixedRate),
  DDB: eager('nnnnn', 4, declining),
};
