import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Slices } from '#lib/slices.ts';
import type { Rights } from '#policies/rights.ts';
import { isViewable } from '#policies/viewing.ts';
import type { TopicHead } from '#ports/report-log.ts';
import type { RightsIndex, RightsStep } from '#rights/rights-index.ts';
import type { TopicIndex } from '#rights/topic-index.ts';
import { type Bundle, ViewChange } from '#rights/view-change.ts';
import { type Frame, frame } from './frames.ts';
import type { LiveHub } from './hub.ts';
import type { LiveStream, StreamOwner } from './live-stream.ts';
import { mightSee } from './might-see.ts';

export interface TopicNewsDeps {
  readonly hub: LiveHub;
  /** Those in force now. */
  readonly rights: () => RightsIndex;
  /** What may be told a little later. */
  readonly telling: Slices;
}

/** Tells open streams which topics came into or left their owner's list; nobody hears of a topic they may not see. */
export class TopicNews {
  readonly #hub: LiveHub;
  readonly #rights: () => RightsIndex;
  readonly #telling: Slices;

  constructor({ hub, rights, telling }: TopicNewsDeps) {
    this.#hub = hub;
    this.#rights = rights;
    this.#telling = telling;
  }

  /**
   * A topic came, was removed, came again, or got another view secret. It is told in slices; that it came only to those
   * who may see it by the rights of that moment too.
   */
  topicChanged(before: TopicHead | undefined, after: TopicHead | undefined): void {
    const topic = (after ?? before)?.topic;
    if (topic === undefined || this.#hub.size === 0) return;
    const rights = this.#rights();
    const added = frame('topics', { added: [topic], removed: [] });
    const removed = frame('topics', { added: [], removed: [topic] });
    const newsFor = (owner: StreamOwner) => {
      const saw = lists(rights, owner, before);
      const isSeen = lists(rights, owner, after) && lists(this.#rights(), owner, after);
      if (saw === isSeen) return undefined;
      return isSeen ? added : removed;
    };
    this.#telling.add(this.#tellEach(topic, rights, newsFor));
  }

  /**
   * Rights changed: of the topics that the change can touch, each user's list before and after are held side by side. It
   * is told in slices; what came is told only while it is still so.
   */
  rightsChanged(step: RightsStep, index: TopicIndex): void {
    if (this.#hub.size > 0) this.#telling.add(this.#tellChange(step, new ViewChange(step, index)));
  }

  *#tellChange(step: RightsStep, change: ViewChange): Generator<void> {
    const frames = new Map<string, Frame>();
    for (const user of change.concerned() ?? [...this.#hub.users()]) {
      yield;
      for (const streams of byWay(this.#hub.streamsOf(user)))
        yield* this.#tellStreams(streams, { step, change, frames });
    }
  }

  *#tellStreams(streams: readonly LiveStream[], { step, change, frames }: Telling): Generator<void> {
    const [first] = streams;
    if (first === undefined) return;
    const moved: Moved[] = [];
    let count = 0;
    for (const bundle of change.bundlesFor(first.owner.user)) {
      yield;
      if (bundle === undefined) continue;
      const isSeen = this.#movedTo(first.owner, bundle, step);
      if (isSeen === undefined) continue;
      moved.push({ ...bundle, isSeen });
      count += change.topicsOf(bundle).length;
      if (count > limits.topicsTold.most) break;
    }
    if (moved.length === 0) return;
    if (count > limits.topicsTold.most) {
      for (const stream of streams) stream.send(TOO_MANY);
      return;
    }
    const news = this.#isOver(step) ? this.#frameNow(first.owner, moved, change) : frameOf(moved, change, frames);
    for (const stream of streams) stream.send(news);
  }

  /** True when rights changed again since. */
  #isOver({ after }: RightsStep): boolean {
    return after.stamp !== this.#rights().stamp;
  }

  /** Each topic that came is asked about once more: one of a bundle may have got lists of its own since. */
  #frameNow(owner: StreamOwner, moved: readonly Moved[], change: ViewChange): Frame {
    const isStill = (topic: Topic, hasSecret: boolean) => lists(this.#rights(), owner, headOf(topic, hasSecret));
    const of = (isSeen: boolean) =>
      moved.flatMap((one) => {
        if (one.isSeen !== isSeen) return [];
        const topics = change.topicsOf(one);
        return isSeen ? topics.filter((topic) => isStill(topic, one.hasSecret)) : topics;
      });
    return frame('topics', { added: of(true), removed: of(false) });
  }

  /** Whether topics came or went for somebody; undefined when neither, or when what came is gone by now. */
  #movedTo(owner: StreamOwner, { sample, hasSecret }: Bundle, { before, after }: RightsStep): boolean | undefined {
    const head = headOf(sample, hasSecret);
    const isSeen = lists(after, owner, head);
    if (lists(before, owner, head) === isSeen) return undefined;
    return isSeen && !lists(this.#rights(), owner, head) ? undefined : isSeen;
  }

  /** Works out the news once for all streams of one user that come the same way. */
  *#tellEach(topic: Topic, rights: RightsIndex, newsFor: (owner: StreamOwner) => Frame | undefined): Generator<void> {
    for (const user of mightSee(this.#hub, topic, rights)) {
      yield;
      if (user === undefined) continue;
      for (const streams of byWay(this.#hub.streamsOf(user))) {
        const [first] = streams;
        const news = first && newsFor(first.owner);
        if (news) for (const stream of streams) stream.send(news);
      }
    }
  }
}

function keyOf({ owner }: LiveStream): string {
  return `${owner.kind}\n${owner.addinVersion ?? ''}\n${owner.user}`;
}

function headOf(topic: Topic, hasSecret: boolean): TopicHead {
  const viewSecret = hasSecret ? 'some' : null;
  return { topic, isLive: true, viewSecret, version: 0, time: '', sender: '', publishSecret: null };
}

/** A bundle of topics that came into a list or left it. */
interface Moved extends Bundle {
  readonly isSeen: boolean;
}

interface Telling {
  readonly step: RightsStep;
  readonly change: ViewChange;
  /** What was told already: users of one group are told the same. */
  readonly frames: Map<string, Frame>;
}

function frameOf(moved: readonly Moved[], change: ViewChange, frames: Map<string, Frame>): Frame {
  const key = moved.map(({ gropic, hasSecret, isSeen }) => `${hasSecret}${isSeen}${gropic}`).join('\n');
  const known = frames.get(key);
  if (known) return known;
  const of = (isSeen: boolean) => moved.filter((one) => one.isSeen === isSeen).flatMap((one) => change.topicsOf(one));
  const made = frame('topics', { added: of(true), removed: of(false) });
  if (frames.size < MAX_FRAMES) frames.set(key, made);
  return made;
}

const MAX_FRAMES = 100;

/** A list of a hundred thousand names for each of ten thousand viewers is not told: who needs it asks for it. */
const TOO_MANY = frame('topics', { added: [], removed: [], more: true });

/** Streams that come the same way hear the same. */
function byWay(streams: readonly LiveStream[]): Iterable<readonly LiveStream[]> {
  return Map.groupBy(streams, keyOf).values();
}

/** The topic is live and in the owner's list. */
function lists(rights: Rights, owner: StreamOwner, head: TopicHead | undefined): boolean {
  return isViewable({ rights: () => rights, provesViewSecret: () => false }, owner, head);
}
