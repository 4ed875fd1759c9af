import { showNumber } from '../../../../format/number-format.ts';
import type { DataTable } from '../../model.ts';
import { categoryAt, type PlotGroup, type PlotSeries } from '../../plot-series.ts';
import { type Ink, softLine } from '../ink.ts';
import { seriesKey } from '../legend-entries.ts';
import type { AxisPair } from '../pairs.ts';
import {
  element,
  lineAttributes,
  lineHeight,
  px,
  type Rect,
  type Type,
  textLine,
  typeAttributes,
  typeOf,
  widthOf,
} from '../svg.ts';

/** A line of the table beneath a plot. */
interface Row {
  readonly group: PlotGroup;
  readonly series: PlotSeries;
}

const pad = 4;
/** The key of a line is 28 pixels long. */
const keyPx = 34;
/** More places than these have no room for a number. */
const mostPlaces = 200;

/** The table of a chart, where it has one and its categories lie below. */
function tableOf(ink: Ink, groups: readonly PlotGroup[]): DataTable | undefined {
  const isBelow = groups.length > 0 && groups.every(({ group }) => !group.isAcross && !isOther.has(group.kind));
  return isBelow ? ink.chart.dataTable : undefined;
}
const isOther: ReadonlySet<string> = new Set([
  'pie',
  'doughnut',
  'scatter',
  'bubble',
  'radar',
  'treemap',
  'sunburst',
  'box',
]);

function rowsOf(groups: readonly PlotGroup[]): Row[] {
  return groups.flatMap((group) => group.series.map((series) => ({ group, series })));
}

function rowHeight(type: Type): number {
  return type.size * lineHeight + 4;
}

/** The room that the table of a chart takes below its plot and beside it; undefined without one. */
export function tableRoom(
  ink: Ink,
  groups: readonly PlotGroup[],
): { readonly bottom: number; readonly left: number } | undefined {
  const table = tableOf(ink, groups);
  if (!table) return undefined;
  const type = typeOf(table.letters, ink.type);
  const rows = rowsOf(groups);
  const widest = Math.max(0, ...rows.map(({ series }) => widthOf(series.name, type)));
  return { bottom: (rows.length + 1) * rowHeight(type) + 2, left: widest + 2 * pad + (table.hasKeys ? keyPx : 0) };
}

/** What the table lies under. */
interface TablePlot {
  readonly groups: readonly PlotGroup[];
  readonly rect: Rect;
}

/** Draws the numbers of a chart beneath its plot, each under its place. */
export function drawDataTable(ink: Ink, pair: AxisPair | undefined, { groups, rect }: TablePlot): string {
  const table = tableOf(ink, groups);
  const [first] = groups;
  if (!table || !pair || !first || pair.bands.count > mostPlaces) return '';
  const type = typeOf(table.letters, ink.type);
  const step = rowHeight(type);
  const rows = rowsOf(groups);
  const room = tableRoom(ink, groups)?.left ?? 0;
  const places = Array.from({ length: pair.bands.count }, (_, place) => rect.x + pair.bands.at(place) * rect.width);
  const middleOf = (row: number) => rect.y + rect.height + (row + 0.5) * step;
  const heads = places.map((x, place) => textLine(categoryAt(first, place), { x, y: middleOf(0) }, type, type));
  const lines = rows.map((row, n) => rowTexts(row, places, { ink, type, y: middleOf(n + 1) }));
  const keyRoom = table.hasKeys ? keyPx : 0;
  const names = rows.map(({ group, series }, n) => {
    const [x, y] = [rect.x - room + pad, middleOf(n + 1)];
    const key = table.hasKeys ? seriesKey(ink, group, series)([x + keyPx / 2 - 2, y], type.size) : '';
    return key + textLine(series.name, { x: x + keyRoom, y, anchor: 'start' }, type, type);
  });
  const texts = [...heads, ...lines, ...names].join('');
  const grid = linesOf(table, { rect, step, room, rows: rows.length, places: places.length });
  return grid + element('g', { 'text-anchor': 'middle', ...typeAttributes(type, ink.type) }, texts);
}

interface RowInk {
  readonly ink: Ink;
  readonly type: Type;
  readonly y: number;
}

function rowTexts({ series }: Row, places: readonly number[], { ink, type, y }: RowInk): string {
  return places
    .map((x, place) => {
      const value = series.values[place];
      if (value === undefined) return '';
      const text = showNumber(value, series.format ?? 'General', ink.chart.has1904Dates).text.trim();
      return textLine(text, { x, y }, type, type);
    })
    .join('');
}

interface TableGrid {
  readonly rect: Rect;
  readonly step: number;
  readonly room: number;
  readonly rows: number;
  readonly places: number;
}

/** The lines of the table: names begin beside the plot, the head above the places alone. */
function linesOf(table: DataTable, grid: TableGrid): string {
  const { rect, step, room, rows, places } = grid;
  const [left, right, top] = [rect.x - room, rect.x + rect.width, rect.y + rect.height];
  const bottom = top + (rows + 1) * step;
  const crisp = (value: number) => px(Math.floor(value) + 0.5);
  const across = (row: number) => `M${px(left)} ${crisp(top + row * step)}H${px(right)}`;
  const down = (x: number, from: number) => `M${crisp(x)} ${px(from)}V${px(bottom)}`;
  const inner = Array.from({ length: Math.max(0, places - 1) }, (_, n) => rect.x + ((n + 1) / places) * rect.width);
  const outline = [across(rows + 1), across(1), down(left, top + step), down(rect.x, top), down(right, top)];
  const steps = [
    ...(table.hasHorizontal ? Array.from({ length: rows }, (_, n) => across(n + 1)) : []),
    ...(table.hasVertical ? inner.map((x) => down(x, top)) : []),
    ...(table.hasOutline ? outline : []),
  ];
  const line = table.look.line ?? { paint: undefined, width: undefined };
  if (steps.length === 0 || line === 'none') return '';
  return element('path', { d: steps.join(''), fill: 'none', ...lineAttributes(line, { color: softLine, width: 1 }) });
}
