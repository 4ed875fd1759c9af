import { limits } from '@sheetwire/contract/limits';
import pg from 'pg';
import type { Presence } from '#ports/stores.ts';
import { CountedPresence } from '../counted-presence.ts';

/** Knows whether the database answers, from a connection of its own that no work of the server waits in front of. */
export class PostgresPresence implements Presence {
  readonly #config: pg.ClientConfig;
  readonly #counted: CountedPresence;
  #client: pg.Client | undefined;

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

  async close(): Promise<void> {
    this.#counted.close();
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  async #ask(): Promise<void> {
    try {
      this.#client ??= await this.#connected();
      await this.#client.query('select 1');
    } catch (error) {
      const client = this.#client;
      this.#client = undefined;
      client?.end().catch(() => undefined);
      throw error;
    }
  }

  async #connected(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    // An error that nobody hears ends the process; the next question finds it.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }
}
