import type { ShapeLook, TickMark } from '../model.ts';
import {
  type AxisView,
  axisTitleLines,
  axisTitleType,
  depthOf,
  type Frame,
  labelGaps,
  sideOf,
  tickPx,
  titleDepth,
  titleGap,
} from './frame.ts';
import { type Ink, softLine } from './ink.ts';
import { drawLevels } from './levels.ts';
import type { Scale } from './scale.ts';
import { element, lineAttributes, lineHeight, px, type Rect, textLine, typeAttributes } from './svg.ts';

/** The lines behind the values. */
export function drawGrids({ rect, views }: Frame): string {
  return views
    .flatMap((view) => {
      const { axis } = view;
      const [minor, major] = [axis.minorGrid, axis.majorGrid];
      return [
        minor ? gridLines(view, rect, { shares: minorShares(view), look: minor, color: '#d9d9d9' }) : '',
        major ? gridLines(view, rect, { shares: majorShares(view), look: major, color: softLine }) : '',
      ];
    })
    .join('');
}

interface GridLines {
  readonly shares: readonly number[];
  readonly look: ShapeLook;
  readonly color: string;
}

function gridLines(view: AxisView, rect: Rect, { shares, look, color }: GridLines): string {
  const line = look.line ?? { paint: undefined, width: undefined };
  if (line === 'none') return '';
  const steps = shares.map((share) => {
    if (view.isUpright) return `M${px(rect.x)} ${crisp(rect.y + (1 - share) * rect.height)}h${px(rect.width)}`;
    return `M${crisp(rect.x + share * rect.width)} ${px(rect.y)}v${px(rect.height)}`;
  });
  return steps.length === 0
    ? ''
    : element('path', { d: steps.join(''), fill: 'none', ...lineAttributes(line, { color, width: 1 }) });
}

/** A line of one pixel lies in the middle of it. */
function crisp(value: number): string {
  return px(Math.floor(value) + 0.5);
}

/** The scale of an axis of numbers. */
function scaleOf({ axis, pair }: AxisView): Scale | undefined {
  return axis === pair.value ? pair.scale : pair.acrossScale;
}

function majorShares(view: AxisView): number[] {
  const scale = scaleOf(view);
  return scale ? scale.ticks.map((tick) => scale.at(tick)) : bandEdges(view);
}

function minorShares(view: AxisView): number[] {
  const scale = scaleOf(view);
  if (!scale) return [];
  const major = new Set(scale.ticks);
  return scale.minorTicks.filter((tick) => !major.has(tick)).map((tick) => scale.at(tick));
}

const mostMarks = 600;

function bandEdges({ pair, axis, set }: AxisView): number[] {
  const { bands, days, isBetween } = pair;
  if (days) return set.labels.map(({ at }) => at - (isBetween ? bands.width / 2 : 0));
  const step = (axis.tickStep ?? axis.labelStep ?? 1) * Math.ceil(bands.count / mostMarks);
  const edges: number[] = [];
  for (let n = 0; n <= bands.count - (isBetween ? 0 : 1); n += step) {
    const share = n * bands.width;
    edges.push(axis.isReversed ? 1 - share : share);
  }
  return edges;
}

/** The lines, marks, labels and titles of the axes. */
export function drawAxes({ rect, views }: Frame, ink: Ink): string {
  const used = { left: 0, right: 0, top: 0, bottom: 0 };
  return views
    .map((view) => {
      const side = sideOf(view);
      const before = used[side];
      used[side] += depthOf(view) + titleDepth(view, ink);
      return axisLine(view, rect) + axisLabels(view, rect, ink) + axisTitle(view, rect, { ink, before });
    })
    .join('');
}

function axisLine(view: AxisView, rect: Rect): string {
  const { axis, share, isUpright } = view;
  const line = axis.look.line ?? { paint: undefined, width: undefined };
  if (line === 'none') return '';
  const steps = isUpright
    ? [`M${crisp(rect.x + share * rect.width)} ${px(rect.y)}v${px(rect.height)}`]
    : [`M${px(rect.x)} ${crisp(rect.y + (1 - share) * rect.height)}h${px(rect.width)}`];
  steps.push(...marks(view, rect, { mark: axis.majorTick, shares: majorShares(view), length: tickPx }));
  if (axis.minorTick !== 'none') {
    steps.push(...marks(view, rect, { mark: axis.minorTick, shares: minorShares(view), length: tickPx / 2 }));
  }
  return element('path', { d: steps.join(''), fill: 'none', ...lineAttributes(line, { color: softLine, width: 1 }) });
}

interface Marks {
  readonly mark: TickMark;
  readonly shares: readonly number[];
  readonly length: number;
}

function marks({ share, isFar, isUpright }: AxisView, rect: Rect, { mark, shares, length }: Marks): string[] {
  if (mark === 'none') return [];
  const outward = mark === 'in' ? 0 : length;
  const inward = mark === 'out' ? 0 : length;
  const sign = isFar ? 1 : -1;
  return shares.map((at) => {
    if (isUpright) {
      const x = rect.x + share * rect.width;
      return `M${px(x + sign * outward)} ${crisp(rect.y + (1 - at) * rect.height)}h${px(-sign * (outward + inward))}`;
    }
    const y = rect.y + (1 - share) * rect.height;
    return `M${crisp(rect.x + at * rect.width)} ${px(y - sign * outward)}v${px(sign * (outward + inward))}`;
  });
}

function axisLabels(view: AxisView, rect: Rect, ink: Ink): string {
  const { set, type, isUpright, isFar, labelShare, axis } = view;
  if (set.labels.length === 0) return '';
  const tick = axis.majorTick === 'out' || axis.majorTick === 'cross' ? tickPx : 0;
  const away = (isFar ? 1 : -1) * (labelGaps[isUpright ? 'beside' : 'below'] + tick);
  const start = isUpright ? rect.x + labelShare * rect.width + away : rect.y + (1 - labelShare) * rect.height - away;
  const texts = isUpright ? uprightTexts(view, rect, start) : flatTexts(view, rect, start);
  const isTurned = !isUpright && set.turn !== 0;
  const anchor = isUpright || isTurned ? ((isUpright ? isFar : set.turn > 0) ? 'start' : 'end') : 'middle';
  const named = element('g', { 'text-anchor': anchor, ...typeAttributes(type, ink.type) }, texts.join(''));
  return named + drawLevels(view, rect, { ink, start });
}

function uprightTexts({ set, type }: AxisView, rect: Rect, x: number): string[] {
  return set.labels.map(({ at, lines }) =>
    textLine(lines[0] ?? '', { x, y: rect.y + (1 - at) * rect.height }, type, type),
  );
}

function flatTexts({ set, type, isFar }: AxisView, rect: Rect, y: number): string[] {
  const { turn, labels } = set;
  const step = type.size * lineHeight;
  const rows = Math.max(1, ...labels.map(({ lines }) => lines.length));
  return labels.flatMap(({ at, lines }) => {
    const x = rect.x + at * rect.width;
    if (turn !== 0) return textLine(lines[0] ?? '', { x, y: y + (isFar ? -1 : 1) * step * 0.35, turn }, type, type);
    const top = isFar ? y - rows * step : y;
    return lines.map((line, n) => textLine(line, { x, y: top + (n + 0.5) * step }, type, type));
  });
}

interface TitlePlace {
  readonly ink: Ink;
  /** Pixels that other axes take on this side. */
  readonly before: number;
}

function axisTitle(view: AxisView, rect: Rect, { ink, before }: TitlePlace): string {
  const { axis, isUpright, isFar } = view;
  const lines = axisTitleLines(axis);
  if (lines.length === 0) return '';
  const type = axisTitleType(axis.title, ink);
  const away = before + depthOf(view) + titleGap(view);
  const step = type.size * lineHeight;
  return lines
    .map((line, n) => {
      if (!isUpright) {
        const y = isFar
          ? rect.y - away - (lines.length - n - 0.5) * step
          : rect.y + rect.height + away + (n + 0.5) * step;
        return textLine(line, { x: rect.x + rect.width / 2, y, anchor: 'middle' }, type, ink.type);
      }
      const x = isFar ? rect.x + rect.width + away + (n + 0.5) * step : rect.x - away - (lines.length - n - 0.5) * step;
      const turn = axis.title?.letters.turn ?? -90;
      return textLine(line, { x, y: rect.y + rect.height / 2, anchor: 'middle', turn }, type, ink.type);
    })
    .join('');
}
