import { limits } from '@sheetwire/contract/limits';
import type { LiveEventName, LiveEvents } from '@sheetwire/contract/live';
import type { Gropic } from '@sheetwire/rules/gropic';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import { Slices } from '#lib/slices.ts';
import type { VersionStep } from '#report/recent-steps.ts';
import { comeBackAfter, comment, frame } from './frames.ts';
import type { LiveStream, Watch } from './live-stream.ts';
import { inLots } from './lots.ts';
import { ReturningFrames, StepFrames, type Tailor } from './step-frames.ts';
import { StreamIndex, StreamRounds } from './stream-index.ts';
import { TopicWatchers } from './topic-watchers.ts';

/** How viewers were given versions: as deltas, or told to fetch, by why. */
interface LiveCounts {
  deltas: number;
  readonly fetches: Record<'whole' | 'behind' | 'slow' | 'returning' | 'unread', number>;
}

/** What some of those who watch a topic are told in place of what all are. */
interface ToldMore<Name extends LiveEventName> {
  readonly are: (stream: LiveStream) => boolean;
  readonly data: LiveEvents[Name];
}

/** Open streams and who watches what; a version is encoded once and written to every viewer (architecture, decision 4). */
export class LiveHub {
  readonly #tailor: Tailor;
  readonly #returning: ReturningFrames;
  readonly #streams = new Map<string, LiveStream>();
  readonly #watchers = new TopicWatchers((topic, isWatched) => this.onWatched(topic, isWatched));
  readonly #users = new StreamIndex<User>((owner) => owner.user);
  readonly #lines = new StreamIndex<string>((owner) => owner.lineHash);
  readonly #rounds = new StreamRounds();
  readonly #telling: Slices;
  readonly #ending: Slices;
  /** What was told since the start. */
  readonly counts: LiveCounts = { deltas: 0, fetches: { whole: 0, behind: 0, slow: 0, returning: 0, unread: 0 } };
  #isClosed = false;
  #isCutOff = false;
  #isLeaving = false;
  /** Told of each topic that somebody begins to watch, and once nobody does. */
  onWatched: (topic: Topic, isWatched: boolean) => void = () => undefined;
  /** Told of each stream that was opened. */
  onOpened: (stream: LiveStream) => void = () => undefined;
  /** Asked before quiet lines are kept open: silence is the only true word of a server that may know nothing of what is new. */
  mayVouch: () => boolean = () => true;
  /** Asked before anything of its topic goes to a watch: rights that went are not waited for. */
  mayStillTell: (watch: Watch) => boolean = () => true;

  constructor(tailor: Tailor, onFault: (fault: unknown) => void = raise) {
    this.#tailor = tailor;
    this.#returning = new ReturningFrames(tailor);
    this.#telling = new Slices(onFault, limits.tellSlice);
    this.#ending = new Slices(onFault);
  }

  get size(): number {
    return this.#streams.size;
  }

  streams(): IterableIterator<LiveStream> {
    return this.#streams.values();
  }

  /** Of the rounds in which quiet streams are looked at, the streams of one. */
  streamsOfRound(round: number): Iterable<LiveStream> {
    return this.#rounds.of(round);
  }

  stream(id: string): LiveStream | undefined {
    return this.#streams.get(id);
  }

  streamsOf(user: User): LiveStream[] {
    return [...this.#users.of(user)];
  }

  /** Everybody with an open stream. */
  users(): Iterable<User> {
    return this.#users.keys();
  }

  /** The streams of one session or bearer. */
  streamsOfLine(lineHash: string): LiveStream[] {
    return [...this.#lines.of(lineHash)];
  }

  countOf(user: User): number {
    return this.#users.of(user).size;
  }

  /** True while this server knows nothing of what is published: no stream begins here (decision 55). */
  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /**
   * Ends every stream, in slices, so that viewers see it and come again, here or on another server; none begins until it is
   * joined.
   */
  cutOff(): void {
    this.#isCutOff = true;
    this.#telling.stop();
    this.#ending.add(this.#endEach([...this.#streams.values()]));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  join(): void {
    this.#isCutOff = false;
  }

  /** True while the server drains: its streams end one after another, and none begins (decision 72). */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  leave(): void {
    this.#isLeaving = true;
  }

  /** Ends a stream whose client is to come back after so many ms, to another server or to this one once it is up again. */
  sendAway(stream: LiveStream, comeBack: number): void {
    if (this.#streams.get(stream.id) !== stream) return;
    stream.send(comeBackAfter(comeBack));
    this.drop(stream);
    stream.close(limits.streamStop);
  }

  /** A stream that comes while the server stops or is cut off is ended at once. */
  open(stream: LiveStream): void {
    if (this.#isClosed || this.#isCutOff || this.#isLeaving) {
      stream.close();
      return;
    }
    this.#streams.set(stream.id, stream);
    this.#users.add(stream);
    this.#lines.add(stream);
    this.#rounds.add(stream);
    stream.send(frame('hello', { streamId: stream.id, beat: limits.streamBeat }));
    this.onOpened(stream);
  }

  /** Forgets a stream whose line is gone. */
  drop(stream: LiveStream): void {
    if (this.#streams.get(stream.id) !== stream) return;
    this.#streams.delete(stream.id);
    this.#users.remove(stream);
    this.#lines.remove(stream);
    this.#rounds.remove(stream);
    for (const watch of stream.watches) this.#watchers.remove(watch);
    stream.watches = [];
  }

  /** Says why and ends a stream: the session or bearer behind it is gone. */
  end(stream: LiveStream, reason: LiveEvents['session']['reason']): void {
    stream.send(frame('session', { reason }));
    this.drop(stream);
    stream.close();
  }

  /** Sets what a stream carries; watches that stay keep the version they are at. */
  setWatches(stream: LiveStream, wanted: readonly Omit<Watch, 'stream' | 'missed' | 'isCatchingUp'>[]): Watch[] {
    for (const watch of stream.watches) this.#watchers.remove(watch);
    stream.watches = wanted.map((watch) => ({ stream, missed: 0, isCatchingUp: false, ...watch }));
    for (const watch of stream.watches) this.#watchers.add(watch);
    return stream.watches;
  }

  unwatch(watch: Watch): void {
    this.#watchers.remove(watch);
    watch.stream.watches = watch.stream.watches.filter((other) => other !== watch);
  }

  /** Whether anybody hears of the topic. */
  isWatched(topic: Topic): boolean {
    return this.#watchers.of(topic) !== undefined;
  }

  watchersOf(topic: Topic): Iterable<Watch> {
    return this.#watchers.of(topic) ?? [];
  }

  /** Who watches a topic that the lists of this gropic may decide about. */
  watchersUnder(gropic: Gropic): Generator<Watch> {
    return this.#watchers.under(gropic);
  }

  /** Gives one watch the steps it lacks, in order. */
  catchUp(watch: Watch, steps: readonly VersionStep[]): void {
    watch.isCatchingUp = false;
    const { owner } = watch.stream;
    for (const step of steps) if (step.from === watch.version) this.#give(watch, this.#returning.of(step, owner));
  }

  /** Tells one watch to fetch the report. */
  tellChanged(watch: Watch, version: number, why: 'returning' | 'unread' = 'returning'): void {
    watch.isCatchingUp = false;
    if (!this.mayStillTell(watch)) return;
    watch.version = version;
    this.counts.fetches[why]++;
    watch.stream.send(frame('changed', { topic: watch.topic, version }));
  }

  /**
   * Tells everybody who watches the topic, in slices: whatever else is due goes on between ten thousand viewers. Who is not
   * at the step's base, or too slow, is told to fetch. Waits while so many versions are to be told that the next should wait;
   * `onTold` is called once everybody has it, and never where nobody watches.
   */
  broadcast(step: VersionStep, onTold?: () => void): Promise<void> | undefined {
    const watchers = this.#watchers.of(step.topic);
    if (!watchers) return undefined;
    this.#telling.add(this.#tellEach(watchers, new StepFrames(step, this.#tailor.now(step.topic)), onTold));
    return this.#telling.room(limits.toldAtOnce);
  }

  *#tellEach(watchers: ReadonlySet<Watch>, frames: StepFrames, onTold?: () => void): Generator<void> {
    yield* inLots(watchers, (watch) => {
      // Who came meanwhile may have it already, or is about to be given it.
      if (watch.version < frames.step.to && !watch.isCatchingUp) this.#give(watch, frames);
    });
    onTold?.();
  }

  /** Sends an event about a topic to all who watch it, in slices as a version; some are told more. */
  tell<Name extends LiveEventName>(topic: Topic, name: Name, data: LiveEvents[Name], some?: ToldMore<Name>): void {
    const watchers = this.#watchers.of(topic);
    if (!watchers) return;
    const [news, more] = [frame(name, data), some && frame(name, some.data)];
    const newsFor = (stream: LiveStream) => (more && some?.are(stream) ? more : news);
    this.#telling.add(
      inLots(watchers, (watch) => {
        if (this.mayStillTell(watch)) watch.stream.offer(newsFor(watch.stream));
      }),
    );
  }

  /** Keeps a quiet line open; a stalled stream has enough to read already. */
  comment(stream: LiveStream): void {
    stream.offer(comment);
  }

  close(): void {
    this.#isClosed = true;
    this.#telling.stop();
    this.#ending.stop();
    for (const stream of [...this.#streams.values()]) this.#endOne(stream);
  }

  *#endEach(streams: readonly LiveStream[]): Generator<void> {
    for (const stream of streams) yield this.#endOne(stream);
  }

  #endOne(stream: LiveStream): void {
    this.drop(stream);
    stream.close(limits.streamStop);
  }

  #give(watch: Watch, frames: StepFrames): void {
    if (!this.mayStillTell(watch)) return;
    const { stream } = watch;
    const { step } = frames;
    const inStep = watch.version === step.from;
    watch.version = step.to;
    const isDelta = inStep && step.ops !== undefined;
    if (stream.offer(isDelta ? frames.deltaFor(stream.owner) : frames.changed)) {
      if (isDelta) this.counts.deltas++;
      else this.counts.fetches[inStep ? 'whole' : 'behind']++;
      return;
    }
    this.counts.fetches.slow++;
    watch.version = MUST_FETCH;
    watch.missed = step.to;
    stream.whenReading(() => this.#reportMissed(stream));
  }

  #reportMissed(stream: LiveStream): void {
    for (const watch of stream.watches) {
      if (watch.version !== MUST_FETCH || !this.mayStillTell(watch)) continue;
      watch.version = watch.missed;
      stream.send(frame('changed', { topic: watch.topic, version: watch.missed }));
    }
  }
}

const MUST_FETCH = -1;

function raise(fault: unknown): never {
  throw fault;
}
