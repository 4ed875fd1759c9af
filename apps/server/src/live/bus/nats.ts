import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Bus, BusMessage } from '#ports/bus.ts';
import { Inbox } from './inbox.ts';
import { FollowedLanes, NATS_LANES, NATS_SUBJECT, natsLane } from './lane.ts';
import { faultOfPayload, type Heard, type NatsLine, type Subscription } from './nats-line.ts';
import { Outbox } from './outbox.ts';
import { Pace } from './pace.ts';
import { Proof } from './proof.ts';

export interface NatsOptions {
  readonly onFault: (error: unknown) => void;
  /** The key that all servers of the portal share. */
  readonly secretKey: Uint8Array;
  /** The clock, epoch ms. */
  readonly now: () => number;
}

/** Core NATS: the quickest line between nodes. It keeps nothing; what is missed is read from the store. */
export class NatsBus implements Bus {
  readonly #connection: NatsLine;
  readonly #onFault: (error: unknown) => void;
  readonly #outbox: Outbox;
  readonly #inbox: Inbox;
  readonly #proof: Proof;
  readonly #followed = new FollowedLanes(natsLane);
  /** One for each topic that is followed, or one for all topics. */
  readonly #lanes = new Map<string, Subscription>();
  #inForce: Promise<void> | undefined;
  #isUp: boolean;
  #breaks = 0;
  #isClosing = false;
  readonly #pace = new Pace(limits.bus.natsGather);
  #sending: Promise<void> | undefined;
  readonly #beats: NodeJS.Timeout;

  private constructor(connection: NatsLine, { onFault, secretKey, now }: NatsOptions) {
    const node = randomUUID();
    this.#connection = connection;
    this.#isUp = connection.isUp;
    this.#onFault = onFault;
    this.#proof = new Proof(secretKey);
    const sign = (text: string) => this.#proof.sign(text);
    const wake = () => this.#isUp && this.#startSending();
    const payload = () => Math.min(connection.payload ?? Number.POSITIVE_INFINITY, limits.bus.natsPayload);
    this.#outbox = new Outbox(node, { laneOf: natsLane, payload, sign, wake, now });
    // Who can read NATS and write to it may send again what was said before this server listened (decision 3).
    const isRecent = ({ sentAt = Number.NaN }) => Math.abs(now() - sentAt) <= limits.bus.recent;
    this.#inbox = new Inbox(node, onFault, isRecent);
    connection.subscribe(NATS_SUBJECT, { callback: (error, message) => this.#heard(error, message, 'anyone') });
    this.#watchLine().catch(onFault);
    this.#beats = setInterval(() => this.#beat(), limits.bus.beat).unref();
  }

  /** Over a connection that is up, or will be. */
  static async over(connection: NatsLine, options: NatsOptions): Promise<NatsBus> {
    const bus = new NatsBus(connection, options);
    if (connection.isUp) await bus.#begun();
    return bus;
  }

  send(message: BusMessage): void {
    if (this.#isClosing) return;
    this.#outbox.add(message);
    if (this.#isUp) this.#startSending();
  }

  sendGap(): void {
    if (this.#isClosing) return;
    this.#outbox.lost();
    if (this.#isUp) this.#startSending();
  }

  onMessage(listener: (message: BusMessage) => void): void {
    this.#inbox.onMessage(listener);
  }

  onGap(listener: () => void): void {
    this.#inbox.onGap(listener);
  }

  get line(): Bus['line'] {
    return { isUp: this.#isUp, breaks: this.#breaks };
  }

  async follow(topic: Topic): Promise<'followed'> {
    const lane = this.#followed.add(topic);
    if (lane !== undefined) this.#arrange(lane);
    this.#inForce ??= this.#flushed();
    await this.#inForce;
    return 'followed';
  }

  unfollow(topic: Topic): void {
    const lane = this.#followed.remove(topic);
    if (lane !== undefined) this.#arrange(lane);
  }

  mayMiss(): boolean {
    return !this.#isUp || this.#inbox.mayMiss;
  }

  async check(): Promise<void> {
    if (!this.#isUp) throw new Error('the connection to NATS is down');
    await this.#answered();
  }

  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#inbox.stop();
    clearInterval(this.#beats);
    this.#outbox.hurry();
    if (this.#isUp && !this.#outbox.isEmpty) this.#startSending();
    await this.#sending;
    if (this.#isUp) await this.#sayBye();
    await this.#connection.close();
  }

  #beat(): void {
    this.#inbox.beat();
    if (!this.#isUp || this.#connection.isClosed()) return;
    try {
      this.#connection.publish(NATS_SUBJECT, this.#outbox.beat());
    } catch (error) {
      this.#onFault(error);
    }
  }

  /** Nobody waits then for what would come. */
  async #sayBye(): Promise<void> {
    try {
      this.#connection.publish(NATS_SUBJECT, this.#outbox.bye());
      await this.#answered();
    } catch (error) {
      this.#onFault(error);
    }
  }

  /**
   * Who listens before it reads misses nothing: the server knows by now what is listened to. One that does not say so in time
   * keeps nobody waiting: what was read meanwhile is read again once it does, or once the line is back.
   */
  async #begun(): Promise<void> {
    try {
      await this.#answered();
    } catch (error) {
      this.#onFault(error);
      this.#connection.flush().then(
        () => this.#inbox.gap(),
        () => undefined,
      );
    }
  }

  async #watchLine(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === 'disconnect') this.#broken();
      if (status.type === 'reconnect') void this.#back();
      if (status.type === 'error') this.#onFault(status.error);
    }
  }

  #broken(): void {
    if (this.#isUp) this.#breaks++;
    this.#isUp = false;
    this.#inbox.lineIsLost();
  }

  /** A subscription for each topic up to a bound; beyond it one for all, of which most is dropped unread. */
  #arrange(changed: string): void {
    const { followed } = limits.bus;
    const isWide = this.#lanes.has(NATS_LANES);
    if (isWide ? this.#followed.size > followed / 2 : this.#followed.size > followed) this.#subscribeTo([NATS_LANES]);
    else if (isWide) this.#subscribeTo(this.#followed.all());
    else if (this.#followed.has(changed)) this.#subscribe(changed);
    else this.#unsubscribe(changed);
  }

  /** The new ones first, so that nothing is missed in between. */
  #subscribeTo(wanted: readonly string[]): void {
    const before = [...this.#lanes.keys()];
    for (const lane of wanted) this.#subscribe(lane);
    for (const lane of before) if (!wanted.includes(lane)) this.#unsubscribe(lane);
  }

  #subscribe(lane: string): void {
    if (this.#isClosing || this.#lanes.has(lane)) return;
    const callback: Heard = (error, message) => {
      if (error || this.#followed.has(message.subject)) this.#heard(error, message, 'ours');
    };
    this.#lanes.set(lane, this.#connection.subscribe(lane, { callback }));
  }

  #unsubscribe(lane: string): void {
    this.#lanes.get(lane)?.unsubscribe();
    this.#lanes.delete(lane);
  }

  /** One question for all that is followed in one turn. */
  async #flushed(): Promise<void> {
    await wait(0);
    this.#inForce = undefined;
    if (!this.#isUp || this.#isClosing) return;
    try {
      await this.#answered();
    } catch (error) {
      this.#onFault(error);
    }
  }

  /** That something is new anyone may say; what changed is heard of this portal alone. */
  #heard(error: Error | null, message: Parameters<Heard>[1], from: 'anyone' | 'ours'): void {
    if (error) {
      this.#onFault(error);
      return;
    }
    const { text, isOurs } = this.#proof.read(message.string());
    if (isOurs || from === 'anyone') this.#inbox.receive(text, isOurs);
  }

  /**
   * What was sent while the line was breaking may be lost, so the others read the store too; so does this one, once the
   * server knows again what is listened to: what is told from then on is heard.
   */
  async #back(): Promise<void> {
    this.#isUp = true;
    const fault = faultOfPayload(this.#connection);
    if (fault) this.#onFault(fault);
    this.#outbox.lost();
    this.#startSending();
    try {
      await this.#answered();
    } catch (error) {
      this.#onFault(error);
    }
    this.#inbox.lineIsBack();
  }

  #startSending(): void {
    this.#sending ??= this.#sendAll();
  }

  /**
   * After a quiet moment a turn is enough to gather. What soon follows waits for more: each sending takes two ways into the
   * system, whatever is in it.
   */
  async #sendAll(): Promise<void> {
    try {
      do {
        await wait(this.#pace.left);
        if (!this.#isUp) return;
        const { isPressing } = this.#outbox;
        for (const { lane = NATS_SUBJECT, text } of this.#outbox.take()) this.#connection.publish(lane, text);
        if (isPressing) this.#pace.sent();
        await this.#answered();
      } while (this.#isUp && !this.#outbox.isEmpty);
    } catch (error) {
      this.#outbox.lost();
      this.#onFault(error);
      // What the line does not take is not tried again in the same turn.
      await wait(limits.bus.reconnect.first);
    } finally {
      // In the same turn as the last look at the outbox, so that no message is left behind.
      this.#sending = undefined;
    }
    // The answer was late: others learn that they may have missed something, and what came meanwhile.
    const mayGoOn = this.#isUp && !this.#isClosing && !this.#connection.isClosed();
    if (mayGoOn && !this.#outbox.isEmpty) this.#startSending();
  }

  /** A question to the server that a broken line may leave without an answer for good. */
  #answered(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => reject(new Error('NATS is not responding')), limits.bus.answer).unref();
    this.#connection.flush().then(resolve, reject);
    return promise.finally(() => clearTimeout(late));
  }
}
