import { limits } from '@sheetwire/contract/limits';
import { escapeAttribute } from '../render/escape.ts';
import type { Dot, PlacedSparkline, PointKind } from './sparkline.ts';
import { thinned } from './thinned.ts';

/** Pixels that a sparkline has. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** What the points are drawn on. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly stroke: number;
  readonly yOf: (value: number) => number;
}

/** Units of the drawing in a pixel: whole numbers are short, and half pixels smooth. */
const units = 2;
const pxOfPoint = 4 / 3;
const markWidth = 4 * units;
const leastSize = 4;

/** A sparkline as a small drawing in its cell, in at most so many bytes (fidelity 4); fewer of its points where it must. */
export function sparklineSvg(sparkline: PlacedSparkline, box: Box): string {
  const canvas = canvasOf(sparkline, box);
  const dots = dotsOf(sparkline, canvas);
  let most: number = limits.workbook.sparklineDots;
  let svg = '';
  do {
    const few = thinned(dots, most);
    const shapes =
      sparkline.group.kind === 'line' ? lineShapes(sparkline, few, canvas) : columnShapes(sparkline, few, canvas);
    svg = framed(sparkline, box, shapes);
    most =
      Math.min(most, few.length) - Math.max(1, Math.floor((svg.length - limits.workbook.sparklineBytes) / bytesOfDot));
  } while (svg.length > limits.workbook.sparklineBytes && most > 1);
  return svg;
}

/** What one point takes at most, its mark included. */
const bytesOfDot = 20;

function framed({ name, group }: PlacedSparkline, box: Box, shapes: string): string {
  const [width, height] = [Math.max(leastSize, box.width), Math.max(leastSize, box.height)];
  const size = `width="${width}" viewBox="0 0 ${width * units} ${height * units}"`;
  const round = group.kind === 'line' ? ' fill="none" stroke-linecap="round"' : '';
  return `<svg ${size} role="img" aria-label="${escapeAttribute(name)}" style="display:block"${round}>${shapes}</svg>`;
}

function canvasOf({ group, least, most }: PlacedSparkline, box: Box): Canvas {
  const width = Math.max(leastSize, box.width) * units;
  const height = Math.max(leastSize, box.height) * units;
  const stroke = Math.max(1, Math.round(group.weight * pxOfPoint * units));
  const isMarked = group.kind === 'line' && group.marks.size > 0;
  const edge = group.kind === 'line' ? Math.ceil((isMarked ? markWidth : stroke) / 2) : 1;
  const [low, high] = endsOf(group.kind, least, most);
  const yOf = (value: number) => {
    const share = (Math.min(high, Math.max(low, value)) - low) / (high - low);
    return Math.round(height - edge - share * (height - 2 * edge));
  };
  return { width, height, stroke, yOf };
}

/** The ends of the axis with some room between them: columns of one height are whole, a level line lies in the middle. */
function endsOf(kind: PlacedSparkline['group']['kind'], least: number, most: number): [low: number, high: number] {
  if (kind === 'winLoss') return [-1, 1];
  // Numbers too far apart to be subtracted are drawn by their share of half the way.
  if (most > least) return Number.isFinite(most - least) ? [least, most] : [least / 2, most / 2];
  if (kind === 'line') return [least - 1, least + 1];
  return least >= 0 ? [Math.min(0, least - 1), Math.max(1, least)] : [least, 0];
}

function dotsOf(sparkline: PlacedSparkline, { width, yOf }: Canvas): Dot[] {
  const { group, values, places, slots } = sparkline;
  const colorOf = coloring(sparkline);
  const isLine = group.kind === 'line';
  const edge = isLine ? markWidth / 2 : width / Math.max(1, slots) / 2;
  const count = values.length;
  return Array.from(values, (value, n) => {
    const even = count > 1 ? n / (count - 1) : 0.5;
    const share = places?.[n] ?? even;
    const x = Math.round(edge + (group.isRightToLeft ? 1 - share : share) * (width - 2 * edge));
    const isDrawn = !Number.isNaN(value);
    const shown = group.kind === 'winLoss' ? Math.sign(value) : value;
    return { x, y: isDrawn ? yOf(shown) : undefined, value: isDrawn ? shown : 0, color: colorOf(value, n) };
  });
}

/** The colour that a point has of its own. */
function coloring({ group, values }: PlacedSparkline): (value: number, place: number) => string | undefined {
  const drawn = [...values.keys()].filter((n) => !Number.isNaN(values[n]));
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const n of drawn) {
    least = Math.min(least, values[n] ?? 0);
    most = Math.max(most, values[n] ?? 0);
  }
  const [first, last] = [drawn[0], drawn.at(-1)];
  const isOf: Readonly<Record<PointKind, (value: number, place: number) => boolean>> = {
    markers: () => group.kind === 'line',
    negative: (value) => value < 0,
    first: (_, place) => place === first,
    last: (_, place) => place === last,
    low: (value) => value === least,
    high: (value) => value === most,
  };
  const marks = [...group.marks].reverse();
  return (value, place) => (Number.isNaN(value) ? undefined : marks.find(([kind]) => isOf[kind](value, place))?.[1]);
}

function lineShapes({ group, least, most }: PlacedSparkline, dots: readonly Dot[], canvas: Canvas): string {
  const d = lineData(dots, group.empty === 'span');
  const line = `<path d="${d}" stroke="${group.color}" stroke-width="${canvas.stroke}"></path>`;
  const axis = axisShape({ group, least, most }, canvas);
  const marks = byColor(dots, undefined).map(
    ([color, of]) => `<path d="${of.map(({ x, y }) => `M${x} ${y}h0`).join('')}" stroke="${color}"></path>`,
  );
  const marked = marks.length === 0 ? '' : `<g stroke-width="${markWidth}">${marks.join('')}</g>`;
  return axis + (d === '' ? '' : line) + marked;
}

/** The way of the line: a start for each stretch without a gap, and steps from point to point. */
function lineData(dots: readonly Dot[], isSpanned: boolean): string {
  return stretches(dots, isSpanned).map(stretchData).join('');
}

function stretches(dots: readonly Dot[], isSpanned: boolean): Dot[][] {
  const found: Dot[][] = [];
  let open: Dot[] | undefined;
  for (const dot of dots) {
    if (dot.y !== undefined) {
      if (open) open.push(dot);
      else {
        open = [dot];
        found.push(open);
      }
    } else if (!isSpanned) open = undefined;
  }
  return found;
}

function stretchData([first, ...rest]: readonly Dot[]): string {
  if (!first) return '';
  let [x, y] = [first.x, first.y ?? 0];
  let d = `M${x} ${y}`;
  if (rest.length === 0) return `${d}h0`;
  for (const [n, dot] of rest.entries()) {
    const [dx, dy] = [dot.x - x, (dot.y ?? 0) - y];
    d += `${n === 0 ? 'l' : dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
    [x, y] = [dot.x, dot.y ?? 0];
  }
  return d;
}

const columnShare = 0.75;

function columnShapes({ group, least, most, slots }: PlacedSparkline, dots: readonly Dot[], canvas: Canvas): string {
  const slot = canvas.width / Math.max(1, slots, dots.length);
  const [low, high] = endsOf(group.kind, least, most);
  const base = canvas.yOf(Math.min(high, Math.max(low, 0)));
  const width = Math.max(1, Math.round(slot * columnShare));
  const columns = byColor(dots, group.color).map(([color, of]) => {
    const bars = of.filter(({ value }) => value !== 0 || group.kind !== 'winLoss').map((dot) => bar(dot, base, canvas));
    return bars.length === 0 ? '' : `<path d="${bars.join('')}" stroke="${color}" stroke-width="${width}"></path>`;
  });
  return columns.join('') + axisShape({ group, least: low, most: high }, canvas);
}

/** The least column is still seen. */
function bar({ x, y = 0 }: Dot, base: number, { height }: Canvas): string {
  const end = y === base && base >= height - 1 ? base - units : y;
  return `M${x} ${base}V${end}`;
}

function axisShape({ group, least, most }: Pick<PlacedSparkline, 'group' | 'least' | 'most'>, canvas: Canvas): string {
  if (!group.hasAxis || least > 0 || most < 0) return '';
  return `<path d="M0 ${canvas.yOf(0)}h${canvas.width}" stroke="${group.axisColor}"></path>`;
}

function byColor(dots: readonly Dot[], usual: string | undefined): [color: string, dots: Dot[]][] {
  const found = new Map<string, Dot[]>();
  for (const dot of dots) {
    const color = dot.color ?? usual;
    if (dot.y === undefined || color === undefined) continue;
    const same = found.get(color);
    if (same) same.push(dot);
    else found.set(color, [dot]);
  }
  return [...found];
}
