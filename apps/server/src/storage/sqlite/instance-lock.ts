import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDir } from '../data-dir.ts';
import { codeOf, StoreInUse } from '../faults.ts';
import { fileFault } from './file-fault.ts';

const SQLITE_BUSY = 'SQLITE_5';

/** Held for as long as a server uses a data directory; the system frees it when the process dies, however it dies. */
export class InstanceLock {
  readonly #db: DatabaseSync;

  /** Throws StoreInUse at once when another server holds the directory. */
  constructor(dataDir: string) {
    makeDataDir(dataDir);
    const file = join(dataDir, 'instance.lock');
    this.#db = opened(file);
    try {
      this.#db.exec('begin exclusive');
    } catch (error) {
      this.#db.close();
      throw codeOf(error) === SQLITE_BUSY
        ? new StoreInUse(`the data directory ${resolve(dataDir)}`)
        : fileFault(error, file);
    }
  }

  release(): void {
    this.#db.close();
  }
}

function opened(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw fileFault(error, file);
  }
}
