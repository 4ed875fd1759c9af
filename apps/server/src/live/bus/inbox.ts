import { limits } from '@sheetwire/contract/limits';
import type { BusMessage } from '#ports/bus.ts';
import { decodePayload } from './wire.ts';

/** Hands what arrives to the listeners; a listener that throws does not keep the others from hearing. */
export class Inbox {
  readonly #node: string;
  readonly #onFault: (error: unknown) => void;
  readonly #onMessage: ((message: BusMessage) => void)[] = [];
  readonly #onGap: (() => void)[] = [];
  #gap: NodeJS.Timeout | undefined;

  constructor(node: string, onFault: (error: unknown) => void) {
    this.#node = node;
    this.#onFault = onFault;
  }

  onMessage(listener: (message: BusMessage) => void): void {
    this.#onMessage.push(listener);
  }

  onGap(listener: () => void): void {
    this.#onGap.push(listener);
  }

  /** `isOurs`: nobody but a server of this portal can have sent it. */
  receive(text: string, isOurs: boolean): void {
    const payload = decodePayload(text, isOurs);
    if (!payload || payload.node === this.#node) return;
    for (const message of payload.messages) for (const listener of this.#onMessage) this.#call(() => listener(message));
    if (payload.isGap) this.gap();
  }

  /** After a moment: a broker that comes back makes each of the other nodes tell of a gap, and one reading serves them all. */
  gap(): void {
    this.#gap ??= setTimeout(() => this.#tellGap(), limits.bus.gatherGaps).unref();
  }

  /** Tells of no gap from now on. */
  stop(): void {
    clearTimeout(this.#gap);
  }

  #tellGap(): void {
    this.#gap = undefined;
    for (const listener of this.#onGap) this.#call(listener);
  }

  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#onFault(error);
    }
  }
}
