import type { BusMessage } from '#ports/bus.ts';
import { decodePayload } from './wire.ts';

/** Hands what arrives to the listeners; a listener that throws does not keep the others from hearing. */
export class Inbox {
  readonly #node: string;
  readonly #onFault: (error: unknown) => void;
  readonly #onMessage: ((message: BusMessage) => void)[] = [];
  readonly #onGap: (() => void)[] = [];
  #isToldOfUnproved = false;

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
    if (payload.unproved > 0) this.#tellUnproved();
    for (const message of payload.messages) for (const listener of this.#onMessage) this.#call(() => listener(message));
    if (payload.isGap) this.gap();
  }

  gap(): void {
    for (const listener of this.#onGap) this.#call(listener);
  }

  /** Once: who can write to the line may do so a thousand times a second. */
  #tellUnproved(): void {
    if (this.#isToldOfUnproved) return;
    this.#isToldOfUnproved = true;
    this.#onFault(new Error(UNPROVED));
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
