import type { Topic } from '@sheetwire/rules/topic';
import { applyAck } from '#controls/acked.ts';
import { Controls, type ControlsDeps } from '#controls/controls.ts';
import { Looking } from '#controls/looking.ts';
import { realTimers, type Timers } from '#controls/timers.ts';
import type { PublisherNews } from '#live/publisher-news.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { Stores } from '#ports/stores.ts';
import type { ReportEngine } from '#report/engine.ts';
import { timeOfDigits } from '#report/publish-times.ts';

export interface OpenControlsDeps extends Pick<ControlsDeps, 'bus' | 'clock' | 'chance' | 'onFault' | 'onEnded'> {
  readonly stores: Pick<Stores, 'controls'>;
  readonly timers?: Timers;
}

/** When a report last got a version, epoch ms; NaN of one that has none. */
export function lastPublishIn(engine: ReportEngine): (topic: Topic) => number {
  return (topic) => timeOfDigits(engine.head(topic)?.time ?? '');
}

/** Publishers of a report that has another secret now, or none any more, show theirs again. */
export function tellSecret(
  controls: Pick<Controls, 'secretChanged'>,
  before: TopicHead | undefined,
  after: TopicHead | undefined,
): void {
  const topic = (after ?? before)?.topic;
  const isSame = (before?.publishSecret ?? null) === (after?.publishSecret ?? null);
  if (topic !== undefined && !isSame) controls.secretChanged(topic);
}

/** The round trip of controls on this server's reports, and the look at the store that mends lost messages. */
export function openControls(
  deps: OpenControlsDeps,
  engine: ReportEngine,
  news: PublisherNews,
): { readonly controls: Controls; readonly looking: Looking } {
  const controls = new Controls({
    timers: realTimers,
    ...deps,
    store: deps.stores.controls,
    onAcked: (update) => applyAck(engine, update),
    onLapsed: ({ topics, seenAt }) => {
      for (const topic of topics) news.lapsed(topic, seenAt);
    },
    onMissed: (lapses) => news.missed(lapses, lastPublishIn(engine)),
  });
  return { controls, looking: new Looking(controls, deps.onFault) };
}
