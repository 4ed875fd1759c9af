import { limits } from '@sheetwire/contract/limits';
import { StoreFault } from '#ports/store-fault.ts';
import { codeOf } from '../faults.ts';
import type { AppendOutcome } from '../reports/append-all.ts';
import type { SealedAppend } from '../reports/sealed/row-seals.ts';

interface Waiting {
  readonly entry: SealedAppend;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

type AppendBatch = (entries: readonly SealedAppend[]) => Promise<AppendOutcome[]>;

/** Gathers the appends that arrive while a transaction runs into the next one: one commit for all of them. */
export class AppendLane {
  readonly #append: AppendBatch;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #running: Promise<void> | undefined;

  constructor(append: AppendBatch) {
    this.#append = append;
  }

  add(entry: SealedAppend): Promise<AppendOutcome> {
    const bytes = this.#bytes + entry.body.length;
    if (this.#waiting.length >= limits.store.maxWaiting || bytes > limits.store.maxWaitingBytes) {
      return Promise.reject(new StoreFault('too many writes are waiting for the store'));
    }
    this.#bytes = bytes;
    const outcome = new Promise<AppendOutcome>((resolve, reject) => this.#waiting.push({ entry, resolve, reject }));
    this.#running ??= this.#run();
    return outcome;
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // What the caller adds in the same turn belongs to the first batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#commit(this.#take());
    this.#running = undefined;
  }

  #take(): Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({ entry }, index) => {
      bytes += entry.body.length;
      return index >= limits.store.batch || (index > 0 && bytes > limits.store.batchBytes);
    });
    const batch = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    for (const { entry } of batch) this.#bytes -= entry.body.length;
    return batch;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#append(batch.map(({ entry }) => entry));
      for (const [index, waiting] of batch.entries()) settle(waiting, outcomes[index]);
    } catch (error) {
      if (batch.length > 1 && isDataError(error)) for (const waiting of batch) await this.#commit([waiting]);
      else for (const waiting of batch) waiting.reject(error);
    }
  }
}

function settle({ resolve, reject }: Waiting, outcome: AppendOutcome | undefined): void {
  if (outcome) resolve(outcome);
  else reject(new StoreFault('the store did not respond to an append'));
}

/** The statement itself was refused before any commit (SQLSTATE 22 and 23): the fault of one entry, not of the others. */
function isDataError(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}
