import { limits } from '@sheetwire/contract/limits';
import { errorEnds } from '../arrange/errors.ts';
import type { Axis, Chart } from '../model.ts';
import { categoryAt, type PlotGroup } from '../plot-series.ts';
import { axesOf } from '../read/chart.ts';
import { type Bands, bandsOf, type Scale, valueScale } from './scale.ts';
import { stackedEnds } from './stacks.ts';
import type { Rect } from './svg.ts';

/** Two axes with all that is drawn on them. */
export interface AxisPair {
  readonly across: Axis | undefined;
  readonly value: Axis | undefined;
  readonly groups: readonly PlotGroup[];
  /** Values run from left to right (bars that lie). */
  readonly isLying: boolean;
  /** Where numbers lie along the other axis: of points, which have no categories. */
  readonly acrossScale: Scale | undefined;
  readonly bands: Bands;
  /** Places lie between the marks of their axis, not upon them. */
  readonly isBetween: boolean;
  /** Where the place of a value lies among the bands. */
  slotOf(place: number): number;
  readonly days: DaySlots | undefined;
  readonly scale: Scale;
}

/** The slots of an axis of dates. */
export interface DaySlots {
  readonly first: number;
  readonly last: number;
  readonly unit: 'days' | 'months' | 'years';
}

/** How many steps an axis has room for that lies, and one that stands. */
export interface StepRoom {
  across(axis: Axis | undefined): number;
  down(axis: Axis | undefined): number;
}

/** The pairs of axes of a chart, scaled for their values. */
export function axisPairs(chart: Chart, groups: readonly PlotGroup[], room: StepRoom): AxisPair[] {
  const byAxes = new Map<string, PlotGroup[]>();
  for (const one of groups) {
    const key = one.group.axes.join(' ');
    byAxes.set(key, [...(byAxes.get(key) ?? []), one]);
  }
  return [...byAxes.values()].map((own) => pairOf(chart, own, room));
}

function pairOf(chart: Chart, groups: readonly PlotGroup[], room: StepRoom): AxisPair {
  const [first] = groups;
  const { across, value } = first ? axesOf(first.group, chart.axes) : {};
  const isLying = first?.group.isAcross ?? false;
  const isPoints = groups.some(({ group }) => group.kind === 'scatter' || group.kind === 'bubble');
  const count = Math.max(1, ...groups.map((one) => one.count));
  const days = across?.kind === 'date' && !isPoints ? daySlots(across, groups) : undefined;
  const slots = days ? slotAt(days, days.last) + 1 : count;
  const isBetween = liesBetween(value, groups);
  const dates = days ? datesOf(groups) : [];
  return {
    across,
    value,
    groups,
    isLying,
    acrossScale: isPoints ? valueScale(across, acrossValues(groups), room.across(across)) : undefined,
    bands: bandsOf(slots, isBetween, across?.isReversed === true),
    isBetween,
    slotOf: (place) => (days ? slotAt(days, dates[place] ?? days.first) : place),
    days,
    scale: valueScale(
      funnelAxis(percentAxis(value, groups), groups),
      valuesOf(groups),
      isLying ? room.across(value) : room.down(value),
    ),
  };
}

/** Bars always lie between the marks; areas by themselves reach from the first mark to the last. */
function liesBetween(value: Axis | undefined, groups: readonly PlotGroup[]): boolean {
  if (groups.some(({ group }) => group.kind === 'bar')) return true;
  return value?.isBetween ?? !groups.every(({ group }) => group.kind === 'area' || group.kind === 'surface');
}

/** Shares of a whole end at all of it, above and below 0. */
function percentAxis(axis: Axis | undefined, groups: readonly PlotGroup[]): Axis | undefined {
  if (!axis || !groups.some(({ group }) => group.grouping === 'percent')) return axis;
  const ends = stackedEnds(groups);
  const [low, high] = ends.reduce(([least, most], end) => [Math.min(least, end), Math.max(most, end)], [0, 0]);
  const min = axis.min ?? (low >= 0 ? 0 : isNearWhole(low, high) ? -1 : undefined);
  const max = axis.max ?? (high > 0 ? 1 : 0);
  return { ...axis, max, ...(min !== undefined && { min }) };
}

/** Whether an axis that leaves some room below would go beyond the whole. */
function isNearWhole(low: number, high: number): boolean {
  return low - (high - low) * roomBelow < -1;
}

const roomBelow = 0.05;

/** The widest bar of a funnel is as wide as the plot. */
function funnelAxis(axis: Axis | undefined, groups: readonly PlotGroup[]): Axis | undefined {
  if (!axis || !groups.some(({ group }) => group.layout?.kind === 'funnel')) return axis;
  const widest = groups.flatMap(openValues).reduce((most, end) => Math.max(most, end), 0);
  return widest > 0 ? { ...axis, min: -widest, max: widest } : axis;
}

function valuesOf(groups: readonly PlotGroup[]): number[] {
  const errors = groups.flatMap(({ series }) => series.flatMap((one) => errorEnds(one, false)));
  return [...stackedEnds(groups), ...groups.flatMap(openValues), ...errors];
}

function openValues({ group, series }: PlotGroup): number[] {
  if (group.grouping === 'stacked' || group.grouping === 'percent') return [];
  return series.flatMap(({ values, ends }) => ends ?? values.filter((value) => value !== undefined));
}

function acrossValues(groups: readonly PlotGroup[]): number[] {
  return groups.flatMap(({ series }) =>
    series.flatMap((one) => [
      ...(one.across.length > 0 ? one.across.filter((value) => value !== undefined) : one.values.map((_, n) => n + 1)),
      ...errorEnds(one, true),
    ]),
  );
}

function datesOf(groups: readonly PlotGroup[]): readonly (number | undefined)[] {
  return groups.flatMap(({ series }) => series).find(({ across }) => across.length > 0)?.across ?? [];
}

/** Undefined where the categories are no dates, or lie too far apart. */
function daySlots(axis: Axis, groups: readonly PlotGroup[]): DaySlots | undefined {
  const dates = datesOf(groups).filter((date) => date !== undefined);
  if (dates.length === 0) return undefined;
  const first = axis.min ?? dates.reduce((least, date) => Math.min(least, date));
  const last = axis.max ?? dates.reduce((most, date) => Math.max(most, date));
  const days = { first, last, unit: axis.baseUnit };
  return slotAt(days, last) < limits.charts.allPoints ? days : undefined;
}

const epoch = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;

/** The calendar month of a day, counted from year 0. */
export function monthOf(day: number): number {
  const date = new Date(epoch + Math.floor(day) * dayMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first day of a month. */
export function dayOfMonth(month: number): number {
  return Math.round((Date.UTC(Math.floor(month / 12), ((month % 12) + 12) % 12, 1) - epoch) / dayMs);
}

/** The slot of a day. */
export function slotAt({ first, unit }: DaySlots, day: number): number {
  if (unit === 'days') return Math.floor(day) - Math.floor(first);
  const months = monthOf(day) - monthOf(first);
  return unit === 'months' ? months : Math.floor(monthOf(day) / 12) - Math.floor(monthOf(first) / 12);
}

/** The name of a place along the categories of a pair. */
export function placeName({ groups }: AxisPair, place: number): string {
  const [first] = groups;
  return first ? categoryAt(first, place) : '';
}

/** The pixel of a place along the categories and a value, both as shares. */
export function pointAt(rect: Rect, isLying: boolean, [along, up]: readonly [number, number]): [x: number, y: number] {
  return isLying
    ? [rect.x + up * rect.width, rect.y + (1 - along) * rect.height]
    : [rect.x + along * rect.width, rect.y + (1 - up) * rect.height];
}

/** Where the line of the categories crosses the values, as a share. */
export function baseShare({ across, scale }: AxisPair): number {
  const crosses = across?.crosses ?? 'auto';
  if (crosses === 'max') return scale.at(scale.max);
  if (crosses === 'min') return scale.at(scale.min);
  const value = crosses === 'auto' ? 0 : crosses;
  return scale.at(Math.max(scale.min, Math.min(scale.max, value)));
}

/** Where the line of the values crosses the categories, as a share. */
export function crossShare({ value, acrossScale, bands, across }: AxisPair): number {
  const crosses = value?.crosses ?? 'auto';
  if (acrossScale) {
    if (crosses === 'max') return acrossScale.at(acrossScale.max);
    const at = typeof crosses === 'number' ? crosses : crosses === 'min' ? acrossScale.min : 0;
    return acrossScale.at(Math.max(acrossScale.min, Math.min(acrossScale.max, at)));
  }
  const share =
    crosses === 'max' ? 1 : typeof crosses === 'number' ? Math.max(0, Math.min(1, (crosses - 1) * bands.width)) : 0;
  return across?.isReversed ? 1 - share : share;
}
