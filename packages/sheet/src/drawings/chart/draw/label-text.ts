import { showNumber } from '../../../format/number-format.ts';
import type { LabelLook, LabelWord } from '../model.ts';
import { categoryAt, type PlotGroup, type PlotSeries } from '../plot-series.ts';

/** A point that a label tells of. */
export interface LabelledValue {
  readonly place: number;
  readonly value: number;
  readonly share?: number;
}

/** What a label is the label of. */
export interface LabelledText {
  readonly group: PlotGroup;
  readonly series: PlotSeries;
  readonly has1904Dates: boolean;
}

interface Naming {
  readonly look: LabelLook;
  readonly named: LabelledText;
}

/** Words of a label's own, with what stands in them for its point. */
export function wordsOf(point: LabelledValue, words: readonly LabelWord[], { look, named }: Naming): string {
  return words
    .map((word) => {
      if (typeof word === 'string') return word;
      const shown = shownBy[word.field];
      return shown ? textOf(point, { ...look, ...nothing, [shown]: true }, named) : '';
    })
    .join('');
}

const nothing = {
  showsRange: false,
  showsSeries: false,
  showsCategory: false,
  showsValue: false,
  showsPercent: false,
  showsSize: false,
} as const;
/** What a field shows, by its word. */
const shownBy: Readonly<Record<string, keyof typeof nothing>> = {
  CELLRANGE: 'showsRange',
  VALUE: 'showsValue',
  YVALUE: 'showsValue',
  XVALUE: 'showsCategory',
  CATEGORYNAME: 'showsCategory',
  SERIESNAME: 'showsSeries',
  PERCENTAGE: 'showsPercent',
  BUBBLESIZE: 'showsSize',
};

/** What the label of a point says by its look; its separator may be a line break. */
export function textOf(point: LabelledValue, look: LabelLook, { group, series, has1904Dates }: LabelledText): string {
  const code = look.format ?? series.format ?? 'General';
  const shown = (value: number | undefined, format: string) =>
    value === undefined ? '' : showNumber(value, format, has1904Dates).text.trim();
  const percent = look.format?.includes('%') ? look.format : '0%';
  const parts = [
    look.showsRange ? (series.labelTexts?.[point.place] ?? '') : '',
    look.showsSeries ? series.name : '',
    look.showsCategory ? (series.categories[point.place] ?? categoryAt(group, point.place)) : '',
    look.showsValue ? shown(point.value, code) : '',
    look.showsPercent && point.share !== undefined ? shown(point.share, percent) : '',
    look.showsSize ? shown(series.sizes[point.place], code) : '',
  ];
  return parts.filter((part) => part !== '').join(look.separator);
}
