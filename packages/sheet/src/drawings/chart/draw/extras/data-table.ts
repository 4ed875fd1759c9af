import { showNumber } from '../../../../format/number-format.ts';
import type { DataTable } from '../../model.ts';
import { categoryAt, type PlotGroup, type PlotSeries } from '../../plot-series.ts';
import { type Ink, softLine } from '../ink.ts';
import { seriesKey } from '../legend.ts';
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

/** Draws the numbers of a chart beneath its plot, each under its place. */
export function drawDataTable(
  ink: Ink,
  pair: AxisPair | undefined,
  { groups, rect }: { groups: readonly PlotGroup[]; rect: Rect },
): string {
  const table = tableOf(ink, groups);
  const [first] = groups;
  if (!table || !pair || !first || pair.bands.count > mostPlaces) return '';
  const type = typeOf(table.letters, ink.type);
  const step = rowHeight(type);
  const rows = rowsOf(groups);
  const top = rect.y + rect.height;
  const xOf = (place: number) => rect.x + pair.bands.at(place) * rect.width;
  const middleOf = (row: number) => top + (row + 0.5) * step;
  const texts = Array.from({ length: pair.bands.count }, (_, place) =>
    textLine(categoryAt(first, place), { x: xOf(place), y: middleOf(0) }, type, type),
  );
  const room = tableRoom(ink, groups)?.left ?? 0;
  const keys: string[] = [];
  for (const [n, { group, series }] of rows.entries()) {
    const y = middleOf(n + 1);
    const from = rect.x - room + pad;
    if (table.hasKeys) keys.push(seriesKey(ink, group, series)(from + keyPx / 2 - 2, y));
    texts.push(textLine(series.name, { x: from + (table.hasKeys ? keyPx : 0), y, anchor: 'start' }, type, type));
    for (const [place, value] of series.values.entries()) {
      if (value === undefined || place >= pair.bands.count) continue;
      const text = showNumber(value, series.format ?? 'General', ink.chart.has1904Dates).text.trim();
      texts.push(textLine(text, { x: xOf(place), y }, type, type));
    }
  }
  const lines = linesOf(table, { rect, step, room, rows: rows.length, places: pair.bands.count });
  const line = table.look.line ?? { paint: undefined, width: undefined };
  const drawn =
    lines === '' || line === 'none'
      ? ''
      : element('path', { d: lines, fill: 'none', ...lineAttributes(line, { color: softLine, width: 1 }) });
  return (
    drawn + keys.join('') + element('g', { 'text-anchor': 'middle', ...typeAttributes(type, ink.type) }, texts.join(''))
  );
}

interface TableGrid {
  readonly rect: Rect;
  readonly step: number;
  readonly room: number;
  readonly rows: number;
  readonly places: number;
}

/** The lines of the table: names begin beside the plot, the head above the places alone. */
function linesOf(table: DataTable, { rect, step, room, rows, places }: TableGrid): string {
  const [left, right, top] = [rect.x - room, rect.x + rect.width, rect.y + rect.height];
  const bottom = top + (rows + 1) * step;
  const crisp = (value: number) => px(Math.floor(value) + 0.5);
  const steps: string[] = [];
  const across = (row: number) => `M${px(left)} ${crisp(top + row * step)}H${px(right)}`;
  const down = (x: number, from: number) => `M${crisp(x)} ${px(from)}V${px(bottom)}`;
  if (table.hasHorizontal) for (let row = 1; row <= rows; row++) steps.push(across(row));
  if (table.hasVertical) for (let n = 1; n < places; n++) steps.push(down(rect.x + (n / places) * rect.width, top));
  if (table.hasOutline)
    steps.push(across(rows + 1), across(1), down(left, top + step), down(rect.x, top), down(right, top));
  return steps.join('');
}
