import { type DecimalMark, figureShown, type ShownFigure } from '../compare/shown-number.ts';

/** By how many percent a number has moved; without end from zero. */
export function percentMoved(was: number, now: number): number {
  if (was === now) return 0;
  return was === 0 ? Number.POSITIVE_INFINITY : (Math.abs(now - was) / Math.abs(was)) * 100;
}

/** By how many percent a count has become fewer; 0 where it has not. */
export function percentFewer(was: number, now: number): number {
  return now >= was ? 0 : ((was - now) / was) * 100;
}

/** A share as words tell it, which never round it to what a rule allows. */
export function percentWords(percent: number, most: number): string {
  if (!Number.isFinite(percent)) return 'from zero';
  const decimals = percent >= 100 ? 0 : percent >= 10 ? 1 : 2;
  const told = Number(percent.toFixed(decimals));
  if (told > most) return `${told}%`;
  return most === 0 ? 'less than 0.01%' : `just over ${most}%`;
}

/** Half of the last decimal that a text shows: what rounding may take. */
export function roundingOf(text: string, mark: DecimalMark): number {
  const at = text.indexOf(mark);
  let end = at + 1;
  while (at >= 0 && isDigit(text.charCodeAt(end))) end++;
  return 10 ** -(at < 0 ? 0 : end - at - 1) / 2;
}

const [ZERO, NINE] = [0x30, 0x39];

/** False past the end of a text. */
function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Most figures of a page: they need no look at what else may stand around a number. */
const PLAIN = /^-?\d{1,7}(?:\.\d{1,12})?$/;

/** What a figure is of. */
interface FigureUnit {
  /** What one of it comes to: a thousand of 12.5k. */
  readonly scale: number;
  /** The currency, or what else is counted; '' where the text does not say. */
  readonly of: string;
}

/** A number as a text shows it, and what it is of. */
export interface Figure {
  readonly value: number;
  readonly unit: FigureUnit;
}

const noUnit: FigureUnit = { scale: 1, of: '' };

const SCALES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ k: 1e3, K: 1e3, TSD: 1e3 },
    ...{ m: 1e6, M: 1e6, mm: 1e6, MIO: 1e6, MLN: 1e6 },
    ...{ b: 1e9, B: 1e9, bn: 1e9, MRD: 1e9, MLD: 1e9, BLN: 1e9 },
    ...{ '%': 1e-2, PCT: 1e-2, '‰': 1e-3, bp: 1e-4, bps: 1e-4, BPS: 1e-4 },
    x: 1,
  }),
);

/** Two ways to write the same. */
const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', 'JP¥': 'JPY', 'CN¥': 'CNY', RMB: 'CNY' },
    ...{ A$: 'AUD', AU$: 'AUD', C$: 'CAD', CA$: 'CAD', HK$: 'HKD', S$: 'SGD', SG$: 'SGD', NZ$: 'NZD', R$: 'BRL' },
  }),
);

/** The number that a text shows. */
export function figure(text: string, mark: DecimalMark): Figure | undefined {
  if (mark === '.' && PLAIN.test(text)) return { value: Number(text), unit: noUnit };
  const shown = figureShown(text, mark);
  return shown && { value: shown.value, unit: unitOf(shown) };
}

function unitOf({ before, after }: ShownFigure): FigureUnit {
  if (before === '' && after === '') return noUnit;
  const scale = SCALES.get(after);
  const counted = [before, scale === undefined ? after : ''].filter(Boolean);
  return { scale: scale ?? 1, of: [...new Set(counted.map((one) => CODES.get(one) ?? one))].join(' ') };
}

/** Two figures as what they come to, each of its own unit; undefined where they are of different things. */
export function inOneUnit(was: Figure, now: Figure): readonly [number, number] | undefined {
  if (was.unit.of !== now.unit.of && was.unit.of !== '' && now.unit.of !== '') return undefined;
  // What is shown alike is compared as it is shown.
  if (was.unit.scale === now.unit.scale) return [was.value, now.value];
  return [amount(was), amount(now)];
}

/** A figure in what its cell showed before, where it is of more or less now: 1.2m after 950,000 is 1,200,000. */
export function inUnitOf(was: Figure | undefined, now: Figure): number {
  if (was === undefined || was.unit.scale === now.unit.scale) return now.value;
  return Number((amount(now) / was.unit.scale).toPrecision(EXACT_DIGITS));
}

/** Without what binary fractions add: 1.1m is as much as 1100k. */
function amount({ value, unit }: Figure): number {
  return Number((value * unit.scale).toPrecision(EXACT_DIGITS));
}

/** Decimal digits that every number of the language holds. */
const EXACT_DIGITS = 15;
