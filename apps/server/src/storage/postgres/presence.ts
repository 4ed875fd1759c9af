import { limits } from '@sheetwire/contract/limits';
import pg from 'pg';
import type { Presence } from '#ports/stores.ts';

/**
 * Knows whether the database answers, from a connection of its own that no work of the server waits in front of. It is
 * counted in questions, so that a server which itself stood still finds nothing missing (decision 55).
 */
export class PostgresPresence implements Presence {
  readonly #config: pg.ClientConfig;
  readonly #listeners: ((isThere: boolean) => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #client: pg.Client | undefined;
  #isAsking = false;
  #isAnswered = true;
  #unanswered = 0;
  #isThere = true;

  constructor(config: pg.ClientConfig) {
    const { every, unanswered } = limits.store.presence;
    this.#config = { ...config, query_timeout: every * unanswered, connectionTimeoutMillis: every * unanswered };
    this.#timer = setInterval(() => this.#look(), every);
    this.#timer.unref();
  }

  onChange(listener: (isThere: boolean) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  #look(): void {
    this.#unanswered = this.#isAnswered ? 0 : this.#unanswered + 1;
    this.#isAnswered = false;
    if (this.#unanswered >= limits.store.presence.unanswered) this.#tell(false);
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      this.#client ??= await this.#connected();
      await this.#client.query('select 1');
      this.#isAnswered = true;
      this.#tell(true);
    } catch {
      // No answer is what is looked for.
      const client = this.#client;
      this.#client = undefined;
      client?.end().catch(() => undefined);
    }
    this.#isAsking = false;
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

  #tell(isThere: boolean): void {
    if (this.#isThere === isThere) return;
    this.#isThere = isThere;
    for (const listener of this.#listeners) listener(isThere);
  }
}
