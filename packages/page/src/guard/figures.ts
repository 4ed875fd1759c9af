import { type DecimalMark, numberShown } from '../compare/shown-number.ts';

/** By how many percent a number has moved; without end from zero. */
export function percentMoved(was: number, now: number): number {
  if (was === now) return 0;
  return was === 0 ? Number.POSITIVE_INFINITY : (Math.abs(now - was) / Math.abs(was)) * 100;
}

/** By how many percent a count has become fewer; 0 where it has not. */
export function percentFewer(was: number, now: number): number {
  return now >= was ? 0 : ((was - now) / was) * 100;
}

/** A share as words tell it. */
export function percentWords(percent: number): string {
  if (!Number.isFinite(percent)) return 'from zero';
  const decimals = percent >= 100 ? 0 : percent >= 10 ? 1 : 2;
  return `${Number(percent.toFixed(decimals))}%`;
}

/** Half of the last decimal that a text shows: what rounding may take. */
export function roundingOf(text: string, mark: DecimalMark): number {
  const at = text.indexOf(mark);
  const decimals = at < 0 ? '' : (/^\d+/.exec(text.slice(at + 1))?.[0] ?? '');
  return 10 ** -decimals.length / 2;
}

/** Most figures of a page: they need no look at what else may stand around a number. */
const PLAIN = /^-?\d{1,7}(?:\.\d{1,12})?$/;

/** The number that a text shows. */
export function figure(text: string, mark: DecimalMark): number | undefined {
  return mark === '.' && PLAIN.test(text) ? Number(text) : numberShown(text, mark);
}
