import { readFileSync } from 'node:fs';
import pg from 'pg';
import { childrenOf, cpuSeconds } from './process-figures.ts';

/** The CPU of a database on this machine, all its processes, by the scheduler's own count. */
export class PostgresCpu {
  readonly #client: pg.Client;
  readonly #parent: number;
  readonly #seen = new Map<number, number>();

  private constructor(client: pg.Client, parent: number) {
    this.#client = client;
    this.#parent = parent;
  }

  static async of(url: string): Promise<PostgresCpu> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const backend = Number((await client.query('select pg_backend_pid() as pid')).rows[0]?.pid);
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${backend}/status`, 'utf8'))?.[1]);
    return new PostgresCpu(client, parent);
  }

  /** Seconds so far; of a process that has ended what was seen of it last. */
  seconds(): number {
    for (const pid of childrenOf(this.#parent)) this.#look(pid);
    return [...this.#seen.values()].reduce((sum, seconds) => sum + seconds, 0);
  }

  end(): Promise<void> {
    return this.#client.end();
  }

  /** One that ends just then has nothing more to say. */
  #look(pid: number): void {
    try {
      this.#seen.set(pid, cpuSeconds(pid));
    } catch (fault) {
      if (childrenOf(this.#parent).includes(pid)) throw fault;
    }
  }
}
