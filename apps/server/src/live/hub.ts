import type { LiveEventName, LiveEvents } from '@sheetwire/contract/live';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { VersionStep } from '#report/recent-steps.ts';
import { comment, frame } from './frames.ts';
import type { LiveStream, Watch } from './live-stream.ts';
import { StepFrames, type Tailor } from './step-frames.ts';
import { StreamIndex } from './stream-index.ts';

/** Open streams and who watches what; a version is encoded once and written to every viewer (architecture, decision 4). */
export class LiveHub {
  readonly #tailor: Tailor;
  readonly #streams = new Map<string, LiveStream>();
  readonly #watchers = new Map<Topic, Set<Watch>>();
  readonly #users = new StreamIndex<User>((owner) => owner.user);
  readonly #lines = new StreamIndex<string>((owner) => owner.lineHash);
  #isClosed = false;
  /** Told of each stream that was opened. */
  onOpened: (stream: LiveStream) => void = () => undefined;

  constructor(tailor: Tailor) {
    this.#tailor = tailor;
  }

  get size(): number {
    return this.#streams.size;
  }

  streams(): IterableIterator<LiveStream> {
    return this.#streams.values();
  }

  stream(id: string): LiveStream | undefined {
    return this.#streams.get(id);
  }

  streamsOf(user: User): LiveStream[] {
    return [...this.#users.of(user)];
  }

  /** The streams of one session or bearer. */
  streamsOfLine(lineHash: string): LiveStream[] {
    return [...this.#lines.of(lineHash)];
  }

  countOf(user: User): number {
    return this.#users.of(user).size;
  }

  /** A stream that comes while the server stops is ended at once. */
  open(stream: LiveStream): void {
    if (this.#isClosed) {
      stream.close();
      return;
    }
    this.#streams.set(stream.id, stream);
    this.#users.add(stream);
    this.#lines.add(stream);
    stream.send(frame('hello', { streamId: stream.id }));
    this.onOpened(stream);
  }

  /** Forgets a stream whose line is gone. */
  drop(stream: LiveStream): void {
    if (this.#streams.get(stream.id) !== stream) return;
    this.#streams.delete(stream.id);
    this.#users.remove(stream);
    this.#lines.remove(stream);
    for (const watch of stream.watches) this.#unwatch(watch);
    stream.watches = [];
  }

  /** Says why and ends a stream: the session or bearer behind it is gone. */
  end(stream: LiveStream, reason: LiveEvents['session']['reason']): void {
    stream.send(frame('session', { reason }));
    this.drop(stream);
    stream.close();
  }

  /** Sets what a stream carries; watches that stay keep the version they are at. */
  setWatches(stream: LiveStream, wanted: readonly Omit<Watch, 'stream' | 'missed'>[]): Watch[] {
    for (const watch of stream.watches) this.#unwatch(watch);
    stream.watches = wanted.map((watch) => ({ stream, missed: 0, ...watch }));
    for (const watch of stream.watches) {
      const watchers = this.#watchers.get(watch.topic);
      if (watchers) watchers.add(watch);
      else this.#watchers.set(watch.topic, new Set([watch]));
    }
    return stream.watches;
  }

  unwatch(watch: Watch): void {
    this.#unwatch(watch);
    watch.stream.watches = watch.stream.watches.filter((other) => other !== watch);
  }

  watchersOf(topic: Topic): Iterable<Watch> {
    return this.#watchers.get(topic) ?? [];
  }

  /** Gives one watch the steps it lacks, in order. */
  catchUp(watch: Watch, steps: readonly VersionStep[]): void {
    for (const step of steps) if (step.from === watch.version) this.#give(watch, new StepFrames(step, this.#tailor));
  }

  /** Tells one watch to fetch the report. */
  tellChanged(watch: Watch, version: number): void {
    watch.version = version;
    watch.stream.send(frame('changed', { topic: watch.topic, version }));
  }

  /** Tells everybody who watches the topic; who is not at the step's base, or too slow, is told to fetch. */
  broadcast(step: VersionStep): void {
    const watchers = this.#watchers.get(step.topic);
    if (!watchers) return;
    const frames = new StepFrames(step, this.#tailor);
    for (const watch of watchers) this.#give(watch, frames);
  }

  /** Sends an event about a topic to all who watch it. */
  tell<Name extends LiveEventName>(topic: Topic, name: Name, data: LiveEvents[Name]): void {
    const bytes = frame(name, data);
    for (const watch of this.watchersOf(topic)) watch.stream.offer(bytes);
  }

  /** Keeps a quiet line open; a stalled stream has enough to read already. */
  comment(stream: LiveStream): void {
    stream.offer(comment);
  }

  close(): void {
    this.#isClosed = true;
    for (const stream of [...this.#streams.values()]) {
      this.drop(stream);
      stream.close();
    }
  }

  #give(watch: Watch, frames: StepFrames): void {
    const { stream } = watch;
    const { step } = frames;
    const inStep = watch.version === step.from;
    watch.version = step.to;
    if (stream.offer(inStep && step.ops ? frames.deltaFor(stream.owner.user) : frames.changed)) return;
    watch.version = MUST_FETCH;
    watch.missed = step.to;
    stream.whenReading(() => this.#reportMissed(stream));
  }

  #reportMissed(stream: LiveStream): void {
    for (const watch of stream.watches) {
      if (watch.version !== MUST_FETCH) continue;
      watch.version = watch.missed;
      stream.send(frame('changed', { topic: watch.topic, version: watch.missed }));
    }
  }

  #unwatch(watch: Watch): void {
    const watchers = this.#watchers.get(watch.topic);
    watchers?.delete(watch);
    if (watchers?.size === 0) this.#watchers.delete(watch.topic);
  }
}

const MUST_FETCH = -1;
