import type { Topic } from '@sheetwire/rules/topic';
import type { LiveHub } from '#live/hub.ts';
import type { LiveStream } from '#live/live-stream.ts';
import type { Watching } from '#live/watching.ts';
import type { Chance } from '#ports/clock.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { ViewSecretGuard } from '#secrets/view-secret-guard.ts';

/** What the calls of live need. */
export interface LiveDeps {
  readonly hub: LiveHub;
  readonly watching: Watching;
  readonly chance: Chance;
  /** Streams that one user may hold open. */
  readonly maxStreams: number;
  readonly guardViewSecret: ViewSecretGuard;
  readonly head: (topic: Topic) => TopicHead | undefined;
  /** The list that was asked for last of each stream: one that came later is not undone by an earlier one. */
  readonly lastAsked: WeakMap<LiveStream, object>;
  /** A stream carries other topics now: it is told what waits for approval. */
  readonly onWatched: (stream: LiveStream) => void;
}
