import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDir } from '../data-dir.ts';
import { codeOf, StoreInUse } from '../faults.ts';

const SQLITE_BUSY = 'SQLITE_5';

/** Held for as long as a server uses a data directory; the system frees it when the process dies, however it dies. */
export class InstanceLock {
  readonly #db: DatabaseSync;

  /** Throws StoreInUse at once when another server holds the directory. */
  constructor(dataDir: string) {
    makeDataDir(dataDir);
    this.#db = new DatabaseSync(join(dataDir, 'instance.lock'), { timeout: 0 });
    try {
      this.#db.exec('begin exclusive');
    } catch (error) {
      this.#db.close();
      throw codeOf(error) === SQLITE_BUSY ? new StoreInUse(`the data directory ${dataDir}`) : error;
    }
  }

  release(): void {
    this.#db.close();
  }
}
