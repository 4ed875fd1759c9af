import { type Bounds, promised } from './bounds.ts';
import { checkControls, checkSnapshots } from './check-once.ts';
import { checkRights } from './check-rights.ts';
import { checkScreens } from './check-screens.ts';
import { checkVersions } from './check-versions.ts';
import { type Fact, factsOf } from './history.ts';

/** Everything in a history that the portal promises never to do; nothing when it kept its word. */
export function broken(facts: readonly Fact[], bounds: Bounds = promised): string[] {
  return [
    ...checkMeaning(facts),
    ...checkVersions(facts),
    ...checkScreens(facts, bounds),
    ...checkRights(facts, bounds),
    ...checkControls(facts),
    ...checkSnapshots(facts),
  ];
}

/** A history in which nothing was published, shown or read back proves nothing. */
function checkMeaning(facts: readonly Fact[]): string[] {
  const kept = factsOf(facts, 'published').filter(({ end }) => end === 'kept');
  const topics = new Set(kept.map(({ topic }) => topic));
  const shown = new Set(factsOf(facts, 'shown').map(({ topic }) => topic));
  const stored = new Set(factsOf(facts, 'stored').map(({ topic }) => topic));
  if (topics.size === 0) return ['empty: nothing was published'];
  const entered = factsOf(facts, 'entered');
  const isVain = entered.length > 0 && !entered.some(({ end }) => end === 'updated');
  const inVain = isVain ? ['empty: no value that was set came to its publisher'] : [];
  return inVain.concat(
    ...[...topics].map((topic) => [
      ...(shown.has(topic) ? [] : [`empty: nobody was shown ${topic}`]),
      ...(stored.has(topic) ? [] : [`empty: ${topic} was not read back`]),
    ]),
  );
}
