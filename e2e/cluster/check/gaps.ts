import { type Fact, factsOf } from './history.ts';
import { acknowledged, screensOf } from './screens.ts';

/** The longest that any screen was behind a version that had been acknowledged, in ms, over all of them. */
export function worstGap(facts: readonly Fact[]): number {
  const behind = screensOf(facts).flatMap(({ topic, moments }) =>
    acknowledged(facts, topic).map(({ version, at }) => {
      const reached = moments.find((moment) => moment.version >= version);
      return reached === undefined ? Number.POSITIVE_INFINITY : reached.at - at;
    }),
  );
  return Math.round(Math.max(0, ...behind));
}

/** What a run was made of, in one line. */
export function summary(facts: readonly Fact[]): string {
  const published = factsOf(facts, 'published');
  const kept = published.filter(({ end }) => end === 'kept').length;
  const counts = {
    publishes: published.length,
    acknowledged: kept,
    shown: factsOf(facts, 'shown').length,
    controls: factsOf(facts, 'entered').length,
    'changes of rights': factsOf(facts, 'right').length,
    snapshots: factsOf(facts, 'snapshots').length,
    faults: factsOf(facts, 'fault').length,
  };
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
