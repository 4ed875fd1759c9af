import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import pg from 'pg';
import { databaseWords } from '#lib/faults/database-words.ts';
import { StartFault } from '#lib/start-fault.ts';
import type { Bus, BusMessage } from '#ports/bus.ts';
import { Inbox } from './inbox.ts';
import { FollowedLanes, PG_CHANNEL, pgLane } from './lane.ts';
import { Outbox } from './outbox.ts';
import { Pace } from './pace.ts';

/**
 * PostgreSQL NOTIFY on a connection of its own. After a quiet moment a message is sent at once, what follows is gathered;
 * all in their own transaction: within the writes they would put every commit of the server in one row.
 */
export class PgNotifyBus implements Bus {
  readonly #url: string;
  readonly #onFault: (error: unknown) => void;
  readonly #outbox: Outbox;
  readonly #inbox: Inbox;
  readonly #followed = new FollowedLanes(pgLane);
  readonly #pace: Pace;
  readonly #closing = new AbortController();
  #inForce: Promise<void> | undefined;
  /** Channels that are to be listened to, or no more. */
  readonly #changed = new Set<string>();
  #client: pg.Client | undefined;
  /** The last statement of the line: one follows another, as its client wants it. */
  #asked: Promise<unknown> = Promise.resolve();
  #breaks = 0;
  #sending: Promise<void> | undefined;
  #watch: NodeJS.Timeout | undefined;
  #beats: NodeJS.Timeout | undefined;
  #connecting: Promise<void> | undefined;

  private constructor(url: string, onFault: (error: unknown) => void, pace: Pace) {
    const node = randomUUID();
    this.#pace = pace;
    this.#url = url;
    this.#onFault = onFault;
    this.#outbox = new Outbox(node, { laneOf: pgLane, wake: () => this.#client && this.#startSending() });
    this.#inbox = new Inbox(node, onFault);
  }

  /** Throws when the server cannot be reached at the start; later the line is mended by itself. */
  static async open(
    url: string,
    onFault: (error: unknown) => void,
    pace = new Pace(limits.bus.gather),
  ): Promise<PgNotifyBus> {
    const bus = new PgNotifyBus(url, onFault, pace);
    try {
      await bus.#connect();
    } catch (error) {
      throw new StartFault('network', databaseWords(error, url), { cause: error });
    }
    bus.#beats = setInterval(() => bus.#inbox.beat(), limits.bus.beat).unref();
    return bus;
  }

  send(message: BusMessage): void {
    if (this.#closing.signal.aborted) return;
    this.#outbox.add(message);
    if (this.#client) this.#startSending();
  }

  sendGap(): void {
    if (this.#closing.signal.aborted) return;
    this.#outbox.lost();
    if (this.#client) this.#startSending();
  }

  onMessage(listener: (message: BusMessage) => void): void {
    this.#inbox.onMessage(listener);
  }

  onGap(listener: () => void): void {
    this.#inbox.onGap(listener);
  }

  get line(): Bus['line'] {
    return { isUp: this.#client !== undefined, breaks: this.#breaks };
  }

  async follow(topic: Topic): Promise<'followed'> {
    await this.#listens(this.#followed.add(topic));
    return 'followed';
  }

  unfollow(topic: Topic): void {
    const lane = this.#followed.remove(topic);
    if (lane !== undefined) void this.#listens(lane);
  }

  mayMiss(): boolean {
    return !this.#client || this.#inbox.mayMiss;
  }

  async check(): Promise<void> {
    if (!this.#client) throw new Error('the connection to PostgreSQL is down');
    await this.#ask(this.#client, 'select 1');
  }

  async close(): Promise<void> {
    this.#outbox.hurry();
    if (this.#client && !this.#outbox.isEmpty) this.#startSending();
    this.#closing.abort();
    this.#inbox.stop();
    clearInterval(this.#watch);
    clearInterval(this.#beats);
    await this.#sending;
    await this.#connecting;
    // A line that came back meanwhile is pinged again.
    clearInterval(this.#watch);
    const client = this.#client;
    this.#client = undefined;
    if (client) await this.#ask(client, NOTIFY, [[PG_CHANNEL], [this.#outbox.bye()]]).catch(this.#onFault);
    await client?.end();
  }

  #ask(client: pg.Client, statement: string, values?: readonly (readonly string[])[]): Promise<unknown> {
    const answered = this.#asked.then(() => client.query(statement, values && [...values]));
    this.#asked = answered.catch(() => undefined);
    return answered;
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
      this.#changed.clear();
      const listens = [PG_CHANNEL, ...this.#followed.all()].map((channel) => `listen ${channel}`);
      await client.query([QUICK, ...listens].join(';'));
    } catch (error) {
      await client.end().catch(this.#onFault);
      throw error;
    }
    this.#client = client;
    this.#asked = Promise.resolve();
    if (this.#changed.size > 0) void this.#listens(undefined);
    this.#watch = setInterval(() => this.#ping(client), limits.bus.ping).unref();
    if (!this.#outbox.isEmpty) this.#startSending();
  }

  /** In force with what else is followed in the same turn; while the line is down, once it is back. */
  #listens(lane: string | undefined): Promise<void> {
    if (lane !== undefined) this.#changed.add(lane);
    this.#inForce ??= this.#listenNow();
    return this.#inForce;
  }

  async #listenNow(): Promise<void> {
    await wait(0);
    this.#inForce = undefined;
    const client = this.#client;
    if (!client) return;
    const words = [...this.#changed].map((lane) => `${this.#followed.has(lane) ? 'listen' : 'unlisten'} ${lane}`);
    this.#changed.clear();
    try {
      // Answered after what was asked before, which another topic of the lane may wait for.
      await this.#ask(client, words.join(';') || 'select 1');
    } catch (error) {
      this.#broken(client, error);
    }
  }

  /** Tells the others that this server is there; a line that is cut without a word is found by an answer that stays away. */
  #ping(client: pg.Client): void {
    this.#ask(client, NOTIFY, [[PG_CHANNEL], [this.#outbox.beat()]]).catch((error) => this.#broken(client, error));
  }

  #broken(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#closing.signal.aborted) return;
    this.#client = undefined;
    this.#inbox.lineIsLost();
    this.#breaks++;
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
        this.#inbox.lineIsBack();
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
    await wait(this.#pace.left, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    const client = this.#client;
    if (!client || this.#outbox.isEmpty) return;
    try {
      const { isPressing } = this.#outbox;
      const parcels = this.#outbox.take();
      const [lanes, texts] = [parcels.map(({ lane = PG_CHANNEL }) => lane), parcels.map(({ text }) => text)];
      await this.#ask(client, NOTIFY, [lanes, texts]);
      // News come at a pace of their own; the change that is published next does not wait because of them.
      if (isPressing) this.#pace.sent();
    } catch (error) {
      this.#outbox.lost();
      this.#broken(client, error);
    }
  }
}

/** Messages are kept nowhere, so that their transaction waits for no disk: what they tell of is kept before they are sent. */
const QUICK = 'set synchronous_commit = off';
const NOTIFY = 'select pg_notify(lane, payload) from unnest($1::text[], $2::text[]) as parcel (lane, payload)';
