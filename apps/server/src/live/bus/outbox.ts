import { limits } from '@sheetwire/contract/limits';
import type { BusMessage, ToldSteps } from '#ports/bus.ts';
import type { LaneOf } from './lane.ts';
import { encodePayload, keyOf, type Written } from './wire.ts';

/** A text for the line: for all servers, or for those that follow the topics of a lane. */
export interface Parcel {
  readonly lane: string | undefined;
  readonly text: string;
}

/** Puts a proof before a text that it is of this portal. */
export type Sign = (text: string) => string;

/** What a line is like. */
export interface LineForm {
  readonly laneOf: LaneOf;
  /** What it takes at once, in bytes: of each taking, where that may change. */
  readonly payload?: number | (() => number) | undefined;
  readonly sign?: Sign | undefined;
  /** Called when what waited is due. */
  readonly wake?: (() => void) | undefined;
  /** The clock, epoch ms, where what is sent says when. */
  readonly now?: (() => number) | undefined;
}

/**
 * What waits to be sent: the latest message of each key, in a bounded number. Beyond the bound the others are told that
 * they missed something, and read the store. What changed goes to those who follow the topic at once, the news of it to all
 * a moment later, with those of all other versions: a message costs a server where nobody watches more than what is in it.
 */
export class Outbox {
  readonly #node: string;
  readonly #form: Pick<LineForm, 'laneOf' | 'now'> & {
    readonly payload: number | (() => number);
    readonly sign: Sign;
    readonly wake: () => void;
  };
  readonly #waiting = new Map<string, BusMessage>();
  /** The heads of versions whose changes were taken. */
  readonly #news = new Map<string, VersionMessage>();
  #later: NodeJS.Timeout | undefined;
  #isNewsDue = false;
  #isHurried = false;
  /** Versions that came with their steps since the last time all was taken. */
  #changes = 0;
  #isGap = false;
  /** Bytes that are around the messages of a text. */
  readonly #around: number;
  /** Payloads to all so far: who misses one learns of it by the next. */
  #count = 0;

  constructor(
    node: string,
    { laneOf, payload = limits.bus.payload, sign = (text) => text, wake = () => undefined, now }: LineForm,
  ) {
    this.#node = node;
    this.#form = { laneOf, payload, sign, wake, now };
    const most = { isGap: true, count: Number.MAX_SAFE_INTEGER, sentAt: Number.MAX_SAFE_INTEGER };
    this.#around = Buffer.byteLength(sign(encodePayload({ node, messages: [], ...most })));
  }

  /** True when nothing is to be sent now. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0 && !this.#isGap && !this.#isNewsDue;
  }

  /** True when what is to be sent now is more than the news of versions whose changes were sent before. */
  get isPressing(): boolean {
    return this.#waiting.size > 0 || this.#isGap;
  }

  /** From now on nothing waits for its moment: the line is to end. */
  hurry(): void {
    this.#isHurried = true;
    this.#makeDue();
  }

  add(message: BusMessage): void {
    const key = keyOf(message);
    const known = this.#waiting.get(key);
    if (known && isOlder(message, known)) return;
    if (message.kind === 'version' && message.steps) this.#changes++;
    const isTooMuch = this.#changes > limits.bus.maxChanges || (!known && this.#waiting.size >= limits.bus.maxWaiting);
    if (isTooMuch) {
      this.#clear();
      this.#isGap = true;
      return;
    }
    this.#waiting.set(key, known ? joined(known, message) : message);
  }

  /** Takes everything that is due, as texts that the line takes: what changed comes before the news of it. */
  take(): Parcel[] {
    const { payload } = this.#form;
    const room = (typeof payload === 'number' ? payload : payload()) - this.#around;
    const packed = new Packed(room, (lane, messages) => this.#encode(lane, messages));
    let isGap = this.#isGap;
    const told = new Set<BusMessage>();
    for (const message of this.#waiting.values()) {
      if (hasChange(message) && this.#putChange(packed, message)) told.add(message);
    }
    packed.flush();
    for (const message of this.#waiting.values()) {
      if (message.kind === 'version' && told.has(message)) this.#tellLater(message);
      else if (!newsOf(message).some((text) => packed.put(undefined, text))) isGap = true;
    }
    for (const news of this.#takeNews()) {
      if (!newsOf(news).some((text) => packed.put(undefined, text))) isGap = true;
    }
    packed.flush();
    if (isGap) packed.parcels.push({ lane: undefined, text: this.#encode(undefined, [], { isGap }) });
    this.#clear();
    this.#isGap = false;
    return packed.parcels;
  }

  /** Beyond the bound all of them are due at once. */
  #tellLater(message: VersionMessage): void {
    const key = keyOf(message);
    const known = this.#news.get(key);
    if (known && isOlder(message, known)) return;
    const { steps, trace: _, ...news } = known ? joined(known, message) : message;
    this.#news.set(key, steps ? { ...news, steps: headOnly(steps) } : news);
    if (this.#isHurried || this.#news.size >= limits.bus.maxWaiting) this.#makeDue();
    else this.#later ??= setTimeout(() => this.#due(), limits.bus.news).unref();
  }

  #due(): void {
    this.#makeDue();
    this.#form.wake();
  }

  #makeDue(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#isNewsDue = this.#news.size > 0;
  }

  #takeNews(): readonly VersionMessage[] {
    if (!this.#isNewsDue) return [];
    const news = [...this.#news.values()];
    this.#news.clear();
    this.#isNewsDue = false;
    return news;
  }

  #clear(): void {
    this.#waiting.clear();
    this.#changes = 0;
  }

  /**
   * In one message, or a step in each; who gets one that does not follow what it has reads the store. False when the line
   * does not take all of it: who follows then learns of it by the news.
   */
  #putChange(packed: Packed, message: VersionMessage): boolean {
    const lane = this.#form.laneOf(message.topic);
    if (packed.put(lane, JSON.stringify(message))) return true;
    let isWhole = true;
    for (const step of message.steps?.list ?? []) {
      const steps = { ...message.steps, list: [step] };
      isWhole = packed.put(lane, JSON.stringify({ ...message, version: step.to, steps })) && isWhole;
    }
    return isWhole;
  }

  /** Notes that something taken did not arrive. */
  lost(): void {
    this.#isGap = true;
  }

  /** Says that the server is there, and how much it has sent. */
  beat(): string {
    return this.#encode(undefined, []);
  }

  /** Says that the server stops. */
  bye(): string {
    return this.#encode(undefined, [], { isLast: true });
  }

  #encode(
    lane: string | undefined,
    messages: readonly string[],
    facts: Pick<Written, 'isGap' | 'isLast'> = {},
  ): string {
    const count = lane === undefined ? { count: ++this.#count } : {};
    const sent = this.#form.now && { sentAt: this.#form.now() };
    return this.#form.sign(encodePayload({ node: this.#node, messages, ...count, ...sent, ...facts }));
  }
}

type Encode = (lane: string | undefined, messages: readonly string[]) => string;

/** Messages put together by their lanes, in texts that the line takes. */
class Packed {
  readonly parcels: Parcel[] = [];
  readonly #room: number;
  readonly #encode: Encode;
  readonly #open = new Map<string | undefined, { readonly messages: string[]; bytes: number }>();

  constructor(room: number, encode: Encode) {
    this.#room = room;
    this.#encode = encode;
  }

  /** False for a message that is too long for the line. */
  put(lane: string | undefined, message: string): boolean {
    const size = Buffer.byteLength(message) + 1;
    if (size > this.#room) return false;
    const open = this.#open.get(lane);
    if (open && open.bytes + size <= this.#room) {
      open.messages.push(message);
      open.bytes += size;
      return true;
    }
    if (open) this.#close(lane, open.messages);
    this.#open.set(lane, { messages: [message], bytes: size });
    return true;
  }

  flush(): void {
    for (const [lane, { messages }] of this.#open) this.#close(lane, messages);
    this.#open.clear();
  }

  #close(lane: string | undefined, messages: readonly string[]): void {
    this.parcels.push({ lane, text: this.#encode(lane, messages) });
  }
}

type VersionMessage = BusMessage & { readonly kind: 'version' };

function isOlder(message: BusMessage, than: BusMessage): boolean {
  return message.kind === 'version' && than.kind === 'version' && message.version < than.version;
}

/** The later says it all, with the steps of both where one leads to the other. */
function joined<Message extends BusMessage>(before: BusMessage, message: Message): Message;
function joined(before: BusMessage, message: BusMessage): BusMessage {
  if (before.kind !== 'version' || message.kind !== 'version' || !message.steps) return message;
  const [steps, known] = [message.steps, before.steps];
  const follows = known?.cleaner === steps.cleaner && steps.list[0]?.from === before.version;
  return follows ? { ...message, steps: { ...steps, list: [...known.list, ...steps.list] } } : message;
}

/** Whether it says all that changed; what it does not say is read, and the news is enough for that. */
function hasChange(message: BusMessage): message is VersionMessage {
  return message.kind === 'version' && message.steps?.list.every((step) => step.ops !== undefined) === true;
}

/** The message for all servers: of a version its head, and the news alone where that is too long for the line. */
function newsOf(message: BusMessage): readonly string[] {
  if (message.kind !== 'version' || !message.steps) return [JSON.stringify(message)];
  const { steps, ...news } = message;
  return [JSON.stringify({ ...news, steps: headOnly(steps) }), JSON.stringify(news)];
}

/** All steps as one, without what changed in them. */
function headOnly({ cleaner, list }: ToldSteps): ToldSteps {
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last) return { cleaner, list: [] };
  const { ops: _, ...step } = last;
  return { cleaner, list: [{ ...step, from: first.from }] };
}
