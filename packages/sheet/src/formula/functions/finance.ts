import type { Env } from '../env.ts';
import { eager, type FunctionTable, num, numOr } from '../function-spec.ts';
import { finite } from '../operators.ts';
import { errors, type Value } from '../values/value.ts';

/** What is paid and owed over a number of periods; `when` is 1 where it is paid at the beginning of each. */
interface Loan {
  readonly rate: number;
  readonly periods: number;
  readonly payment: number;
  readonly present: number;
  readonly future: number;
  readonly when: number;
}

function whenOf(value: Value): number {
  return num(value) === 0 ? 0 : 1;
}

/** The growth over all periods, and what payments of 1 grow to. */
function growth({
  rate,
  periods,
  when,
}: Pick<Loan, 'rate' | 'periods' | 'when'>): readonly [whole: number, paid: number] {
  if (rate === 0) return [1, periods];
  const whole = (1 + rate) ** periods;
  return [whole, ((1 + rate * when) * (whole - 1)) / rate];
}

function paymentOf(loan: Omit<Loan, 'payment'>): number {
  const [whole, paid] = growth(loan);
  return -(loan.future + loan.present * whole) / paid;
}

function futureOf(loan: Omit<Loan, 'future'>): number {
  const [whole, paid] = growth(loan);
  return -(loan.present * whole + loan.payment * paid);
}

function presentOf(loan: Omit<Loan, 'present'>): number {
  const [whole, paid] = growth(loan);
  return -(loan.future + loan.payment * paid) / whole;
}

/** The interest within the payment of a period. */
function interestOf(loan: Omit<Loan, 'payment'>, period: number): number {
  const payment = paymentOf(loan);
  const { rate, present, when } = loan;
  if (period === 1) return when === 1 ? 0 : -present * rate;
  const owed = futureOf({ ...loan, payment, periods: period - 1 - when });
  return (when === 1 ? owed - payment : owed) * rate;
}

/** The interest or the repayment of one period: rate, period, periods, present, future, when. */
function partOf(work: (loan: Omit<Loan, 'payment'>, period: number) => number) {
  return ([rate, period, periods, present, future, when]: readonly Value[]): Value => {
    const at = num(period);
    if (at < 1 || at >= num(periods) + 1) return errors.number;
    const loan = {
      rate: num(rate),
      periods: num(periods),
      present: num(present),
      future: num(future),
      when: whenOf(when),
    };
    return finite(work(loan, at));
  };
}

function periodsOf([rate, payment, present, future, when]: readonly Value[]): Value {
  const [per, paid, owed, rest] = [num(rate), num(payment), num(present), num(future)];
  if (per === 0) return paid === 0 ? errors.zero : -(owed + rest) / paid;
  const each = paid * (1 + per * whenOf(when));
  const share = (each - rest * per) / (owed * per + each);
  return share <= 0 || per <= -1 ? errors.number : finite(Math.log(share) / Math.log1p(per));
}

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

function rateOf([periods, payment, present, future, when, guess]: readonly Value[], env: Env): Value {
  const loan = {
    periods: num(periods),
    payment: num(payment),
    present: num(present),
    future: num(future),
    when: whenOf(when),
  };
  if (loan.periods <= 0) return errors.number;
  const rest = (rate: number) => {
    // Close to 0 the growth is what it is there, without the loss of digits.
    const at = Math.abs(rate) < 1e-9 ? 0 : rate;
    return presentOf({ ...loan, rate: at }) - loan.present;
  };
  return rateWhere(rest, numOr(guess, 0.1), env, 1) ?? errors.number;
}

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

function repaymentOf(loan: Omit<Loan, 'payment'>, period: number): number {
  return paymentOf(loan) - interestOf(loan, period);
}

/** Loans, savings and depreciation. */
export const financeFunctions: FunctionTable = {
  PMT: eager('nnnnn', 3, ([rate, periods, present, future, when]) =>
    finite(
      paymentOf({
        rate: num(rate),
        periods: num(periods),
        present: num(present),
        future: num(future),
        when: whenOf(when),
      }),
    ),
  ),
  FV: eager('nnnnn', 3, ([rate, periods, payment, present, when]) =>
    finite(
      futureOf({
        rate: num(rate),
        periods: num(periods),
        payment: num(payment),
        present: num(present),
        when: whenOf(when),
      }),
    ),
  ),
  PV: eager('nnnnn', 3, ([rate, periods, payment, future, when]) =>
    finite(
      presentOf({
        rate: num(rate),
        periods: num(periods),
        payment: num(payment),
        future: num(future),
        when: whenOf(when),
      }),
    ),
  ),
  IPMT: eager('nnnnnn', 4, partOf(interestOf)),
  PPMT: eager('nnnnnn', 4, partOf(repaymentOf)),
  NPER: eager('nnnnn', 3, periodsOf),
  RATE: eager('nnnnnn', 3, rateOf),
  SLN: eager('nnn', 3, straight),
  DB: eager('nnnnn', 4, fixedRate),
  DDB: eager('nnnnn', 4, declining),
};
