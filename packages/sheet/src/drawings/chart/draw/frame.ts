import type { Axis, ChartText } from '../model.ts';
import type { PlotGroup } from '../plot-series.ts';
import { categoryLabels, type LabelSet, valueLabels, widest } from './axis-labels.ts';
import { tableRoom } from './extras/data-table.ts';
import type { Ink } from './ink.ts';
import { type AxisPair, axisPairs, baseShare, crossShare } from './pairs.ts';
import { lineHeight, type Rect, type Type, typeOf, widthOf } from './svg.ts';

/** An axis as it is set beside the plot. */
export interface AxisView {
  readonly axis: Axis;
  readonly pair: AxisPair;
  readonly isUpright: boolean;
  /** Where its line crosses the other direction, from 0 (left, bottom) to 1. */
  readonly share: number;
  /** Its labels stand at the right or on top of what they stand beside. */
  readonly isFar: boolean;
  /** Where the labels stand, from 0 to 1 of the other direction. */
  readonly labelShare: number;
  readonly set: LabelSet;
  readonly type: Type;
}

/** A plot with its axes. */
export interface Frame {
  readonly rect: Rect;
  readonly pairs: readonly AxisPair[];
  readonly views: readonly AxisView[];
}

interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pixels of a tick, and between labels and what they stand beside. */
export const tickPx = 5;
export const labelGaps = { below: 1.2, beside: 4 };
/** Between the labels of an axis and its title, and beyond the title. */
const titleGaps = { below: 8.8, beside: 12 };
const beyondTitle = { below: 12, beside: 4 };
/** A step of an axis that stands takes a line of its labels: sizes of their letters. */
export const stepDown = 1.12;
/** A step of an axis that lies takes the longest label and a blank; pixels of one whose labels are not known yet. */
const blankAcross = 0.6;
const stepAcross = 36;

/** Lays a plot out in a box: its axes take the room that their labels need. */
export function frameOf(ink: Ink, groups: readonly PlotGroup[], outer: Rect): Frame {
  const { plotPlace } = ink.chart;
  const isFixed = plotPlace?.isInner === true && plotPlace.width !== undefined;
  let rect = outer;
  let laid = viewsOf(ink, groups, { rect, before: [] });
  for (let pass = 0; pass < 2; pass++) {
    if (!isFixed) rect = within(outer, marginsOf(laid.views, ink, rect));
    laid = viewsOf(ink, groups, { rect, before: laid.views });
  }
  return { rect, ...laid };
}

function within({ x, y, width, height }: Rect, { left, right, top, bottom }: Margins): Rect {
  const across = Math.min(1, (width * 0.8) / Math.max(1, left + right));
  const down = Math.min(1, (height * 0.8) / Math.max(1, top + bottom));
  return {
    x: x + left * across,
    y: y + top * down,
    width: Math.max(1, width - (left + right) * across),
    height: Math.max(1, height - (top + bottom) * down),
  };
}

interface Laying {
  readonly rect: Rect;
  /** The axes as they were laid before, which tell how long their labels are. */
  readonly before: readonly AxisView[];
}

function viewsOf(ink: Ink, groups: readonly PlotGroup[], { rect, before }: Laying): Pick<Frame, 'pairs' | 'views'> {
  const typeOfAxis = (axis: Axis | undefined) => typeOf(axis?.letters ?? {}, ink.type);
  const pairs = axisPairs(ink.chart, groups, {
    across(axis) {
      const known = before.find((view) => view.axis === axis);
      if (!known || known.set.labels.length === 0) return rect.width / stepAcross;
      return rect.width / (widest(known.set.labels, known.type) + blankAcross * known.type.size);
    },
    down: (axis) => rect.height / (typeOfAxis(axis).size * stepDown),
  });
  return { pairs, views: pairs.flatMap((pair) => pairViews(ink, pair, rect)) };
}

function pairViews(ink: Ink, pair: AxisPair, rect: Rect): AxisView[] {
  const { across, value, isLying } = pair;
  const views: AxisView[] = [];
  const format = pair.groups.flatMap(({ series }) => series).find((one) => one.format)?.format;
  const isPercent = pair.groups.some(({ group }) => group.grouping === 'percent');
  if (across && !across.isDeleted) {
    const type = typeOf(across.letters, ink.type);
    const acrossFormat = pair.groups[0]?.series.find((one) => one.acrossFormat)?.acrossFormat;
    const hasTable = tableRoom(ink, pair.groups) !== undefined;
    const set = pair.acrossScale
      ? valueLabels(across, pair.acrossScale, { chart: ink.chart, format: acrossFormat, type, isUpright: isLying })
      : categoryLabels(pair, isLying ? rect.height : rect.width, { chart: ink.chart, format: acrossFormat, type });
    // A table names the places itself.
    const shown = hasTable ? { ...set, labels: [], depth: 0 } : set;
    views.push(viewOf(across, pair, { isUpright: isLying, share: baseShare(pair), set: shown, type }));
  }
  if (value && !value.isDeleted) {
    const type = typeOf(value.letters, ink.type);
    const code = isPercent ? '0%' : format;
    const set = valueLabels(value, pair.scale, { chart: ink.chart, format: code, type, isUpright: !isLying });
    views.push(viewOf(value, pair, { isUpright: !isLying, share: crossShare(pair), set, type }));
  }
  return views;
}

function viewOf(axis: Axis, pair: AxisPair, own: Pick<AxisView, 'isUpright' | 'share' | 'set' | 'type'>): AxisView {
  const { share } = own;
  const isAtEnd = share > 0.999;
  const isFar = axis.labels === 'high' || (axis.labels === 'nextTo' && isAtEnd);
  const labelShare = axis.labels === 'nextTo' ? share : axis.labels === 'high' ? 1 : 0;
  return {
    axis,
    pair,
    isFar,
    labelShare,
    ...own,
    set: axis.labels === 'none' ? { ...own.set, labels: [], depth: 0 } : own.set,
  };
}

function marginsOf(views: readonly AxisView[], ink: Ink, rect: Rect): Margins {
  const margins: Margins = { left: 0, right: 0, top: 0, bottom: 0 };
  const ends: Margins = { left: 0, right: 0, top: 0, bottom: 0 };
  const groups = new Set(views.flatMap(({ pair }) => pair.groups));
  const table = tableRoom(ink, [...groups]);
  for (const view of views) {
    const side = sideOf(view);
    margins[side] += depthOf(view) + titleDepth(view, ink);
    addEnds(ends, view, rect);
  }
  return {
    left: Math.max(margins.left, ends.left, table?.left ?? 0),
    right: Math.max(margins.right, ends.right),
    top: Math.max(margins.top, ends.top),
    bottom: Math.max(margins.bottom + (table?.bottom ?? 0), ends.bottom),
  };
}

/** The side of the plot that an axis is set on. */
export function sideOf({ isUpright, isFar }: AxisView): keyof Margins {
  if (isUpright) return isFar ? 'right' : 'left';
  return isFar ? 'top' : 'bottom';
}

/** Pixels that an axis takes beside the plot without its title: labels at a line within it take none. */
export function depthOf({ set, labelShare, isFar, axis, isUpright }: AxisView): number {
  if (set.depth === 0) return 2;
  const isInside = isFar ? labelShare < 0.98 : labelShare > 0.02;
  const tick = axis.majorTick === 'out' || axis.majorTick === 'cross' ? tickPx : 0;
  return isInside ? 0 : set.depth + labelGaps[isUpright ? 'beside' : 'below'] + tick;
}

/** The first and last labels reach over the ends of their axis. */
function addEnds(ends: Margins, { isUpright, set, type }: AxisView, rect: Rect): void {
  if (isUpright) {
    const halfAt = (isThere: (at: number) => boolean) =>
      set.labels.some(({ at }) => isThere(at)) ? type.size * halfLetter : 0;
    ends.top = Math.max(ends.top, halfAt(isAtEnd));
    ends.bottom = Math.max(ends.bottom, halfAt(isAtStart));
    return;
  }
  if (set.turn !== 0) {
    // Turned texts end at their places, and begin far beside them.
    const aside = Math.cos((set.turn * Math.PI) / 180);
    for (const { at, lines } of set.labels) {
      const reach = widthOf(lines[0] ?? '', type) * aside - (set.turn < 0 ? at : 1 - at) * rect.width;
      if (set.turn < 0) ends.left = Math.max(ends.left, reach);
      else ends.right = Math.max(ends.right, reach);
    }
    return;
  }
  const halfAt = (isThere: (at: number) => boolean) =>
    widthOf(set.labels.find(({ at }) => isThere(at))?.lines[0] ?? '', type) / 2;
  ends.left = Math.max(ends.left, halfAt(isAtStart));
  ends.right = Math.max(ends.right, halfAt(isAtEnd));
}

/** Half a label at the end of an axis, in sizes of its letters. */
const halfLetter = 0.45;
/** A label that stands beyond this share of its axis reaches over the end. */
const nearEnd = 0.97;
const isAtEnd = (at: number) => at > nearEnd;
const isAtStart = (at: number) => at < 1 - nearEnd;

/** Pixels of a title beside its axis. */
export function titleDepth({ axis, isUpright }: AxisView, ink: Ink): number {
  const count = axisTitleLines(axis).length;
  if (count === 0 || axis.title?.isOverlay) return 0;
  const type = axisTitleType(axis.title, ink);
  const lines = count * type.size * lineHeight;
  return titleGap({ isUpright }) + lines + (isUpright ? beyondTitle.beside : beyondTitle.below);
}

/** Pixels between the labels of an axis and its title. */
export function titleGap({ isUpright }: Pick<AxisView, 'isUpright'>): number {
  return isUpright ? titleGaps.beside : titleGaps.below;
}

/** Titles of axes are bold by themselves. */
export function axisTitleType(title: ChartText | undefined, { type }: Ink): Type {
  return typeOf(title?.letters ?? {}, { ...type, isBold: true });
}

/** What stands beside an axis: its title, and the unit that its numbers are divided by. */
export function axisTitleLines({ title, unitLabel }: Axis): readonly string[] {
  const unit = unitLabel === undefined ? [] : [unitLabel];
  if (!title) return unit;
  return title.lines.length === 0 && unit.length === 0 ? ['Axis Title'] : [...title.lines, ...unit];
}
