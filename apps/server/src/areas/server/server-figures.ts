import type { Output, Parsed } from '@sheetwire/contract/call';
import type { serverFigures as call } from '@sheetwire/contract/server/calls';
import type { Within } from './recent-durations.ts';
import type { ServerDeps } from './server-deps.ts';
import { withoutCalls } from './without-calls.ts';

type Answer = Output<typeof call>;
type Durations = NonNullable<Answer['durations']>;

/** Every figure of `/metrics`; those of single calls are put together, as the page tells of calls as a whole. */
export async function serverFigures(
  { metrics, recent, clock, host, health }: ServerDeps,
  { names }: Parsed<typeof call>,
): Promise<Answer> {
  const parts = await health();
  const figures: NonNullable<Answer['figures']> = [];
  const durations: Durations = [];
  const asked = names && new Set(names);
  for (const [name, series] of metrics.read()) {
    if (asked?.has(name) === false) continue;
    for (const one of withoutCalls(series)) {
      const { labels, value, seen } = one;
      if (seen === undefined) {
        figures.push({ name, labels, value });
        continue;
      }
      const { count, within } = recent.since(name, one);
      const lately = { count, ...shares(count, within) };
      durations.push({ name, labels, count: value, seconds: seen.sum, ...shares(value, seen.within), recent: lately });
    }
  }
  return { host, timeUtc: new Date(clock.now()).toISOString(), ...parts, figures, durations };
}

const HALF = 0.5;
const MOST = 0.95;

function shares(count: number, within: Within): Pick<Durations[number], 'half' | 'most'> {
  const bound = (share: number) => within.find(([, seen]) => count > 0 && seen >= share * count)?.[0] ?? null;
  return { half: bound(HALF), most: bound(MOST) };
}
