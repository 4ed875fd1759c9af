import type { Env } from '../../env.ts';
import { eager, type FunctionTable, num, numOr } from '../../function-spec.ts';
import { finite } from '../../operators.ts';
import { errors, type Value } from '../../values/value.ts';
import { rateWhere } from './rate-where.ts';

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

function repaymentOf(loan: Omit<Loan, 'payment'>, period: number): number {
  return paymentOf(loan) - interestOf(loan, period);
}

/** Loans and savings. */
export const loanFunctions: FunctionTable = {
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
};
