import type { LiveHub } from '#live/hub.ts';
import type { Watching } from '#live/watching.ts';
import type { Chance } from '#ports/clock.ts';

/** What the calls of live need. */
export interface LiveDeps {
  readonly hub: LiveHub;
  readonly watching: Watching;
  readonly chance: Chance;
  /** Streams that one user may hold open. */
  readonly maxStreams: number;
}
