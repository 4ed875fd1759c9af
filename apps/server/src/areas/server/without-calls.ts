import type { Series } from '#http/figures/metrics.ts';

/** Series that differ in nothing but the call, as one. */
export function withoutCalls(series: readonly Series[]): Iterable<Series> {
  const sums = new Map<string, Series>();
  for (const one of series) {
    const labels = Object.fromEntries(Object.entries(one.labels).filter(([label]) => label !== 'call'));
    const key = JSON.stringify(labels);
    const sum = sums.get(key);
    sums.set(key, sum ? added(sum, one) : { ...one, labels });
  }
  return sums.values();
}

function added(sum: Series, one: Series): Series {
  const value = sum.value + one.value;
  if (!sum.seen || !one.seen) return { labels: sum.labels, value };
  const other = new Map(one.seen.within);
  const within = sum.seen.within.map(([bound, count]) => [bound, count + (other.get(bound) ?? 0)] as const);
  return { labels: sum.labels, value, seen: { sum: sum.seen.sum + one.seen.sum, within } };
}
