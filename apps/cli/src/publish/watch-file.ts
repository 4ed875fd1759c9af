import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';

/** The waits of a watch, so that tests need not live by the clock of the product. */
export interface WatchTimes {
  /** A file is whole when size and time stayed the same for so long. */
  readonly stable: number;
  readonly step: number;
  /** One that never does is taken as it stands after so long. */
  readonly unrest: number;
  /** Looks by itself so often: shares on a network tell nothing. */
  readonly poll: number;
}

const productTimes: WatchTimes = {
  stable: limits.fileStable,
  step: limits.fileStat,
  unrest: limits.fileUnrest,
  poll: limits.filePoll,
};

/**
 * Tells when a file has a new content. The directory is watched, not the file: spreadsheet programs save by writing
 * another file and renaming it, which a watch on the file would not survive.
 */
export class FileWatch {
  readonly #file: string;
  readonly #times: WatchTimes;
  #seen: string | undefined;
  #watcher: FSWatcher | undefined;
  #wake: () => void = () => undefined;

  constructor(file: string, times: WatchTimes = productTimes) {
    this.#file = file;
    this.#times = times;
    this.#open();
  }

  /** The file as it stands is known: only a later content counts as a change. Call it before reading the file. */
  async settle(signal: AbortSignal): Promise<void> {
    this.#seen = await this.#stable(signal);
  }

  /**
   * Resolves once the file has a new content that is complete, or that changed all the time; rejects when the signal ends
   * the wait.
   */
  async changed(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const mark = await markOf(this.#file);
      if (mark !== undefined && mark !== this.#seen) {
        this.#seen = await this.#stable(signal);
        // One that went meanwhile is waited for.
        if (this.#seen !== undefined) return;
        continue;
      }
      await raceWait(woken, this.#times.poll, signal);
      if (this.#watcher === undefined) this.#open();
    }
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #open(): void {
    try {
      const name = basename(this.#file);
      this.#watcher = watch(dirname(this.#file), (_event, changed) => {
        if (changed === null || changed === name) this.#wake();
      });
      this.#watcher.on('error', () => this.close());
    } catch {
      // The directory is away (a share that is not mounted, for one): the poll goes on and opens it again.
      this.#watcher = undefined;
    }
  }

  /** The mark of a content that stayed the same for a while, else the one of now. */
  async #stable(signal: AbortSignal): Promise<string | undefined> {
    const { step, stable, unrest } = this.#times;
    const until = performance.now() + unrest;
    let mark = await markOf(this.#file);
    let since = performance.now();
    for (;;) {
      await wait(step, undefined, { signal });
      const next = await markOf(this.#file);
      const now = performance.now();
      if (next !== mark || next === undefined) since = now;
      if (now - since >= stable || now >= until) return next;
      mark = next;
    }
  }
}

/** Files that spreadsheet programs put beside an open workbook; they are never the workbook. */
export function isLockFile(name: string): boolean {
  return name.startsWith('~$') || /^\.~lock\..*#$/.test(name);
}

async function markOf(file: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs, ino } = await stat(file);
    return `${size} ${mtimeMs} ${ino}`;
  } catch {
    // Between the two steps of a save by rename there is no file.
    return undefined;
  }
}

async function raceWait(woken: Promise<void>, time: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const timer = wait(time, undefined, { signal: either }).catch(() => undefined);
  await Promise.race([woken, timer]);
  over.abort();
  await timer;
  signal.throwIfAborted();
}
