import type { Bounds } from './bounds.ts';
import { type Fact, type Faulty, factsOf } from './history.ts';
import { momentAt, type Screen, type Span, saysLost, screensOf } from './screens.ts';

/** Who lost the right to view sees nothing new soon after, and the report goes from the screen unless its line is lost. */
export function checkRights(facts: readonly Fact[], bounds: Bounds): string[] {
  const faults = factsOf(facts, 'fault');
  return screensOf(facts).flatMap((screen) =>
    screen.without.flatMap((span) => keptOn(screen, span, span.from + boundOf(span, faults, bounds))),
  );
}

/** A server that is cut off, or hears nothing, knows a little later. */
function boundOf({ from }: Span, faults: readonly Faulty[], { lostRight, lostRightInFault, whole }: Bounds): number {
  const isInFault = faults.some((fault) => fault.from <= from + lostRight && from <= fault.at + whole);
  return isInFault ? lostRightInFault : lostRight;
}

function keptOn(screen: Screen, { from, to }: Span, gone: number): string[] {
  if (gone >= to) return [];
  const name = `${screen.viewer} of ${screen.topic}, who lost the right at ${from},`;
  const then = momentAt(screen, gone);
  const isGone = then === undefined || then.version === 0 || saysLost(then);
  const later = screen.moments.filter(({ at, version }) => at > gone && at < to && version > (then?.version ?? 0));
  return [
    ...(isGone ? [] : [`right: ${name} still sees it at ${gone}`]),
    ...later.slice(0, 1).map(({ at, version }) => `right: ${name} is shown version ${version} at ${at}`),
  ];
}
