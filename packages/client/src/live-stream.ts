import { limits } from '@sheetwire/contract/limits';
import { type LiveEvents, watch } from '@sheetwire/contract/live';
import { type BackoffRange, backoff } from './backoff.ts';
import type { Caller } from './caller.ts';
import type { Clock } from './clock.ts';
import { comeBack, oversized, type RawEvent } from './event-parser.ts';
import { CallError } from './failures.ts';
import { LinePulse } from './line-pulse.ts';
import { type LiveEvent, readLiveEvent } from './live-event.ts';
import type { StreamEnd, StreamTransport } from './stream-transport.ts';
import { type Watched, WatchList } from './watch-list.ts';

/**
 * `connecting` until the first success, `open` while events come, `reconnecting` for the first seconds after a cut,
 * `unavailable` when no stream can be had at present: whoever listens polls, and the stream is tried again.
 */
export type StreamState = 'idle' | 'connecting' | 'open' | 'reconnecting' | 'unavailable';

/** Who hears a stream. */
export interface StreamListener {
  onEvent(event: LiveEvent): void;
  onState(state: StreamState): void;
  /** Something was missed, nobody knows what: fetch. */
  onGap(): void;
  /** Bytes came, be it a comment. */
  onAlive?(): void;
}

export interface LiveStreamDeps {
  readonly transport: StreamTransport;
  readonly call: Caller;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly chance: () => number;
}

/** Why the last attempt failed; only after a cut does news of the line lead to an attempt at once. */
type Failure = 'cut' | 'muted' | 'refused';

const nothingToCancel = () => undefined;
/** The status of a server that may be asked again. */
const UNAVAILABLE = 503;
/** What proxies answer for a server that is away; without it the connection itself would be refused. */
const OF_PROXIES: readonly number[] = [502, UNAVAILABLE, 504];
const NOT_FOUND = 404;

/** True for the answer of a server that does not have the stream. */
function isUnknown(error: unknown): boolean {
  return error instanceof CallError && error.status === NOT_FOUND;
}

/** One stream with its watched topics: opens, notices silence, reconnects, resumes by version (interfaces 7). */
export class LiveStream {
  readonly #deps: LiveStreamDeps;
  readonly #listener: StreamListener;
  readonly #watched = new WatchList();
  #state: StreamState = 'idle';
  #streamId: string | undefined;
  #failure: Failure = 'cut';
  #failures = 0;
  /** When the server wants to be asked again, of the line under way. */
  #comeBack: number | undefined;
  #closeLine: () => void = nothingToCancel;
  #cancelWatch: () => void = nothingToCancel;
  #isWatchSent = false;
  /** The list changed, or a sign of the line is wanted, since the call under way was sent. */
  #isWatchDue = false;
  #cancelRetry: (() => void) | undefined;
  #cancelGreeting: () => void = nothingToCancel;
  #cancelDown: () => void = nothingToCancel;
  readonly #pulse: LinePulse;
  #hasBeenOpen = false;

  constructor(deps: LiveStreamDeps, listener: StreamListener) {
    this.#deps = deps;
    this.#listener = listener;
    this.#pulse = new LinePulse({
      clock: deps.clock,
      chance: deps.chance,
      // The server answers on the line itself: an answer to the call alone is no sign of the line.
      ask: () => this.#streamId !== undefined && this.#sendWatch(this.#streamId),
      onDead: () => this.#fail('cut'),
    });
  }

  get state(): StreamState {
    return this.#state;
  }

  /** Opens the stream and keeps it open until `stop`. */
  start(): void {
    if (this.#state !== 'idle') return;
    this.#failures = 0;
    this.#goDown('connecting');
    this.#attempt();
  }

  stop(): void {
    this.#endAttempt();
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#cancelDown();
    this.#setState('idle');
  }

  /**
   * Sets the topics that the stream carries. A version below the one that was carried last asks for the deltas from
   * there again; one above is a fetch that ran ahead of the stream.
   */
  watch(topics: readonly Watched[]): void {
    if (this.#watched.set(topics) && this.#streamId !== undefined) this.#sendWatch(this.#streamId);
  }

  /** The version up to which the stream has carried a topic. */
  versionOf(topic: string): number | undefined {
    return this.#watched.versionOf(topic);
  }

  /** The line seems to be back (a call succeeded, the browser went online): does not wait for the next attempt. */
  retryNow(): void {
    if (this.#failure === 'cut') this.#retryAtOnce();
  }

  /** Somebody signed in, or a new tab came: even what was refused before may do now. */
  retryAnyway(): void {
    this.#failures = 0;
    this.#retryAtOnce();
  }

  #retryAtOnce(): void {
    if (!this.#cancelRetry) return;
    this.#cancelRetry();
    this.#attempt();
  }

  #attempt(): void {
    const { transport, clock } = this.#deps;
    this.#cancelRetry = undefined;
    this.#cancelGreeting = clock.after(limits.streamDetect, () => this.#fail(this.#isOutage ? 'cut' : 'muted'));
    let isCurrent = true;
    const close = transport.open({
      onEvent: (event) => isCurrent && this.#read(event),
      onAlive: () => isCurrent && this.#heard(),
      onEnd: (end) => isCurrent && this.#lineEnded(end),
    });
    this.#closeLine = () => {
      isCurrent = false;
      close();
    };
  }

  /** Where streams came through before, one without a greeting is no proxy that buffers: the server does not answer. */
  get #isOutage(): boolean {
    return this.#hasBeenOpen && this.#failures < limits.outageTries;
  }

  #heard(): void {
    this.#pulse.alive();
    this.#listener.onAlive?.();
  }

  #read(raw: RawEvent): void {
    const event = readLiveEvent(raw);
    if (raw.name === comeBack) this.#comeBack = Number(raw.data);
    else if (event?.name === 'hello') this.#greeted(event.data);
    else if (raw.name === oversized) this.#listener.onGap();
    else if (event && this.#streamId !== undefined) this.#pass(event);
  }

  #pass(event: LiveEvent): void {
    if (event.name === 'delta') this.#watched.advance(event.data.topic, event.data.to);
    if (event.name === 'changed') this.#watched.advance(event.data.topic, event.data.version);
    this.#listener.onEvent(event);
  }

  #greeted({ streamId, beat }: LiveEvents['hello']): void {
    this.#streamId = streamId;
    this.#cancelGreeting();
    if (this.#deps.transport.seesComments) this.#pulse.start(beat);
    if (this.#watched.isEmpty) this.#opened();
    else this.#sendWatch(streamId);
  }

  /**
   * Tells the server the list, once it has answered for the one before: of two calls under way the later may come first, and
   * the server would carry what is wanted no more.
   */
  #sendWatch(streamId: string): void {
    if (this.#isWatchSent) this.#isWatchDue = true;
    else this.#callWatch(streamId);
  }

  /**
   * A server that does not know the stream may be another one than that which opened it: the next try comes to the next of
   * them (decision 77).
   */
  #callWatch(streamId: string, tries: number = limits.watchTries): void {
    const given = new AbortController();
    const cancelLimit = this.#deps.clock.after(limits.streamDetect, () => this.#fail('cut'));
    this.#isWatchSent = true;
    this.#isWatchDue = false;
    this.#cancelWatch = () => {
      cancelLimit();
      given.abort();
      this.#isWatchSent = false;
      this.#isWatchDue = false;
    };
    this.#deps.call(watch, { streamId, topics: this.#watched.list() }, { signal: given.signal }).then(
      () => {
        if (given.signal.aborted) return;
        const isDue = this.#isWatchDue;
        this.#cancelWatch();
        if (isDue) this.#callWatch(streamId);
        else this.#opened();
      },
      (error: unknown) => {
        if (given.signal.aborted) return;
        this.#cancelWatch();
        if (isUnknown(error) && tries > 1) this.#callWatch(streamId, tries - 1);
        else this.#fail('cut');
      },
    );
  }

  #opened(): void {
    this.#failures = 0;
    this.#failure = 'cut';
    this.#hasBeenOpen = true;
    this.#cancelDown();
    this.#setState('open');
  }

  #lineEnded(end: StreamEnd): void {
    if (end.kind === 'cut') this.#fail('cut', this.#comeBack);
    else if (end.status === UNAVAILABLE && end.retryAfter !== undefined) this.#fail('refused', this.#after('cut', end));
    else if (this.#hasBeenOpen && OF_PROXIES.includes(end.status)) this.#fail('cut');
    else this.#fail('refused', this.#after('muted', end));
  }

  /** A server that stops or cannot read its store says when it may be asked again; any other that refuses stays so. */
  #after(how: keyof typeof limits.streamRetry, { retryAfter = 0 }: { readonly retryAfter?: number }): number {
    return Math.max(retryAfter, this.#backoff(how));
  }

  #backoff(how: keyof typeof limits.streamRetry): number {
    const range: BackoffRange = limits.streamRetry[how];
    return backoff(range, this.#failures, this.#deps.chance);
  }

  #fail(failure: Failure, wait = this.#backoff(failure === 'cut' ? 'cut' : 'muted')): void {
    this.#endAttempt();
    this.#failure = failure;
    if (this.#state === 'open') this.#goDown('reconnecting');
    this.#failures++;
    this.#cancelRetry = this.#deps.clock.after(wait, () => this.#attempt());
    if (failure !== 'cut') this.#setState('unavailable');
  }

  #endAttempt(): void {
    this.#closeLine();
    this.#cancelGreeting();
    this.#pulse.stop();
    this.#cancelWatch();
    this.#streamId = undefined;
    this.#comeBack = undefined;
  }

  /** Without a stream for longer than it takes to detect one, listeners poll. */
  #goDown(state: 'connecting' | 'reconnecting'): void {
    this.#cancelDown();
    this.#cancelDown = this.#deps.clock.after(limits.streamDetect, () => this.#setState('unavailable'));
    this.#setState(state);
  }

  #setState(state: StreamState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#listener.onState(state);
  }
}
