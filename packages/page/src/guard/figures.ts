import { type DecimalMark, numberShown, unitShown } from '../compare/shown-number.ts';

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

/** What a figure is of. */
export interface FigureUnit {
  /** What one of it comes to: a thousand of 12.5k. */
  readonly scale: number;
  /** The currency, or what else is counted; '' where the text does not say. */
  readonly of: string;
}

const noUnit: FigureUnit = { scale: 1, of: '' };

const SCALES: ReadonlyMap<string, number> = new Map([
  ...(['k', 'K'] as const).map((unit): [string, number] => [unit, 1e3]),
  ...(['m', 'M', 'mm'] as const).map((unit): [string, number] => [unit, 1e6]),
  ...(['b', 'B', 'bn'] as const).map((unit): [string, number] => [unit, 1e9]),
  ['%', 1e-2],
  ['‰', 1e-3],
  ['bp', 1e-4],
  ['bps', 1e-4],
  ['x', 1],
]);

/** Two ways to write the same. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['US$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
]);

/** The unit of the number that a text shows. */
export function unitOf(text: string, mark: DecimalMark): FigureUnit {
  const shown = PLAIN.test(text) ? undefined : unitShown(text, mark);
  if (!shown || (shown.before === '' && shown.after === '')) return noUnit;
  const { before, after } = shown;
  const scale = SCALES.get(after);
  const of = before === '' && scale === undefined ? after : before;
  return { scale: scale ?? 1, of: CODES.get(of) ?? of };
}

/** Two figures as what they come to, each of its own unit; undefined where they are of different things. */
export function inOneUnit(
  was: { readonly figure: number; readonly unit: FigureUnit },
  now: { readonly figure: number; readonly unit: FigureUnit },
): readonly [number, number] | undefined {
  if (was.unit.of !== now.unit.of && was.unit.of !== '' && now.unit.of !== '') return undefined;
  // What is shown alike is compared as it is shown: no fraction is added.
  if (was.unit.scale === now.unit.scale) return [was.figure, now.figure];
  return [was.figure * was.unit.scale, now.figure * now.unit.scale];
}
