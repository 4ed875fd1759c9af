import type { Output, Parsed } from '@sheetwire/contract/call';
import type { serverFigures as call } from '@sheetwire/contract/server/calls';
import type { Series } from '#http/figures/metrics.ts';
import type { ServerDeps } from './server-deps.ts';

type Answer = Output<typeof call>;
type Durations = NonNullable<Answer['durations']>;

/** Every figure of `/metrics`; those of single calls are put together, as the page tells of calls as a whole. */
export async function serverFigures(
  { metrics, clock, host, health }: ServerDeps,
  { names }: Parsed<typeof call>,
): Promise<Answer> {
  const parts = await health();
  const figures: NonNullable<Answer['figures']> = [];
  const durations: Durations = [];
  const asked = names && new Set(names);
  for (const [name, series] of metrics.read()) {
    if (asked?.has(name) === false) continue;
    for (const { labels, value, seen } of withoutCalls(series)) {
      if (seen === undefined) figures.push({ name, labels, value });
      else durations.push({ name, labels, count: value, seconds: seen.sum, ...shares(value, seen.within) });
    }
  }
  return { host, timeUtc: new Date(clock.now()).toISOString(), ...parts, figures, durations };
}

/** Series that differ in nothing but the call, as one. */
function withoutCalls(series: readonly Series[]): Iterable<Series> {
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

const HALF = 0.5;
const MOST = 0.95;

function shares(
  count: number,
  within: readonly (readonly [number, number])[],
): Pick<Durations[number], 'half' | 'most'> {
  const bound = (share: number) => within.find(([, seen]) => count > 0 && seen >= share * count)?.[0] ?? null;
  return { half: bound(HALF), most: bound(MOST) };
}
