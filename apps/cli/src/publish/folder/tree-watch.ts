import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@sheetwire/contract/limits';

/** Wakes whoever waits when something happens in a tree of folders; what it was is for the next look to find. */
export class TreeWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  #isWoken = false;
  #wake: () => void = () => undefined;

  /** Watches these folders and no others; beyond the bound, and on shares that tell nothing, the poll finds what changed. */
  follow(folders: readonly string[]): void {
    const wanted = new Set(folders.slice(0, limits.folder.watched));
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#drop(folder);
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#open(folder);
  }

  /** Resolves at the next event, at one that nobody waited for, or after a time; rejects when the signal comes. */
  async woken(time: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const event = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (!this.#isWoken) await raceWait(event, time, signal);
    this.#isWoken = false;
  }

  close(): void {
    for (const folder of this.#watchers.keys()) this.#drop(folder);
  }

  #open(folder: string): void {
    try {
      const watcher = watch(folder, () => this.#hear());
      watcher.on('error', () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      // It went away meanwhile, or the system has no watch left: the poll goes on.
      this.#watchers.delete(folder);
    }
  }

  #hear(): void {
    this.#isWoken = true;
    this.#wake();
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

/** Waits for an event, but no longer than a time; rejects when the signal comes. */
export async function raceWait(event: Promise<void>, time: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const timer = wait(time, undefined, { signal: either }).catch(() => undefined);
  await Promise.race([event, timer]);
  over.abort();
  await timer;
  signal.throwIfAborted();
}
