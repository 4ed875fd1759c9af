import { blendedColor, relit } from '../../../read/color.ts';
import type { Chart, Paint, PointLook, ShapeLook, Stroke } from '../model.ts';
import type { PlotSeries } from '../plot-series.ts';
import { type Type, typeOf } from './svg.ts';

/** What a chart is drawn with. */
export interface Ink {
  readonly chart: Chart;
  /** The letters of the whole drawing. */
  readonly type: Type;
}

/** Pixels of a point. */
export const pointSize = 96 / 72;
/** Of lines and letters that say nothing, as spreadsheets have them. */
export const softLine = '#868686';

/** The letters of a chart, in the font of its theme. */
export function inkOf(chart: Chart, family: string): Ink {
  const usual: Type = {
    size: 10 * pointSize,
    color: chart.ink,
    isBold: false,
    isItalic: false,
    family,
    turn: undefined,
  };
  return { chart, type: { ...typeOf(chart.letters, usual), turn: undefined } };
}

/** The lightness of the colours of a theme when they come round again. */
const rounds: readonly (readonly [factor: number, more: number])[] = [
  [1, 0],
  [0.6, 0],
  [0.8, 0.2],
  [0.8, 0],
  [0.6, 0.4],
  [0.5, 0],
];

/** The colour that the theme gives the series or point of that place, of so many points. */
export function accentOf({ accents, shadesOf }: Chart, place: number, points = shadesOf): string {
  const color = accents[place % Math.max(1, accents.length)] ?? '#4f81bd';
  if (shadesOf !== undefined) return shadeOf(color, { place, all: points ?? shadesOf, every: accents.length });
  const [factor, more] = rounds[Math.floor(place / Math.max(1, accents.length)) % rounds.length] ?? [1, 0];
  return factor === 1 && more === 0 ? color : relit(color, factor, more);
}

interface Round {
  readonly place: number;
  readonly all: number;
  /** Colours of one round. */
  readonly every: number;
}

/** From dark to light: as far from the ends as from each other, seven tenths at most. */
function shadeOf(color: string, { place, all, every }: Round): string {
  const round = Math.floor(place / Math.max(1, every));
  const rounds = Math.max(round + 1, Math.ceil(all / Math.max(1, every)));
  const shade = ((round + 1) / (rounds + 1)) * 1.4 - 0.7;
  if (Math.abs(shade) < 1e-9) return color;
  return blendedColor(color, shade < 0 ? '#000000' : '#ffffff', Math.abs(shade));
}

/** The fill and the line of a bar, slice or area: of its point, of its series, else of the theme. */
export function solidLook(
  ink: Ink,
  { series, values }: PlotSeries,
  place?: { point: number; varies: boolean },
): ShapeLook {
  const own: PointLook | undefined = place && series.points[place.point];
  const usual: Paint = {
    color: place?.varies ? accentOf(ink.chart, place.point, values.length) : accentOf(ink.chart, series.index),
  };
  const fill = own?.look.fill ?? (place?.varies && !isNamed(series.look) ? usual : (series.look.fill ?? usual));
  const line = own?.look.line ?? series.look.line;
  return { fill, ...(line && { line }) };
}

function isNamed({ fill }: ShapeLook): boolean {
  return fill !== undefined;
}

/** The line of a series of points. */
export function strokeOf(ink: Ink, { series }: PlotSeries, usualWidth: number): Stroke | 'none' {
  const { line } = series.look;
  if (line === 'none') return 'none';
  return {
    ...line,
    paint: line?.paint ?? { color: accentOf(ink.chart, series.index) },
    width: line?.width ?? usualWidth,
  };
}

/** The one colour that stands for a series. */
export function mainColor(ink: Ink, { series }: PlotSeries): string {
  const { fill, line } = series.look;
  if (fill !== undefined && fill !== 'none') return fill.color;
  if (line !== undefined && line !== 'none' && line.paint) return line.paint.color;
  return accentOf(ink.chart, series.index);
}
