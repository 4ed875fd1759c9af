import type { Marker, ShapeLook } from '../model.ts';
import type { PlotGroup, PlotSeries } from '../plot-series.ts';
import { accentOf, type Ink } from './ink.ts';
import { element, fillAttributes, lineAttributes, px, withUsual } from './svg.ts';

const autoSymbols = ['diamond', 'square', 'triangle', 'x', 'star', 'circle', 'plus', 'dot', 'dash'];
const usualSize = 7 * (96 / 72);

/** The marker of a point; undefined where it has none. */
export function markerOf(ink: Ink, { group }: PlotGroup, { series }: PlotSeries, place?: number): Marker | undefined {
  const own = place === undefined ? undefined : series.points[place];
  const given = own?.marker ?? series.marker;
  const symbol = given?.symbol ?? series.marker?.symbol ?? (hasAuto(group.hasMarkers, given) ? 'auto' : 'none');
  if (symbol === 'none') return undefined;
  const color = accentOf(ink.chart, series.index);
  const usual: ShapeLook = { fill: { color }, line: { paint: { color }, width: 1 } };
  return {
    symbol: symbol === 'auto' ? (autoSymbols[series.index % autoSymbols.length] ?? 'circle') : symbol,
    size: given?.size ?? series.marker?.size ?? usualSize,
    look: withUsual(own?.marker?.look ?? {}, withUsual(series.marker?.look ?? {}, usual)),
  };
}

function hasAuto(hasMarkers: boolean, given: Partial<Marker> | undefined): boolean {
  return hasMarkers || given !== undefined;
}

/** A path of a symbol about a point. */
export function symbolPath(symbol: string, [x, y]: readonly [number, number], size: number): string {
  const r = size / 2;
  switch (symbol) {
    case 'square':
      return `M${px(x - r)} ${px(y - r)}h${px(size)}v${px(size)}h${px(-size)}z`;
    case 'diamond':
      return `M${px(x)} ${px(y - r)}l${px(r)} ${px(r)}l${px(-r)} ${px(r)}l${px(-r)} ${px(-r)}z`;
    case 'triangle':
      return `M${px(x)} ${px(y - r)}l${px(r)} ${px(size)}h${px(-size)}z`;
    case 'x':
      return `M${px(x - r)} ${px(y - r)}l${px(size)} ${px(size)}m0 ${px(-size)}l${px(-size)} ${px(size)}`;
    case 'plus':
      return `M${px(x - r)} ${px(y)}h${px(size)}m${px(-r)} ${px(-r)}v${px(size)}`;
    case 'star':
      return `M${px(x - r)} ${px(y - r)}l${px(size)} ${px(size)}m0 ${px(-size)}l${px(-size)} ${px(size)}M${px(x)} ${px(y - r)}v${px(size)}`;
    case 'dash':
      return `M${px(x - r)} ${px(y - r / 4)}h${px(size)}v${px(r / 2)}h${px(-size)}z`;
    case 'dot':
      return `M${px(x - r / 2)} ${px(y - r / 4)}h${px(r)}v${px(r / 2)}h${px(-r)}z`;
    default:
      return `M${px(x - r)} ${px(y)}a${px(r)} ${px(r)} 0 1 0 ${px(size)} 0a${px(r)} ${px(r)} 0 1 0 ${px(-size)} 0z`;
  }
}

const openSymbols = new Set(['x', 'plus', 'star']);

/** Markers at points, those of a look as one path. */
export function drawMarkers(
  points: readonly { readonly at: readonly [number, number]; readonly marker: Marker | undefined }[],
): string {
  const looks = new Map<string, { marker: Marker; steps: string[] }>();
  for (const { at, marker } of points) {
    if (!marker) continue;
    const key = JSON.stringify(marker);
    const found = looks.get(key) ?? { marker, steps: [] };
    looks.set(key, found);
    found.steps.push(symbolPath(marker.symbol, at, marker.size));
  }
  return [...looks.values()].map(({ marker, steps }) => markerPath(marker, steps.join(''))).join('');
}

/** Markers of one look. */
export function markerPath({ symbol, look }: Marker, d: string): string {
  const fill = openSymbols.has(symbol) ? 'none' : look.fill;
  return element('path', { d, ...fillAttributes(fill), ...lineAttributes(look.line, { color: '#000000', width: 1 }) });
}
