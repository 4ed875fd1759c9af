import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { limits } from '@sheetwire/contract/limits';
import type { Bus, BusMessage } from '#ports/bus.ts';
import { Inbox } from './inbox.ts';
import { Outbox } from './outbox.ts';
import { Proof } from './proof.ts';

const SUBJECT = 'sheetwire.bus';

export interface NatsOptions {
  readonly onFault: (error: unknown) => void;
  /** The key that all servers of the portal share. */
  readonly secretKey: Uint8Array;
}

/** Core NATS: the quickest line between nodes. It keeps nothing; what is missed is read from the store. */
export class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #onFault: (error: unknown) => void;
  readonly #outbox: Outbox;
  readonly #inbox: Inbox;
  #isUp = true;
  #isClosing = false;
  #sending: Promise<void> | undefined;

  private constructor(connection: NatsConnection, { onFault, secretKey }: NatsOptions) {
    const node = randomUUID();
    this.#connection = connection;
    this.#onFault = onFault;
    const proof = new Proof(secretKey);
    this.#outbox = new Outbox(node, limits.bus.natsPayload, (text) => proof.sign(text));
    this.#inbox = new Inbox(node, onFault);
    connection.subscribe(SUBJECT, {
      callback: (error, message) => {
        if (error) {
          onFault(error);
          return;
        }
        const { text, isOurs } = proof.read(message.string());
        this.#inbox.receive(text, isOurs);
      },
    });
    this.#follow().catch(onFault);
  }

  /** Throws when no server can be reached at the start; later the line is mended by itself. */
  static async open(urls: readonly string[], options: NatsOptions): Promise<NatsBus> {
    const connection = await connect({
      servers: [...urls],
      name: 'sheetwire',
      noEcho: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: limits.bus.reconnect.first,
      reconnectJitter: limits.bus.reconnect.first,
      timeout: limits.store.connectWait,
      pingInterval: limits.bus.ping,
      maxPingOut: 1,
    });
    return new NatsBus(connection, options);
  }

  send(message: BusMessage): void {
    if (this.#isClosing) return;
    this.#outbox.add(message);
    if (this.#isUp) this.#startSending();
  }

  onMessage(listener: (message: BusMessage) => void): void {
    this.#inbox.onMessage(listener);
  }

  onGap(listener: () => void): void {
    this.#inbox.onGap(listener);
  }

  async check(): Promise<void> {
    if (!this.#isUp) throw new Error('the connection to NATS is down');
    await this.#answered();
  }

  async close(): Promise<void> {
    if (this.#isClosing) return;
    await this.#sending;
    this.#isClosing = true;
    await this.#connection.close();
  }

  async #follow(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === 'disconnect') this.#isUp = false;
      if (status.type === 'reconnect') this.#back();
      if (status.type === 'error') this.#onFault(status.error);
    }
  }

  /** What was sent while the line was breaking may be lost, so the others read the store too. */
  #back(): void {
    this.#isUp = true;
    this.#outbox.lost();
    this.#startSending();
    this.#inbox.gap();
  }

  #startSending(): void {
    this.#sending ??= this.#sendAll();
  }

  /** One turn is enough to gather: NATS takes many messages, the line does not wait for a commit. */
  async #sendAll(): Promise<void> {
    try {
      do {
        await wait(0);
        if (!this.#isUp) return;
        for (const payload of this.#outbox.take()) this.#connection.publish(SUBJECT, payload);
        await this.#answered();
      } while (this.#isUp && !this.#outbox.isEmpty);
    } catch (error) {
      this.#outbox.lost();
      this.#onFault(error);
    } finally {
      // In the same turn as the last look at the outbox, so that no message is left behind.
      this.#sending = undefined;
    }
  }

  /** A question to the server that a broken line may leave without an answer for good. */
  async #answered(): Promise<void> {
    const stop = new AbortController();
    const late = wait(limits.bus.answer, undefined, { signal: stop.signal, ref: false }).then(() => {
      throw new Error('NATS does not answer');
    });
    try {
      await Promise.race([this.#connection.flush(), late]);
    } finally {
      stop.abort();
      late.catch(() => undefined);
    }
  }
}
