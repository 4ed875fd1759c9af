import type { BoxFacts, PlotGroup, PlotSeries } from '../plot-series.ts';

/** Boxes: of each series one for each category, in the order in which these come. */
export function boxesOf(plain: PlotGroup): PlotGroup {
  const names = [
    ...new Set(plain.series.flatMap(({ categories, hasCategories }) => (hasCategories ? categories : []))),
  ];
  const count = Math.max(1, names.length);
  const place = new Map(names.map((name, n) => [name, n]));
  const series = plain.series.map((source): PlotSeries => {
    const values = Array.from({ length: count }, (): number[] => []);
    for (const [n, value] of source.values.entries()) {
      const at = source.hasCategories ? place.get(source.categories[n] ?? '') : 0;
      if (value !== undefined && at !== undefined) values[at]?.push(value);
    }
    const boxes = values.map((own) => factsOf(own, source.series.box?.isInclusive === true));
    return {
      ...source,
      boxes,
      ends: boxes.flatMap((box) => (box ? [box.low, box.high, ...box.outliers] : [])),
      values: boxes.map((box) => box?.median),
      categories: names,
      hasCategories: names.length > 0,
      across: [],
      levels: [],
    };
  });
  return { ...plain, series, count, made: plain.series };
}

/** Values farther from the box than this many of its lengths are outliers. */
const whisker = 1.5;

/** The facts of some values; undefined for none. */
export function factsOf(values: readonly number[], isInclusive: boolean): BoxFacts | undefined {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return undefined;
  const [first, median, third] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share, isInclusive));
  if (first === undefined || median === undefined || third === undefined) return undefined;
  const reach = (third - first) * whisker;
  const isNear = (value: number) => value >= first - reach && value <= third + reach;
  const inner = [...sorted.filter(isNear)];
  return {
    low: inner[0] ?? first,
    first,
    median,
    third,
    high: inner.at(-1) ?? third,
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    inner,
    outliers: [...sorted.filter((value) => !isNear(value))],
  };
}

/** As QUARTILE.INC and QUARTILE.EXC have it; of too few values the ends. */
function quantile(sorted: Float64Array, share: number, isInclusive: boolean): number {
  const count = sorted.length;
  const place = isInclusive ? share * (count - 1) : share * (count + 1) - 1;
  const at = Math.max(0, Math.min(count - 1, place));
  const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return below + (above - below) * (at - Math.floor(at));
}
