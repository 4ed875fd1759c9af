import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import pg from 'pg';
import type { Bus, BusMessage } from '#ports/bus.ts';
import { Inbox } from './inbox.ts';
import { Outbox } from './outbox.ts';

const CHANNEL = 'sheetwire_bus';

/**
 * PostgreSQL NOTIFY on a connection of its own. Messages are gathered and sent in their own transaction: within the
 * writes they would put every commit of the server in one row.
 */
export class PgNotifyBus implements Bus {
  readonly #url: string;
  readonly #onFault: (error: unknown) => void;
  readonly #outbox: Outbox;
  readonly #inbox: Inbox;
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #sending: Promise<void> | undefined;
  #watch: NodeJS.Timeout | undefined;
  #connecting: Promise<void> | undefined;

  private constructor(url: string, onFault: (error: unknown) => void) {
    const node = randomUUID();
    this.#url = url;
    this.#onFault = onFault;
    this.#outbox = new Outbox(node);
    this.#inbox = new Inbox(node, onFault);
  }

  /** Throws when the server cannot be reached at the start; later the line is mended by itself. */
  static async open(url: string, onFault: (error: unknown) => void): Promise<PgNotifyBus> {
    const bus = new PgNotifyBus(url, onFault);
    await bus.#connect();
    return bus;
  }

  send(message: BusMessage): void {
    if (this.#closing.signal.aborted) return;
    this.#outbox.add(message);
    if (this.#client) this.#startSending();
  }

  onMessage(listener: (message: BusMessage) => void): void {
    this.#inbox.onMessage(listener);
  }

  onGap(listener: () => void): void {
    this.#inbox.onGap(listener);
  }

  async check(): Promise<void> {
    if (!this.#client) throw new Error('the connection to PostgreSQL is down');
    await this.#client.query('select 1');
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#watch);
    await this.#sending;
    await this.#connecting;
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'sheetwire bus',
      connectionTimeoutMillis: limits.store.connectWait,
      query_timeout: limits.bus.answer,
      keepAlive: true,
    });
    client.on('error', (error) => this.#broken(client, error));
    client.on('end', () => this.#broken(client, undefined));
    client.on('notification', ({ payload }) => this.#inbox.receive(payload ?? '', true));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(this.#onFault);
      throw error;
    }
    this.#client = client;
    this.#watch = setInterval(() => this.#ping(client), limits.bus.ping).unref();
    if (!this.#outbox.isEmpty) this.#startSending();
  }

  /** A line that is cut without a word is found by a question that stays without an answer. */
  #ping(client: pg.Client): void {
    client.query('select 1').catch((error) => this.#broken(client, error));
  }

  #broken(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#closing.signal.aborted) return;
    this.#client = undefined;
    clearInterval(this.#watch);
    if (error !== undefined) this.#onFault(error);
    client.end().catch(this.#onFault);
    this.#connecting = this.#reconnect().finally(() => {
      this.#connecting = undefined;
    });
  }

  async #reconnect(): Promise<void> {
    const { first, most } = limits.bus.reconnect;
    for (let pause: number = first; !this.#closing.signal.aborted; pause = Math.min(pause * 2, most)) {
      try {
        await this.#connect();
        this.#inbox.gap();
        return;
      } catch (error) {
        this.#onFault(error);
        await wait(pause, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      }
    }
  }

  #startSending(): void {
    this.#sending ??= this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    try {
      do await this.#sendGathered();
      while (this.#client && !this.#outbox.isEmpty);
    } finally {
      // In the same turn as the last look at the outbox, so that no message is left behind.
      this.#sending = undefined;
    }
  }

  async #sendGathered(): Promise<void> {
    await wait(limits.bus.gather, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    const client = this.#client;
    if (!client || this.#outbox.isEmpty) return;
    try {
      const payloads = this.#outbox.take();
      await client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [CHANNEL, payloads]);
    } catch (error) {
      this.#outbox.lost();
      this.#broken(client, error);
    }
  }
}
