import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectionOptions, connect, type Msg, type NatsConnection, type Status } from '@nats-io/transport-node';
import { limits } from '@sheetwire/contract/limits';
import { decoded } from '#lib/addresses/decoded.ts';
import { messageOf } from '#lib/start-fault.ts';

/** Told of a message, or of why there will be none. */
export type Heard = (error: Error | null, message: Pick<Msg, 'subject' | 'string'>) => void;

export interface Subscription {
  unsubscribe(): void;
}

/** What is used of a connection to NATS, which may not be there yet. */
export interface NatsLine {
  /** False until the first connection, which is told as one that is back. */
  readonly isUp: boolean;
  /** What the server takes at once, in bytes; undefined before the first connection. It may be set to less at any time. */
  readonly payload: number | undefined;
  /** Before the first connection it comes into force with it. */
  subscribe(subject: string, options: { readonly callback: Heard }): Subscription;
  publish(subject: string, text: string): void;
  flush(): Promise<void>;
  status(): AsyncIterable<Status>;
  isClosed(): boolean;
  close(): Promise<void>;
}

export interface NatsLineOptions {
  readonly urls: readonly string[];
  /** Throws when no server can be reached at the start, in place of going on trying. */
  readonly mustBeUp: boolean;
  /** Told why there is no first connection, and again when the reason is another one. */
  readonly onFault: (error: unknown) => void;
}

/**
 * A connection to NATS for as long as a server runs: a server starts without it, as it goes on without it. The client could
 * wait for its first connection itself, but nobody could end that, nor learn why it waits.
 */
export class LastingNatsLine implements NatsLine {
  readonly #options: NatsLineOptions;
  readonly #closing = new AbortController();
  readonly #first = Promise.withResolvers<NatsConnection | undefined>();
  /** What is subscribed to before there is a connection. */
  readonly #wanted = new Map<Wanted, Subscription | undefined>();
  #connection: NatsConnection | undefined;

  private constructor(options: NatsLineOptions) {
    this.#options = options;
  }

  /** Throws the client's own fault when it must be up and is not, and when the server takes too little at once. */
  static async open(options: NatsLineOptions): Promise<LastingNatsLine> {
    const line = new LastingNatsLine(options);
    try {
      line.#connected(await connectTo(options.urls));
    } catch (error) {
      if (options.mustBeUp || error instanceof TakesTooLittle) throw error;
      options.onFault(error);
      line.#try(messageOf(error)).catch(options.onFault);
    }
    return line;
  }

  get isUp(): boolean {
    return this.#connection !== undefined;
  }

  get payload(): number | undefined {
    return this.#connection?.info?.max_payload;
  }

  subscribe(subject: string, { callback }: { readonly callback: Heard }): Subscription {
    if (this.#connection) return this.#connection.subscribe(subject, { callback });
    const wanted: Wanted = { subject, callback };
    this.#wanted.set(wanted, undefined);
    return {
      unsubscribe: () => {
        this.#wanted.get(wanted)?.unsubscribe();
        this.#wanted.delete(wanted);
      },
    };
  }

  publish(subject: string, text: string): void {
    this.#connection?.publish(subject, text);
  }

  async flush(): Promise<void> {
    if (!this.#connection) throw new Error('there is no connection to NATS yet');
    await this.#connection.flush();
  }

  async *status(): AsyncIterable<Status> {
    const isLate = !this.isUp;
    const connection = await this.#first.promise;
    if (!connection) return;
    if (isLate) yield { type: 'reconnect', server: connection.getServer() };
    yield* connection.status();
  }

  isClosed(): boolean {
    return this.#closing.signal.aborted || this.#connection?.isClosed() === true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#first.resolve(undefined);
    await this.#connection?.close();
  }

  /** Until there is a connection, or none is wanted any more: one that comes later is closed. */
  async #try(told: string): Promise<void> {
    const { urls, onFault } = this.#options;
    const { first, most } = limits.bus.reconnect;
    let reason = told;
    for (let pause: number = first; ; pause = Math.min(pause * 2, most)) {
      await wait(pause, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
      if (this.#closing.signal.aborted) return;
      try {
        const connection = await connectTo(urls);
        if (!this.#closing.signal.aborted) this.#connected(connection);
        else await connection.close();
        return;
      } catch (error) {
        if (messageOf(error) !== reason && !this.#closing.signal.aborted) onFault(error);
        reason = messageOf(error);
      }
    }
  }

  #connected(connection: NatsConnection): void {
    this.#connection = connection;
    for (const wanted of this.#wanted.keys()) {
      this.#wanted.set(wanted, connection.subscribe(wanted.subject, { callback: wanted.callback }));
    }
    this.#first.resolve(connection);
  }
}

interface Wanted {
  readonly subject: string;
  readonly callback: Heard;
}

/** A NATS server that takes less at once than servers have to tell each other. */
export class TakesTooLittle extends Error {
  constructor(payload: number) {
    super(`its max_payload is ${payload} bytes; set it to ${limits.bus.payload} or more`);
    this.name = 'TakesTooLittle';
  }
}

/** What is wrong with how much a server takes at once, if anything. */
export function faultOfPayload({ payload }: Pick<NatsLine, 'payload'>): TakesTooLittle | undefined {
  return payload !== undefined && payload < limits.bus.payload ? new TakesTooLittle(payload) : undefined;
}

/** The client takes no login out of an address: servers of one cluster have one, named once or with each. */
function loginOf(servers: readonly URL[]): Pick<ConnectionOptions, 'user' | 'pass' | 'token'> {
  const named = servers.find(({ username, password }) => username + password !== '');
  if (!named) return {};
  const user = decoded(named.username) ?? named.username;
  const pass = decoded(named.password) ?? named.password;
  return pass === '' ? { token: user } : { user, pass };
}

/** Throws when no server can be reached, or it takes too little; later the connection is mended by itself. */
async function connectTo(urls: readonly string[]): Promise<NatsConnection> {
  const servers = urls.map((url) => new URL(url));
  const connection = await connect({
    servers: servers.map(({ host }) => host),
    ...loginOf(servers),
    name: 'sheetwire',
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: limits.bus.reconnect.first,
    reconnectJitter: limits.bus.reconnect.first,
    timeout: limits.store.connectWait,
    pingInterval: limits.bus.ping,
    maxPingOut: 1,
    // A password that is put right later is taken: a refusal is no end.
    ignoreAuthErrorAbort: true,
  });
  const fault = faultOfPayload({ payload: connection.info?.max_payload });
  if (!fault) return connection;
  await connection.close();
  throw fault;
}
