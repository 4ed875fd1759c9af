import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { StoreFault } from '#ports/store-fault.ts';

/** SQLSTATE of a server that cannot be reached. */
const UNREACHABLE = '08001';

/**
 * A pool that can be cut off from a database that does not answer: what waits for it is refused at once in place of after
 * a minute, and what comes is too, until it is joined again (decision 55).
 */
export class CutPool implements PostgresPool {
  readonly options: pg.PoolConfig;
  readonly #start: (pool: pg.Pool) => void;
  readonly #waiting = new Set<(fault: StoreFault) => void>();
  #pool: pg.Pool;
  #clients = new Set<pg.PoolClient>();
  #isCut = false;

  /** `start` sets a new pool up. */
  constructor(options: pg.PoolConfig, start: (pool: pg.Pool) => void) {
    this.options = options;
    this.#start = start;
    this.#pool = this.#open();
  }

  connect(): Promise<pg.PoolClient> {
    if (this.#isCut) return Promise.reject(away());
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      this.#pool.connect().then(
        (client) => {
          if (this.#waiting.delete(reject)) resolve(client);
          else client.release(true);
        },
        (error) => {
          this.#waiting.delete(reject);
          reject(error);
        },
      );
    });
  }

  /** Ends every connection: their work fails now. */
  cut(): void {
    this.#isCut = true;
    const [pool, clients] = [this.#pool, this.#clients];
    this.#pool = this.#open();
    for (const refuse of this.#waiting) refuse(away());
    this.#waiting.clear();
    for (const client of clients) endOf(client).catch(() => undefined);
    pool.end().catch(() => undefined);
  }

  join(): void {
    this.#isCut = false;
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  #open(): pg.Pool {
    const pool = new pg.Pool(this.options);
    const clients = new Set<pg.PoolClient>();
    this.#clients = clients;
    pool.on('connect', (client) => clients.add(client));
    pool.on('remove', (client) => clients.delete(client));
    this.#start(pool);
    return pool;
  }
}

function away(): StoreFault {
  return new StoreFault('the database is not responding', UNREACHABLE);
}

/** A client of a pool ends as any client does; one with a question under way is cut at once. */
async function endOf(client: pg.PoolClient): Promise<void> {
  if (client instanceof pg.Client) await client.end();
}
