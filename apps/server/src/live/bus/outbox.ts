import { limits } from '@sheetwire/contract/limits';
import type { BusMessage } from '#ports/bus.ts';
import { encodePayload, keyOf } from './wire.ts';

/**
 * What waits to be sent: the latest message of each key, in a bounded number. Beyond the bound the others are told that
 * they missed something, and read the store.
 */
export class Outbox {
  readonly #node: string;
  readonly #waiting = new Map<string, BusMessage>();
  #isGap = false;

  constructor(node: string) {
    this.#node = node;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && !this.#isGap;
  }

  add(message: BusMessage): void {
    const key = keyOf(message);
    const known = this.#waiting.get(key);
    if (known && isOlder(message, known)) return;
    if (!known && this.#waiting.size >= limits.bus.maxWaiting) {
      this.#waiting.clear();
      this.#isGap = true;
      return;
    }
    this.#waiting.set(key, message);
  }

  /** Takes everything, as texts of at most `limits.bus.payload` bytes. */
  take(): string[] {
    const payloads: string[] = [];
    let isGap = this.#isGap;
    let messages: BusMessage[] = [];
    let bytes = 0;
    const empty = Buffer.byteLength(this.#encode([], true));
    const flush = (): void => {
      if (messages.length > 0) payloads.push(this.#encode(messages, false));
      messages = [];
      bytes = 0;
    };
    for (const message of this.#waiting.values()) {
      const size = Buffer.byteLength(JSON.stringify(message)) + 1;
      if (empty + size > limits.bus.payload) {
        isGap = true;
        continue;
      }
      if (empty + bytes + size > limits.bus.payload) flush();
      messages.push(message);
      bytes += size;
    }
    flush();
    if (isGap) payloads.push(this.#encode([], true));
    this.#waiting.clear();
    this.#isGap = false;
    return payloads;
  }

  /** Notes that something taken did not arrive. */
  lost(): void {
    this.#isGap = true;
  }

  #encode(messages: readonly BusMessage[], isGap: boolean): string {
    return encodePayload({ node: this.#node, messages, isGap });
  }
}

function isOlder(message: BusMessage, than: BusMessage): boolean {
  return message.kind === 'version' && than.kind === 'version' && message.version < than.version;
}
