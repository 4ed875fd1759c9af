import { cutEnd } from '../cut-ends.ts';
import { showGeneral } from './number-format.ts';

/**
 * A General number in a cell that holds so many digits: decimals are rounded away first, then the number turns to
 * powers of ten, then `####` says that there is no room (as spreadsheets do, so that no digit is silently cut).
 */
export function fitGeneral(value: number, digits: number): string {
  const whole = showGeneral(value);
  if (whole.length <= digits) return whole;
  return rounded(value, digits) ?? exponential(value, digits) ?? '#'.repeat(Math.max(1, digits));
}

function rounded(value: number, digits: number): string | undefined {
  const size = Math.abs(value);
  const integer = Math.trunc(value).toString();
  const lead = value < 0 && integer === '0' ? 2 : integer.length;
  if (size >= 1e11 || (size < 1e-4 && size > 0) || lead > digits) return undefined;
  const text = value.toFixed(Math.max(0, Math.min(9, digits - lead - 1)));
  const trimmed = shortened(text);
  return trimmed.length <= digits ? trimmed : undefined;
}

function exponential(value: number, digits: number): string | undefined {
  for (let decimals = 5; decimals >= 0; decimals--) {
    const [mantissa = '', power = '0'] = value.toExponential(decimals).split('e');
    const exponent = Number(power);
    const text = `${shortened(mantissa)}E${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
    if (text.length <= digits) return text;
  }
  return undefined;
}

/** Decimals without the zeros at their end, and without a mark that is left over. */
function shortened(digits: string): string {
  return digits.includes('.') ? cutEnd(cutEnd(digits, '0'), '.') : digits;
}
