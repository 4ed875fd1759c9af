import type { Chart, Legend } from '../model.ts';
import { categoryAt, type PlotGroup, type PlotSeries } from '../plot-series.ts';
import { accentOf, type Ink, solidLook, strokeOf } from './ink.ts';
import { markerOf, markerPath, symbolPath } from './markers.ts';
import { branchesOf, branchLook } from './newer/tree-look.ts';
import {
  element,
  fillAttributes,
  lineAttributes,
  lineHeight,
  px,
  type Rect,
  rectangle,
  type Type,
  textLine,
  typeAttributes,
  typeOf,
  widthOf,
} from './svg.ts';

/** An entry of the legend. */
interface Entry {
  readonly name: string;
  /** Draws its key about a point. */
  key(x: number, y: number): string;
}

/** The legend as it lies. */
export interface LegendBox {
  readonly rect: Rect;
  readonly html: string;
}

const gap = 6;
const mostEntries = 200;

/** The legend of a chart within the room that it has; undefined where there is none. */
export function legendBox(ink: Ink, groups: readonly PlotGroup[], room: Rect): LegendBox | undefined {
  const { legend } = ink.chart;
  if (!legend) return undefined;
  const entries = entriesOf(ink, groups).filter((_, n) => !legend.without.includes(n));
  if (entries.length === 0) return undefined;
  const type = typeOf(legend.letters, ink.type);
  const isFlat = legend.side === 'top' || legend.side === 'bottom';
  const keyWidth = hasLines(groups) ? 28 : type.size * 0.6;
  const laid = isFlat ? inRows(entries, { type, keyWidth, room }) : inColumn(entries, { type, keyWidth, room });
  const rect = placed(legend, laid, room);
  const texts = laid.entries.map(({ entry, x, y }) => {
    const middle = rect.y + y + (type.size * lineHeight) / 2;
    const text = fitted(entry.name, rect.width - x - keyWidth - gap, type);
    return (
      entry.key(rect.x + x + keyWidth / 2, middle) +
      textLine(text, { x: rect.x + x + keyWidth + gap, y: middle }, type, type)
    );
  });
  return { rect, html: element('g', typeAttributes(type, ink.type), rectangle(rect, legend.look) + texts.join('')) };
}

function fitted(name: string, room: number, type: Type): string {
  if (widthOf(name, type) <= room * 1.15) return name;
  const letters = Math.max(1, Math.floor((name.length * room) / widthOf(name, type)) - 1);
  return `${name.slice(0, letters).toWellFormed()}…`;
}

function hasLines(groups: readonly PlotGroup[]): boolean {
  return groups.some(
    ({ group }) => ['line', 'scatter', 'radar', 'stock'].includes(group.kind) && group.style !== 'filled',
  );
}

function entriesOf(ink: Ink, groups: readonly PlotGroup[]): Entry[] {
  const [first] = groups;
  if (first?.series[0]?.tree) return branchEntries(ink, first);
  const isByPoint =
    first &&
    groups.length === 1 &&
    (first.group.kind === 'pie' ||
      first.group.kind === 'doughnut' ||
      (first.group.variesColors && first.series.length === 1));
  if (isByPoint) return pointEntries(ink, first);
  const entries = groups.flatMap((group) => group.series.map((series) => seriesEntry(ink, group, series)));
  // Bars that are laid upon each other are read from above.
  const isStackedUp =
    groups.length === 1 && first?.group.kind === 'bar' && !first.group.isAcross && first.group.grouping !== 'clustered';
  const isBeside =
    ink.chart.legend?.side === 'right' || ink.chart.legend?.side === 'left' || ink.chart.legend?.side === 'corner';
  return (isStackedUp && isBeside ? entries.reverse() : entries).slice(0, mostEntries);
}

function pointEntries(ink: Ink, group: PlotGroup): Entry[] {
  const [series] = group.series;
  if (!series) return [];
  return Array.from({ length: Math.min(group.count, mostEntries) }, (_, place) => ({
    name: categoryAt(group, place),
    key: (x, y) => square([x, y], ink, solidLook(ink, series, { point: place, varies: group.group.variesColors })),
  }));
}

/** The branches at the top of a hierarchy. */
function branchEntries(ink: Ink, group: PlotGroup): Entry[] {
  const [series] = group.series;
  if (!series) return [];
  return branchesOf(group)
    .slice(0, mostEntries)
    .map((node, place) => ({
      name: node.name,
      key: (x, y) => square([x, y], ink, branchLook(node, place, { ink, series })),
    }));
}

function square([x, y]: readonly [number, number], ink: Ink, look: ReturnType<typeof solidLook>): string {
  const size = ink.type.size * 0.6;
  return element('path', {
    d: symbolPath('square', [x, y], size),
    ...fillAttributes(look.fill),
    ...lineAttributes(look.line, { color: ink.chart.ink, width: 1 }),
  });
}

/** Draws the key of a series about a point. */
export function seriesKey(ink: Ink, group: PlotGroup, series: PlotSeries): Entry['key'] {
  return seriesEntry(ink, group, series).key;
}

function seriesEntry(ink: Ink, group: PlotGroup, series: PlotSeries): Entry {
  const isLine = ['line', 'scatter', 'radar', 'stock'].includes(group.group.kind) && group.group.style !== 'filled';
  if (!isLine) return { name: series.name, key: (x, y) => square([x, y], ink, solidLook(ink, series)) };
  const stroke = group.group.kind === 'scatter' && group.group.style === 'marker' ? 'none' : strokeOf(ink, series, 3);
  const marker = markerOf(ink, group, series);
  return {
    name: series.name,
    key: (x, y) => {
      const line =
        stroke === 'none'
          ? ''
          : element('path', {
              d: `M${px(x - 14)} ${px(y)}h28`,
              fill: 'none',
              ...lineAttributes(stroke, { color: accentOf(ink.chart, series.series.index), width: 3 }),
            });
      return line + (marker ? markerPath(marker, symbolPath(marker.symbol, [x, y], marker.size)) : '');
    },
  };
}

interface Laid {
  readonly width: number;
  readonly height: number;
  readonly entries: readonly { readonly entry: Entry; readonly x: number; readonly y: number }[];
}

interface LegendRoom {
  readonly type: Type;
  readonly keyWidth: number;
  readonly room: Rect;
}

function inColumn(entries: readonly Entry[], { type, keyWidth, room }: LegendRoom): Laid {
  const step = type.size * lineHeight + 4;
  const shown = entries.slice(0, Math.max(1, Math.floor(room.height / step)));
  const widest = Math.max(0, ...shown.map(({ name }) => widthOf(name, type)));
  const width = Math.min(room.width * 0.4, widest + keyWidth + gap + 8);
  return { width, height: shown.length * step, entries: shown.map((entry, n) => ({ entry, x: 4, y: n * step + 2 })) };
}

function inRows(entries: readonly Entry[], { type, keyWidth, room }: LegendRoom): Laid {
  const step = type.size * lineHeight + 4;
  const rows: { entry: Entry; width: number }[][] = [[]];
  let used = 0;
  for (const entry of entries) {
    const width = Math.min(room.width, widthOf(entry.name, type) + keyWidth + gap + 14);
    if (used > 0 && used + width > room.width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push({ entry, width });
    used += width;
  }
  const kept = rows.slice(0, Math.max(1, Math.floor((room.height * 0.4) / step)));
  const widths = kept.map((row) => row.reduce((sum, { width }) => sum + width, 0));
  const whole = Math.max(...widths);
  const laid = kept.flatMap((row, n) => {
    let x = (whole - (widths[n] ?? 0)) / 2;
    return row.map(({ entry, width }) => {
      const at = { entry, x, y: n * step + 2 };
      x += width;
      return at;
    });
  });
  return { width: whole, height: kept.length * step, entries: laid };
}

function placed(legend: Legend, { width, height }: Laid, room: Rect): Rect {
  const { side, place } = legend;
  const middle = room.x + (room.width - width) / 2;
  const centre = room.y + (room.height - height) / 2;
  const x = side === 'left' ? room.x : side === 'right' || side === 'corner' ? room.x + room.width - width : middle;
  const y = side === 'top' || side === 'corner' ? room.y : side === 'bottom' ? room.y + room.height - height : centre;
  return { x: place?.x === undefined ? x : -1, y: place?.y === undefined ? y : -1, width, height };
}

/** The room that a legend leaves to the plot. */
export function besideLegend({ legend }: Chart, box: LegendBox | undefined, room: Rect): Rect {
  if (!box || !legend || legend.isOverlay) return room;
  const { x, y, width, height } = room;
  const [across, down] = [box.rect.width + gap, box.rect.height + gap];
  switch (legend.side) {
    case 'left':
      return { x: x + across, y, width: width - across, height };
    case 'top':
      return { x, y: y + down, width, height: height - down };
    case 'bottom':
      return { x, y, width, height: height - down };
    default:
      return { x, y, width: width - across, height };
  }
}
