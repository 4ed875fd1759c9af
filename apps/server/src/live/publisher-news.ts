import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { RefusedPublishes } from '#lib/refused/refused-publishes.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Lapse } from '#ports/controls.ts';
import type { Publishers, Sighting } from '#report/publishers.ts';
import type { LiveHub } from './hub.ts';

export interface PublisherNewsDeps {
  readonly publishers: Publishers;
  readonly hub: LiveHub;
  readonly bus: Pick<Bus, 'send'>;
  readonly clock: Clock;
}

/** How a publisher was heard. */
export interface HeardBy {
  /** It holds a lease. */
  readonly isConnected?: boolean;
  /** It made a version. */
  readonly hasVersion?: boolean;
}

/** What another node heard of a publisher. */
export interface ToldSighting extends Sighting {
  readonly isSilent: boolean;
  readonly hasVersion: boolean;
}

/** Tells viewers, here and on the other nodes, when a publisher was last heard and when it fell silent (semantics 4). */
export class PublisherNews {
  /** What became of publishes that no version tells of. */
  readonly refused: RefusedPublishes;
  readonly #deps: PublisherNewsDeps;

  constructor(deps: PublisherNewsDeps) {
    const { bus, clock } = deps;
    this.#deps = deps;
    this.refused = new RefusedPublishes(
      () => clock.now(),
      (topic, refused) => bus.send({ kind: 'refused', topic, ...refused }),
    );
  }

  /**
   * A publisher that says again what it said before is alive: viewers are told, at most every few seconds. Of one that
   * makes versions they hear by these.
   */
  heard(topic: Topic, { isConnected = false, hasVersion = false }: HeardBy = {}): void {
    const { publishers, bus, clock } = this.#deps;
    const at = clock.now();
    const isKnown = hasVersion && this.#isUsual(topic);
    if (!publishers.saw(topic, { at, isConnected })) return;
    if (!isKnown) this.#tell(topic, at, false);
    const facts = {
      ...(publishers.isConnected(topic) && { isConnected: true }),
      ...(hasVersion && { hasVersion }),
    };
    bus.send({ kind: 'publisher', topic, seenAt: at, ...facts });
  }

  /** Neither its lease nor its silence is to be told of: a version says everything about its publisher. */
  #isUsual(topic: Topic): boolean {
    const { publishers } = this.#deps;
    return !publishers.isConnected(topic) && !publishers.isSilent(topic);
  }

  /** At the start: publishers that were silent before, unless they published since without being connected. */
  remember(lapses: readonly Lapse[], lastPublish: (topic: Topic) => number): void {
    for (const { topics, seenAt } of lapses) {
      for (const topic of topics) if (!isLater(lastPublish(topic), seenAt)) this.#deps.publishers.lapsed(topic, seenAt);
    }
  }

  /** Publishers that are silent, of which a word may have been lost. */
  missed(lapses: readonly Lapse[], lastPublish: (topic: Topic) => number): void {
    for (const { topics, seenAt } of lapses) {
      for (const topic of topics) {
        const { publishers } = this.#deps;
        const isBack = isLater(lastPublish(topic), seenAt) || isLater(publishers.seenAt(topic), seenAt);
        if (!isBack && !publishers.isSilent(topic))
          this.told(topic, { at: seenAt, isConnected: false, isSilent: true, hasVersion: false });
      }
    }
  }

  /** A lease has lapsed: the publisher is silent since it was last heard. */
  lapsed(topic: Topic, seenAt: number): void {
    this.told(topic, { at: seenAt, isConnected: false, isSilent: true, hasVersion: false });
    this.#deps.bus.send({ kind: 'publisher', topic, seenAt, isSilent: true });
  }

  /** What another node heard. */
  told(topic: Topic, { isSilent, hasVersion, ...seen }: ToldSighting): void {
    const isKnown = hasVersion && !seen.isConnected && this.#isUsual(topic);
    if (isSilent) this.#deps.publishers.lapsed(topic, seen.at);
    else this.#deps.publishers.saw(topic, seen);
    if (!isKnown) this.#tell(topic, seen.at, isSilent);
  }

  #tell(topic: Topic, seenAt: number, isSilent: boolean): void {
    const { publishers, hub } = this.#deps;
    const isConnected = publishers.isConnected(topic);
    const seenUtc = new Date(seenAt).toISOString();
    hub.tell(topic, 'publisher', {
      topic,
      seenUtc,
      ...(isConnected && { isConnected }),
      ...(isSilent && { isSilent }),
    });
  }
}

/** A publisher that was heard while it held its lease fell silent with it; later it is back, by whatever way. */
function isLater(heardAt: number | undefined, seenAt: number): boolean {
  return (heardAt ?? Number.NaN) > seenAt + limits.publisherLease;
}
