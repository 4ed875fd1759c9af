import { limits } from '@sheetwire/contract/limits';
import pg from 'pg';
import type { Presence } from '#ports/stores.ts';
import { CountedPresence } from '../counted-presence.ts';

/** Knows whether the database answers, from a connection of its own that no work of the server waits in front of. */
export class PostgresPresence implements Presence {
  readonly #config: pg.ClientConfig;
  readonly #counted: CountedPresence;
  #client: pg.Client | undefined;
  #isConnected = false;

  constructor(config: pg.ClientConfig, onFault: (fault: unknown) => void) {
    const { every, unanswered } = limits.store.presence;
    this.#config = { ...config, query_timeout: every * unanswered, connectionTimeoutMillis: every * unanswered };
    this.#counted = new CountedPresence(() => this.#ask(), onFault);
  }

  onChange(listener: (isThere: boolean) => void): void {
    this.#counted.onChange(listener);
  }

  onSilence(isOverdue: () => boolean): void {
    this.#counted.onSilence(isOverdue);
  }

  /** Ends its connection, also one that is still being made; that one is not waited for. */
  async close(): Promise<void> {
    this.#counted.close();
    const client = this.#client;
    this.#client = undefined;
    const ended = client?.end();
    if (this.#isConnected) await ended;
    else ended?.catch(() => undefined);
  }

  async #ask(): Promise<void> {
    this.#client ??= this.#made();
    const client = this.#client;
    try {
      if (!this.#isConnected) await client.connect();
      this.#isConnected = true;
      await client.query('select 1');
    } catch (error) {
      this.#client = undefined;
      client.end().catch(() => undefined);
      throw error;
    }
  }

  #made(): pg.Client {
    this.#isConnected = false;
    const client = new pg.Client(this.#config);
    // An error that nobody hears ends the process; the next question finds it.
    client.on('error', () => undefined);
    return client;
  }
}
