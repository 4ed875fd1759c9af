import type { ErrorBars } from '../model.ts';
import type { ErrorReach, PlotSeries } from '../plot-series.ts';

/** Numbers that a file writes out for error bars: one counts for all points. */
export interface OwnErrors {
  readonly plus: readonly (number | undefined)[];
  readonly minus: readonly (number | undefined)[];
}

/** How far error bars reach about the values that they stand at. */
export function reachOf(bars: ErrorBars, values: readonly (number | undefined)[], own: OwnErrors): ErrorReach {
  const ends = endsOf(bars, values, own);
  const none = values.map(() => undefined);
  return {
    bars,
    plus: bars.sides === 'minus' ? none : ends.plus,
    minus: bars.sides === 'plus' ? none : ends.minus,
  };
}

function endsOf(bars: ErrorBars, values: readonly (number | undefined)[], own: OwnErrors): OwnErrors {
  const all = (lengthOf: (value: number) => number) =>
    values.map((value) => (value === undefined ? undefined : lengthOf(value)));
  const both = (lengthOf: (value: number) => number) => ({ plus: all(lengthOf), minus: all(lengthOf) });
  switch (bars.kind) {
    case 'percentage':
      return both((value) => (Math.abs(value) * bars.amount) / 100);
    case 'stdDev': {
      // These stand about the mean of all, not about each point.
      const { mean, deviation } = spreadOf(values);
      const reach = deviation * bars.amount;
      return { plus: all((value) => mean + reach - value), minus: all((value) => value - (mean - reach)) };
    }
    case 'stdErr': {
      const { deviation, count } = spreadOf(values);
      return both(() => deviation / Math.sqrt(Math.max(1, count)));
    }
    case 'cust':
      return { plus: perPoint(own.plus, values), minus: perPoint(own.minus, values) };
    default:
      return both(() => bars.amount);
  }
}

function perPoint(own: OwnErrors['plus'], values: readonly unknown[]): (number | undefined)[] {
  return values.map((_, place) => (own.length === 1 ? own[0] : own[place]));
}

function spreadOf(values: readonly (number | undefined)[]): { mean: number; deviation: number; count: number } {
  const known = values.filter((value) => value !== undefined);
  const count = known.length;
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, count);
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, count, deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0 };
}

/** Where the error bars of a series end along one of its axes, so that the axis has room for them. */
export function errorEnds({ errors, values, across }: PlotSeries, isAcross: boolean): number[] {
  const base = isAcross ? across : values;
  return errors
    .filter(({ bars }) => bars.isAcross === isAcross)
    .flatMap(({ plus, minus }) =>
      base.flatMap((value, place) =>
        value === undefined ? [] : [value + (plus[place] ?? 0), value - (minus[place] ?? 0)],
      ),
    );
}
