import { tickStep } from 'd3-array';
import type { Axis } from '../model.ts';

/** How values lie along an axis: from 0 to 1, as drawn. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly ticks: readonly number[];
  readonly minorTicks: readonly number[];
  /** Where a value lies. */
  at(value: number): number;
}

/** No axis has more ticks. */
const mostTicks = 500;
const floor = 1e-9;

/** The scale of an axis of values; `room` is how many steps it has room for. */
export function valueScale(axis: Axis | undefined, values: readonly number[], room: number): Scale {
  if (axis?.logBase !== undefined) return logScale(axis, values, axis.logBase);
  const { min, max, step } = endsOf(axis, values, room);
  const ticks = ticksBetween(min, max, step);
  const minor = axis?.minor ?? step / 5;
  const minorTicks = axis?.minorGrid || (axis && axis.minorTick !== 'none') ? ticksBetween(min, max, minor) : [];
  const isReversed = axis?.isReversed === true;
  return {
    min,
    max,
    step,
    ticks,
    minorTicks,
    at(value) {
      const share = (value - min) / (max - min);
      return isReversed ? 1 - share : share;
    },
  };
}

interface Ends {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** The ends and the step as a spreadsheet chooses them. */
function endsOf(axis: Axis | undefined, values: readonly number[], room: number): Ends {
  const [min, max] = automaticEnds(spread(axis, rangeOf(values)));
  const step = axis?.major ?? niceStep(axis?.min ?? min, axis?.max ?? max, room, axis);
  const low = axis?.min ?? Math.floor(min / step + floor) * step;
  const high = axis?.max ?? Math.ceil(max / step - floor) * step;
  return high > low ? { min: low, max: high, step } : { min: low, max: low + step, step };
}

/** From where to where the values reach, as far as the axis leaves that open; something more than nothing. */
function spread(axis: Axis | undefined, [from, to]: readonly [number, number]): [number, number] {
  const low = axis?.min === undefined ? from : Math.min(axis.min, to);
  const high = axis?.max === undefined ? to : Math.max(axis.max, low);
  if (high > low) return [low, high];
  return high > 0 ? [0, high] : low < 0 ? [low, 0] : [0, 1];
}

/** With some room beyond the values; from 0 on, unless they lie near to each other. */
function automaticEnds([low, high]: readonly [number, number]): [number, number] {
  const length = high - low;
  const isNear = length / Math.max(Math.abs(high), Math.abs(low)) <= nearShare;
  const min = low - (isNear && low >= 0 ? length / 2 : length * 0.05);
  const max = high + (isNear && high <= 0 ? length / 2 : length * 0.05);
  return [low >= 0 ? (isNear ? Math.max(0, min) : 0) : min, high <= 0 ? (isNear ? Math.min(0, max) : 0) : max];
}

/** Values that lie so near to each other, as a share of the largest, do not begin at 0. */
const nearShare = 1 / 6;

function rangeOf(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}

/** The smallest step of 1, 2 or 5 times a power of ten for which there is room once the ends are rounded. */
function niceStep(min: number, max: number, room: number, axis: Axis | undefined): number {
  const most = Math.max(2, Math.min(10, Math.floor(room)));
  for (let count = most; count >= 1; count--) {
    const step = tickStep(min, max, count);
    const low = axis?.min ?? Math.floor(min / step + floor) * step;
    const high = axis?.max ?? Math.ceil(max / step - floor) * step;
    if ((high - low) / step <= most + floor) return step;
  }
  return tickStep(min, max, 1);
}

function ticksBetween(min: number, max: number, step: number): number[] {
  const count = Math.min(mostTicks, Math.floor((max - min) / step + 1e-6));
  const digits = Math.max(0, Math.min(15, 3 - Math.floor(Math.log10(step))));
  return Array.from({ length: count + 1 }, (_, n) => Number((min + n * step).toFixed(digits)));
}

function logScale(axis: Axis, values: readonly number[], base: number): Scale {
  const positive = values.filter((value) => value > 0);
  const [low, high] = rangeOf(positive.length > 0 ? positive : [1, base]);
  const power = (value: number) => Math.log(value) / Math.log(base);
  const from = axis.min !== undefined && axis.min > 0 ? power(axis.min) : Math.min(0, Math.floor(power(low) + floor));
  const top = axis.max !== undefined && axis.max > 0 ? power(axis.max) : Math.ceil(power(high) - floor);
  const to = Math.max(from + 1, top);
  const ticks = Array.from(
    { length: Math.min(mostTicks, Math.floor(to - from + floor)) + 1 },
    (_, n) => base ** (from + n),
  );
  const minorTicks = axis.minorGrid
    ? ticks.flatMap((tick) => Array.from({ length: 8 }, (_, n) => tick * (n + 2))).filter((tick) => power(tick) <= to)
    : [];
  return {
    min: base ** from,
    max: base ** to,
    step: base,
    ticks: ticks.map((tick) => Number(tick.toPrecision(12))),
    minorTicks,
    at(value) {
      const share = value > 0 ? (power(value) - from) / (to - from) : 0;
      return axis.isReversed ? 1 - share : share;
    },
  };
}

/** How places lie along an axis of categories: each with as much room. */
export interface Bands {
  readonly count: number;
  /** The middle of a place, from 0 to 1. */
  at(place: number): number;
  /** The share that a place takes. */
  readonly width: number;
}

/** Places between the marks of the axis, or upon them. */
export function bandsOf(count: number, isBetween: boolean, isReversed: boolean): Bands {
  const places = Math.max(1, count);
  const width = isBetween || places === 1 ? 1 / places : 1 / (places - 1);
  return {
    count,
    width,
    at(place) {
      const share = isBetween || places === 1 ? (place + 0.5) * width : place * width;
      return isReversed ? 1 - share : share;
    },
  };
}
