import { limits } from '@sheetwire/contract/limits';
import type { BusMessage } from '#ports/bus.ts';
import { Peers } from './peers.ts';
import { decodePayload, hintsOf, type Payload } from './wire.ts';

/** Whether a payload was sent just now, as far as its line can be trusted to carry none that was sent before. */
export type IsRecent = (payload: Payload) => boolean;

/** Hands what arrives to the listeners; a listener that throws does not keep the others from hearing. */
export class Inbox {
  readonly #node: string;
  readonly #onFault: (error: unknown) => void;
  readonly #onMessage: ((message: BusMessage) => void)[] = [];
  readonly #onGap: (() => void)[] = [];
  #gap: NodeJS.Timeout | undefined;
  #line: 'up' | 'lost' | 'back' = 'up';
  readonly #peers = new Peers();
  readonly #isRecent: IsRecent;
  readonly #toldFaults = new Set<string>();
  #isStopped = false;
  /** What was told of this second: nothing, that something was missed, or that more was since. */
  #missed: 'nothing' | 'told' | 'more' = 'nothing';

  constructor(node: string, onFault: (error: unknown) => void, isRecent: IsRecent = () => true) {
    this.#node = node;
    this.#onFault = onFault;
    this.#isRecent = isRecent;
  }

  onMessage(listener: (message: BusMessage) => void): void {
    this.#onMessage.push(listener);
  }

  onGap(listener: () => void): void {
    this.#onGap.push(listener);
  }

  /** `isOurs`: nobody but a server of this portal can have written it, though anybody may have sent it again. */
  receive(text: string, isOurs: boolean): void {
    if (this.#isStopped) return;
    const payload = decodePayload(text, isOurs);
    if (!payload || payload.node === this.#node) return;
    if (payload.unproved > 0) this.#tellOnce(UNPROVED);
    const heard = isOurs ? this.#peers.heard(payload, this.#isRecent(payload)) : 'next';
    if (heard === 'again') return;
    if (heard === 'unsure') {
      this.#hearUnsure(payload);
      return;
    }
    this.#tell(payload.messages);
    if (payload.isGap) this.gap();
    else if (heard === 'missing') this.#tellMissed();
  }

  /** Nothing is believed; the store says what is so, as after a loss. */
  #hearUnsure({ messages, isGap }: Payload): void {
    const hints = hintsOf(messages);
    this.#tell(hints);
    if (!isGap && hints.length === messages.length) return;
    this.#tellOnce(UNSURE);
    this.#tellMissed();
  }

  #tell(messages: readonly BusMessage[]): void {
    for (const message of messages) for (const listener of this.#onMessage) this.#call(() => listener(message));
  }

  /** Once a second. */
  beat(): void {
    // One that was killed between a write and its word tells of it no more.
    if (this.#peers.beat()) this.gap();
    const isDue = this.#missed === 'more';
    this.#missed = 'nothing';
    if (isDue) this.#tellMissed();
  }

  /** Nothing is heard until it is back. */
  lineIsLost(): void {
    this.#line = 'lost';
  }

  /** The line was lost and is back. */
  lineIsBack(): void {
    this.#line = 'back';
    this.#peers.lineIsBack();
    this.gap();
  }

  /** True while messages of another server do not come, or did not and nobody was told. */
  get mayMiss(): boolean {
    return this.#line !== 'up' || this.#peers.isAnyMute;
  }

  /** At once, and then once a second: a line that loses much has the store read again and again. */
  #tellMissed(): void {
    if (this.#missed === 'nothing') {
      this.#missed = 'told';
      this.gap();
    } else this.#missed = 'more';
  }

  /** After a moment: a broker that comes back makes each of the other nodes tell of a gap, and one reading serves them all. */
  gap(): void {
    if (this.#isStopped) return;
    this.#gap ??= setTimeout(() => this.#tellGap(), limits.bus.gatherGaps).unref();
  }

  /**
   * Tells of nothing from now on: who listens is about to let the store go, and a line that comes back while it is being
   * closed would have it read.
   */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#gap);
  }

  #tellGap(): void {
    this.#gap = undefined;
    for (const listener of this.#onGap) this.#call(listener);
    if (this.#line === 'back') this.#line = 'up';
  }

  /** Once: who can write to the line may do so a thousand times a second. */
  #tellOnce(words: string): void {
    if (this.#toldFaults.has(words)) return;
    this.#toldFaults.add(words);
    this.#onFault(new Error(words));
  }

  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#onFault(error);
    }
  }
}

const UNPROVED =
  'ignored messages that are not signed with SHEETWIRE_SECRET_KEY: either the servers of this portal have different keys, or another portal uses the same NATS';

const UNSURE =
  'read the store again instead of obeying messages that are not from now: either the clocks of the servers differ by more than 30 seconds, or someone is sending recorded messages again';
