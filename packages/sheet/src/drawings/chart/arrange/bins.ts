import { limits } from '@sheetwire/contract/limits';
import type { Binning } from '../layout.ts';

/** A bin with the values that lie in it. */
export interface Bin {
  readonly label: string;
  readonly count: number;
}

/** Puts values into bins as a spreadsheet does; `show` writes the end of a bin. */
export function binsOf(values: readonly number[], binning: Binning, show: (end: number) => string): Bin[] {
  if (values.length === 0) return [];
  const facts = factsOf(values);
  const under = endOf(binning.under, facts.mean - 3 * facts.deviation);
  const over = endOf(binning.over, facts.mean + 3 * facts.deviation);
  const low = under ?? facts.min;
  const high = Math.max(low, over ?? facts.max);
  const { steps, width } = stepsOf(
    { low, high, sides: Number(under !== undefined) + Number(over !== undefined) },
    binning,
    {
      ...facts,
      count: values.length,
    },
  );
  const rule = { low, width, steps, isLeftClosed: binning.isLeftClosed };
  const counts = new Array<number>(steps + 2).fill(0);
  for (const value of values) {
    const place = placeOf(value, rule, { under, over });
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const ends = Array.from({ length: steps + 1 }, (_, n) =>
    n === steps && over !== undefined ? high : tidy(low + n * width),
  );
  return named(ends, {
    counts,
    isLeftClosed: binning.isLeftClosed,
    hasUnder: under !== undefined,
    hasOver: over !== undefined,
    show,
  });
}

function endOf(said: number | 'auto' | undefined, automatic: number): number | undefined {
  return said === 'auto' ? tidy(Number(automatic.toPrecision(3))) : said;
}

interface Facts {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly deviation: number;
}

function factsOf(values: readonly number[]): Facts {
  let [min, max, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
  }
  const mean = sum / values.length;
  const squares = values.reduce((all, value) => all + (value - mean) ** 2, 0);
  return { min, max, mean, deviation: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0 };
}

interface Reach {
  readonly low: number;
  readonly high: number;
  /** Bins of what lies under and over. */
  readonly sides: number;
}

interface Steps {
  readonly steps: number;
  readonly width: number;
}

/** How many bins there are and how wide they are: as said, else by Scott's rule. */
function stepsOf({ low, high, sides }: Reach, { size, count }: Binning, facts: Facts & { count: number }): Steps {
  const length = high - low;
  const most = limits.charts.bins;
  if (!(length > 0) || !Number.isFinite(length)) return { steps: 1, width: 0 };
  if (size === undefined && count !== undefined) {
    const steps = Math.max(1, Math.min(most, count - sides));
    return { steps, width: length / steps };
  }
  const scott = (3.5 * facts.deviation) / Math.cbrt(facts.count);
  const width = size ?? Number((scott > 0 ? scott : length).toPrecision(2));
  const steps = Math.ceil(length / width - 1e-9);
  return steps > most ? { steps: most, width: length / most } : { steps: Math.max(1, steps), width };
}

interface Rule extends Steps {
  readonly low: number;
  readonly isLeftClosed: boolean;
}

/** The place of the bin of a value: 0 for those under all, then the bins in turn. */
function placeOf(
  value: number,
  { low, width, steps, isLeftClosed }: Rule,
  { under, over }: { under: number | undefined; over: number | undefined },
): number {
  if (under !== undefined && (isLeftClosed ? value < under : value <= under)) return 0;
  if (over !== undefined && (isLeftClosed ? value >= over : value > over)) return steps + 1;
  const along = width > 0 ? (value - low) / width : 0;
  const near = Math.round(along);
  const share = Math.abs(along - near) < 1e-9 ? near : along;
  const place = isLeftClosed ? Math.floor(share) : Math.ceil(share) - 1;
  return Math.max(0, Math.min(steps - 1, place)) + 1;
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

interface Naming {
  readonly counts: readonly number[];
  readonly isLeftClosed: boolean;
  readonly hasUnder: boolean;
  readonly hasOver: boolean;
  readonly show: (end: number) => string;
}

function named(ends: readonly number[], { counts, isLeftClosed, hasUnder, hasOver, show }: Naming): Bin[] {
  const steps = ends.length - 1;
  const texts = ends.map(show);
  const [below, beyond] = isLeftClosed ? ['<', '≥'] : ['≤', '>'];
  const within = Array.from({ length: steps }, (_, n): Bin => {
    const opens = isLeftClosed || (n === 0 && !hasUnder) ? '[' : '(';
    const closes = !isLeftClosed || (n === steps - 1 && !hasOver) ? ']' : ')';
    return { label: `${opens}${texts[n]}, ${texts[n + 1]}${closes}`, count: counts[n + 1] ?? 0 };
  });
  return [
    ...(hasUnder ? [{ label: `${below} ${texts[0]}`, count: counts[0] ?? 0 }] : []),
    ...within,
    ...(hasOver ? [{ label: `${beyond} ${texts[steps]}`, count: counts[steps + 1] ?? 0 }] : []),
  ];
}
