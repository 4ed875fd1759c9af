import { limits } from '@sheetwire/contract/limits';
import type { BusMessage } from '#ports/bus.ts';
import { encodePayload, keyOf } from './wire.ts';

/**
 * What waits to be sent: the latest message of each key, in a bounded number. Beyond the bound the others are told that
 * they missed something, and read the store.
 */
export class Outbox {
  readonly #node: string;
  readonly #payload: number;
  readonly #sign: Sign;
  readonly #waiting = new Map<string, BusMessage>();
  #isGap = false;

  /** `payload` is what the line takes at once, in bytes. */
  constructor(node: string, payload: number = limits.bus.payload, sign: Sign = (text) => text) {
    this.#node = node;
    this.#payload = payload;
    this.#sign = sign;
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
    this.#waiting.set(key, known ? joined(known, message) : message);
  }

  /** Takes everything, as texts that the line takes. */
  take(): string[] {
    const payloads: string[] = [];
    let isGap = this.#isGap;
    let messages: string[] = [];
    let bytes = 0;
    const room = this.#payload - Buffer.byteLength(this.#encode([], true));
    const flush = (): void => {
      if (messages.length > 0) payloads.push(this.#encode(messages, false));
      messages = [];
      bytes = 0;
    };
    for (const message of this.#waiting.values()) {
      const text = textWithin(message, room - 1);
      if (text === undefined) {
        isGap = true;
        continue;
      }
      const size = Buffer.byteLength(text) + 1;
      if (bytes + size > room) flush();
      messages.push(text);
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

  #encode(messages: readonly string[], isGap: boolean): string {
    return this.#sign(encodePayload(this.#node, messages, isGap));
  }
}

/** Puts a proof before a text that it is of this portal. */
export type Sign = (text: string) => string;

function isOlder(message: BusMessage, than: BusMessage): boolean {
  return message.kind === 'version' && than.kind === 'version' && message.version < than.version;
}

/** The later says it all, with the steps of both where one leads to the other. */
function joined(before: BusMessage, message: BusMessage): BusMessage {
  if (before.kind !== 'version' || message.kind !== 'version' || !message.steps) return message;
  const [steps, known] = [message.steps, before.steps];
  const follows = known?.cleaner === steps.cleaner && steps.list[0]?.from === before.version;
  return follows ? { ...message, steps: { ...steps, list: [...known.list, ...steps.list] } } : message;
}

/** The message as text: without what changed, or without the steps, where that is too long for the line. */
function textWithin(message: BusMessage, room: number): string | undefined {
  for (const text of shorter(message)) if (Buffer.byteLength(text) <= room) return text;
  return undefined;
}

function* shorter(message: BusMessage): Generator<string> {
  yield JSON.stringify(message);
  if (message.kind !== 'version' || !message.steps) return;
  const { steps, ...hint } = message;
  const list = steps.list.map(({ ops: _, ...step }) => step);
  yield JSON.stringify({ ...hint, steps: { ...steps, list } });
  yield JSON.stringify(hint);
}
