import type { Call, Input, Output } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import { publishAck, publishControls, publishOpen } from '@sheetwire/contract/publish';
import { parseTopic } from '@sheetwire/rules/topic';
import { backoff } from './backoff.ts';
import type { Caller } from './caller.ts';
import type { Clock } from './clock.ts';
import { CallError, NetworkFailure } from './failures.ts';
import { type OnUpdate, PublisherUpdates, type UpdateAck } from './publisher-updates.ts';

/** How the line stands: `away` tells why it is being opened again, with the code of a refusal such as `lease_held`. */
export type PublisherState =
  | { readonly state: 'open' }
  | { readonly state: 'away'; readonly why: string; readonly code?: string | undefined }
  | { readonly state: 'ended'; readonly why: string; readonly code?: string | undefined };

export interface PublisherOptions {
  /** With the publisher's credential, and without a time limit shorter than the long poll. */
  readonly call: Caller;
  readonly clock: Clock;
  readonly chance: () => number;
  readonly topics: readonly string[];
  /** Names this publisher, so that an operator sees who took over from whom. */
  readonly instanceId: string;
  /** Takes over from nobody who is there: waits until the lease of each topic has ended (decision 62). */
  readonly standby?: boolean;
  /** The session by which the program publishes as the holder of the lease. */
  readonly onSession?: (session: string) => void;
  /** Sent with every call, such as the publish secret. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onUpdate: OnUpdate;
  /** Viewers of these topics are entering something: a recalculation may wait for them. */
  readonly onMidEdit?: (topics: readonly string[]) => void;
  /** Another publisher took these topics over, or they may be published no more; the line goes on with the rest. */
  readonly onLost?: (topics: readonly string[]) => void;
  /** The viewers of these updates were told meanwhile that they failed: they are to be taken back. */
  readonly onLate?: (ids: readonly string[]) => void;
  readonly onState?: (state: PublisherState) => void;
  /** What one of these threw: the line goes on. Left out, it is thrown where nobody catches it. */
  readonly onFault?: (error: unknown) => void;
}

/** A connected publisher (semantics 5; interfaces 4). */
export interface PublisherLine {
  /** Why it ended: stopped, taken over by another, or refused. Never rejects. */
  readonly ended: Promise<string>;
  /** Ends it once what was taken is answered. */
  stop(): Promise<void>;
}

/** Answers that the server is away for now. */
const AWAY: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 413, 422, 501]);

/**
 * Makes the caller the connected publisher of its topics: opens the line, takes updates by long polls, acknowledges
 * them, and opens anew after a loss, waiting longer each time. Another publisher that takes over ends it.
 */
export function connectPublisher(options: PublisherOptions): PublisherLine {
  const line = new Line(options);
  const ended = line.run();
  return {
    ended,
    async stop() {
      await line.stop();
      await ended;
    },
  };
}

class Line {
  readonly #options: PublisherOptions;
  readonly #updates: PublisherUpdates;
  readonly #stopped = new AbortController();
  #session = '';
  #cursor = '';
  #isAcking = false;
  #acking: Promise<void> = Promise.resolve();
  #midEdit = '';
  readonly #lost = new Set<string>();
  #end: string | undefined;
  #endCode: string | undefined;
  #told = '';

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#updates = new PublisherUpdates(options.onUpdate, () => this.#startAcks());
  }

  async run(): Promise<string> {
    for (let failures = 0; this.#end === undefined; ) {
      try {
        if (this.#session === '') await this.#open();
        await this.#poll();
        failures = 0;
        this.#arrived();
      } catch (error) {
        await this.#failed(error, failures++);
      }
    }
    this.#tell({ state: 'ended', why: this.#end, code: this.#endCode });
    return this.#end;
  }

  async stop(): Promise<void> {
    if (this.#end !== undefined) return;
    this.#end = 'stopped';
    this.#stopped.abort(new Error('stopped'));
    await this.#updates.idle();
    await this.#acking;
  }

  async #open(): Promise<void> {
    const { topics, instanceId, standby = false } = this.#options;
    // What another publisher took over is not taken back by a line that comes again.
    const wanted = topics.filter((topic) => !this.#lost.has(parseTopic(topic) ?? topic));
    const input = { topics: wanted, instanceId, ...(standby && { standby }) };
    const { session } = await this.#call(publishOpen, input, limits.callAnswer);
    this.#session = session;
    this.#cursor = '';
    this.#say(() => this.#options.onSession?.(session));
    this.#arrived();
  }

  async #poll(): Promise<void> {
    const input = { session: this.#session, cursor: this.#cursor, waitMs: limits.controlWait };
    const within = limits.controlWait + limits.callAnswer;
    const answer = await this.#call(publishControls, input, within);
    this.#cursor = answer.cursor;
    this.#updates.take(answer.updates);
    this.#tellMidEdit(answer.midEdit ?? []);
    this.#tellLost(answer.lost ?? []);
    // What the program does not keep up with stays with the server.
    if (this.#updates.open > limits.publisherAcks) await this.#updates.idle();
  }

  /** A call that ends after `ms`, and with the line save for the last acknowledgements. */
  async #call<C extends Call>(call: C, input: Input<C>, ms: number): Promise<Output<C>> {
    const { clock, headers = {} } = this.#options;
    const late = new AbortController();
    const cancel = clock.after(ms, () => late.abort(new NetworkFailure(new Error('late'))));
    const signal = call.path === publishAck.path ? late.signal : AbortSignal.any([late.signal, this.#stopped.signal]);
    try {
      return await this.#options.call(call, input, { signal, headers });
    } finally {
      cancel();
    }
  }

  #tellMidEdit(topics: readonly string[]): void {
    const text = topics.toSorted().join('\n');
    if (text === this.#midEdit) return;
    this.#midEdit = text;
    this.#say(() => this.#options.onMidEdit?.(topics));
  }

  #tellLost(topics: readonly string[]): void {
    const lost = topics.filter((topic) => !this.#lost.has(topic));
    for (const topic of lost) this.#lost.add(topic);
    if (lost.length > 0) this.#say(() => this.#options.onLost?.(lost));
  }

  #startAcks(): void {
    if (!this.#isAcking) this.#acking = this.#ack();
  }

  /** One call at a time; what cannot be told is tried again. */
  async #ack(): Promise<void> {
    this.#isAcking = true;
    for (let acks = this.#updates.takeAcks(); acks.length > 0; acks = this.#updates.takeAcks()) {
      if (await this.#tellAcks(acks)) continue;
      this.#updates.giveBack(acks);
      if (this.#end === undefined) this.#options.clock.after(limits.controlRetry, () => this.#startAcks());
      break;
    }
    this.#isAcking = false;
  }

  async #tellAcks(acks: UpdateAck[]): Promise<boolean> {
    try {
      const { late = [] } = await this.#call(publishAck, { session: this.#session, acks }, limits.callAnswer);
      if (late.length > 0) this.#say(() => this.#options.onLate?.(late));
      return true;
    } catch (error) {
      const isRefused = error instanceof CallError && REFUSED.has(error.status);
      const isLost = error instanceof CallError || error instanceof NetworkFailure;
      // Asked again it would be refused again, and the server tells who waits in time.
      if (isRefused || !isLost) this.#sayFault(error);
      return isRefused;
    }
  }

  /** The line works: answers that waited are told now. */
  #arrived(): void {
    this.#tell({ state: 'open' });
    this.#startAcks();
  }

  #tell(state: PublisherState): void {
    const told = 'code' in state ? `${state.state} ${state.code}` : state.state;
    if (told !== this.#told) this.#say(() => this.#options.onState?.(state));
    this.#told = told;
  }

  /** A fault of the program is none of the line: what the server said is not asked for again. */
  #say(told: () => void): void {
    try {
      told();
    } catch (error) {
      this.#sayFault(error);
    }
  }

  #sayFault(error: unknown): void {
    const { onFault } = this.#options;
    if (onFault) onFault(error);
    else
      queueMicrotask(() => {
        throw error;
      });
  }

  async #failed(error: unknown, failures: number): Promise<void> {
    if (this.#end !== undefined) return;
    const fault = error instanceof CallError ? error : undefined;
    const why = error instanceof Error ? error.message : String(error);
    if (fault?.code === 'taken_over' || (fault && REFUSED.has(fault.status))) {
      this.#end = why;
      this.#endCode = fault.code;
      return;
    }
    // A session that the server no longer knows is opened anew; one that it may still know goes on.
    if (fault && !AWAY.has(fault.status)) this.#session = '';
    this.#tell({ state: 'away', why, code: fault?.code });
    await this.#rest(Math.max(fault?.retryAfter ?? 0, backoff(limits.publisherRetry, failures, this.#options.chance)));
  }

  #rest(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.clock.after(ms, resolve);
    const { signal } = this.#stopped;
    signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(cancel);
  }
}
