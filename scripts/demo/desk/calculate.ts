import { isoDay, lastBefore } from './business-days.ts';
import { type Instrument, type Section, sections } from './instruments.ts';
import { closingRate, quoteAt } from './levels.ts';
import type { Market, Position } from './market.ts';

export type Status = 'Within' | 'Warning' | 'Breach';

/** A line of the report as its formulas give it; money in thousands. */
export interface Line {
  readonly position: Position;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly dv01: number;
  readonly changeBp: number;
  readonly pnlDay: number;
  readonly monthBefore: number;
  readonly yearBefore: number;
  readonly used: number;
}

export interface SectionLines {
  readonly section: Section;
  readonly book: string;
  readonly lines: readonly Line[];
}

/** The days before today, newest first, with the result of each section. */
export interface PastDay {
  readonly businessDay: number;
  readonly results: readonly number[];
}

export interface Desk {
  readonly businessDay: number;
  readonly sections: readonly SectionLines[];
  readonly past: readonly PastDay[];
}

const PAST_DAYS = 22;
const HALF_SPREAD = { rate: 0.001, price: 0.008 } as const;

/** Status of a limit: a warning from 80 %, a breach from 100 %. */
export function statusOf(used: number): Status {
  if (used >= 1) return 'Breach';
  return used >= 0.8 ? 'Warning' : 'Within';
}

/** Computes what the workbook's formulas compute, so that each cell carries its result. */
export function calculate(market: Market): Desk {
  const lines = new Map(
    market.positions.map((position) => [position.instrument, lineOf(position, market.businessDay)]),
  );
  return {
    businessDay: market.businessDay,
    sections: sections.map((section) => ({
      section,
      book: section.instruments[0]?.book ?? '',
      lines: section.instruments.flatMap((instrument) => lines.get(instrument) ?? []),
    })),
    past: Array.from({ length: PAST_DAYS }, (_none, n) => pastDay(market.businessDay - 1 - n)),
  };
}

function lineOf(position: Position, businessDay: number): Line {
  const { instrument, quote, notional, previousClose } = position;
  const half = HALF_SPREAD[instrument.quote];
  const bid = rounded(quote - half);
  const ask = rounded(quote + half);
  const mid = (bid + ask) / 2;
  const dv01 = dv01Of(instrument, notional, mid);
  const changeBp =
    instrument.quote === 'rate'
      ? (mid - previousClose) * 100
      : (-(mid - previousClose) / previousClose / instrument.duration) * 10_000;
  const before = (since: number) => Math.round(resultBetween(instrument, since, businessDay - 1) * 10) / 10;
  return {
    position,
    bid,
    ask,
    mid,
    dv01,
    changeBp,
    pnlDay: -dv01 * changeBp,
    monthBefore: before(lastBefore(businessDay, 'month')),
    yearBefore: before(lastBefore(businessDay, 'year')),
    used: Math.abs(dv01) / instrument.limit,
  };
}

function dv01Of({ quote, duration }: Instrument, notional: number, mid: number): number {
  return quote === 'rate' ? notional * duration * 0.1 : ((notional * mid) / 100) * duration * 0.1;
}

/** The result of the usual position from one close to another. */
function resultBetween(instrument: Instrument, from: number, to: number): number {
  const dv01 = dv01Of(instrument, instrument.notional, quoteAt(instrument, instrument.rate));
  return -dv01 * (closingRate(instrument, to) - closingRate(instrument, from)) * 100;
}

/** Past days never change again: each is computed once. */
const pastDays = new Map<number, PastDay>();
const KEPT_DAYS = 500;

function pastDay(businessDay: number): PastDay {
  const known = pastDays.get(businessDay);
  if (known) return known;
  const results = sections.map(({ instruments }) => {
    const sum = instruments.reduce((total, each) => total + resultBetween(each, businessDay - 1, businessDay), 0);
    return Math.round(sum * 10) / 10;
  });
  if (pastDays.size >= KEPT_DAYS) pastDays.clear();
  const day = { businessDay, results };
  pastDays.set(businessDay, day);
  return day;
}

function rounded(quote: number): number {
  return Math.round(quote * 10_000) / 10_000;
}

/** How the desk's day is named in texts. */
export function dayName(desk: Desk): string {
  return isoDay(desk.businessDay);
}
