import type { Bounds } from './bounds.ts';
import { type Fact, factsOf } from './history.ts';
import { acknowledged, claimsNewest, mayBeWithout, type Screen, screensOf } from './screens.ts';

/** The words on every screen are true, and after each fault every screen is whole again. */
export function checkScreens(facts: readonly Fact[], bounds: Bounds): string[] {
  return screensOf(facts).flatMap((screen) => [
    ...untrueWords(facts, screen, bounds),
    ...notWhole(facts, screen, bounds),
  ]);
}

/** A screen that says that it shows the newest, all the time since an older version was outdone, is not true. */
function untrueWords(facts: readonly Fact[], screen: Screen, { untrueWords: within }: Bounds): string[] {
  const end = screen.moments.at(-1)?.at ?? 0;
  return acknowledged(facts, screen.topic).flatMap(({ version, at }) => {
    const to = at + within;
    if (to > end || mayBeWithout(facts, screen, { from: at - within, to })) return [];
    const moments = during(screen, at, to);
    if (!moments.every((moment) => claimsNewest(moment) && moment.version < version)) return [];
    return [
      `untrue: ${screen.viewer} says ${moments.at(-1)?.words} without version ${version} of ${screen.topic} at ${to}`,
    ];
  });
}

function notWhole(facts: readonly Fact[], screen: Screen, { whole }: Bounds): string[] {
  return factsOf(facts, 'fault').flatMap(({ name, at }) => {
    const to = at + whole;
    const newest = Math.max(0, ...before(facts, screen.topic, at));
    if (mayBeWithout(facts, screen, { from: at - whole, to })) return [];
    const isWhole = during(screen, at, to).some((moment) => claimsNewest(moment) && moment.version >= newest);
    return isWhole ? [] : [`not whole: ${screen.viewer} of ${screen.topic} after ${name} at ${at}`];
  });
}

function before(facts: readonly Fact[], topic: string, at: number): number[] {
  return acknowledged(facts, topic)
    .filter((each) => each.at <= at)
    .map(({ version }) => version);
}

/** What the screen was at the beginning of a span, and each change in it. */
function during({ moments }: Screen, from: number, to: number) {
  const first = moments.findLastIndex((moment) => moment.at <= from);
  return moments.slice(Math.max(0, first)).filter((moment) => moment.at <= to);
}
