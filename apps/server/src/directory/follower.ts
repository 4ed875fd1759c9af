import { limits } from '@sheetwire/contract/limits';
import { steadyTime } from '#lib/steady-time.ts';
import type { Clock } from '#ports/clock.ts';
import type { DirectoryEffects } from '#ports/directory.ts';
import type { DirectoryStore } from '#ports/directory-store.ts';
import { StoreFault } from '#ports/store-fault.ts';
import { DirectoryFault } from './ldap/fault.ts';
import { type DirectorySync, LostHold } from './sync.ts';

export interface FollowerDeps {
  readonly store: Pick<DirectoryStore, 'hold' | 'release' | 'generation' | 'note'>;
  readonly sync: Pick<DirectorySync, 'forget' | 'step'>;
  readonly clock: Clock;
  readonly holder: string;
  /** Between two turns, ms. */
  readonly every: number;
  readonly signal: AbortSignal;
  /** The copy was changed by another server, or beside the sync. */
  readonly onOthersChange: () => Promise<void>;
  readonly onTurn: () => Promise<void>;
}

/** Reasons of one outage that are worth a line. */
const MAX_LINES = 20;

/** Turn after turn: holds the copy if nobody else does, brings it up to date, and says once when that fails or works again. */
export class Follower {
  readonly #deps: FollowerDeps;
  #effects: DirectoryEffects | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> | undefined;
  #generation = -1;
  /** What was said of the outage under way. */
  readonly #faults = new Set<string>();
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  start(effects: DirectoryEffects): void {
    this.#effects = effects;
    this.#begin();
  }

  /** Ends a turn under way; another server may go on at once. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#turn;
    if (this.#effects === undefined) return;
    // A store that is down cannot be told; the hold ends by itself.
    await this.#deps.store.release(this.#deps.holder).catch(this.#effects.onFault);
  }

  #begin(): void {
    const { signal, every } = this.#deps;
    if (signal.aborted) return;
    this.#turn = this.#guarded().finally(() => {
      this.#turn = undefined;
      if (signal.aborted) return;
      this.#timer = setTimeout(() => this.#begin(), every);
      this.#timer.unref();
    });
  }

  async #guarded(): Promise<void> {
    const { store, sync, holder, signal } = this.#deps;
    const keep = () => void store.hold(holder, limits.directory.hold).catch((fault) => this.#unlessAway(fault));
    const timer = setInterval(keep, limits.directory.hold / 3);
    try {
      await this.#oneTurn();
    } catch (error) {
      if (error instanceof LostHold) sync.forget();
      else if (!signal.aborted) await this.#failed(error);
    } finally {
      clearInterval(timer);
    }
  }

  async #oneTurn(): Promise<void> {
    const { store, sync, holder, onOthersChange, onTurn, signal } = this.#deps;
    const { isMine, generation } = await store.hold(holder, limits.directory.hold);
    // The first time, too: what was read when the server started was read before it heard of changes.
    if (generation !== this.#generation) await onOthersChange();
    this.#generation = generation;
    await onTurn();
    if (!isMine) {
      sync.forget();
      return;
    }
    const within = AbortSignal.any([signal, AbortSignal.timeout(limits.directory.fullWait)]);
    const step = await sync.step(generation, within);
    this.#generation = await store.generation();
    if (step !== 'waits') await this.#succeeded(step);
  }

  async #succeeded({ isFull, cursor }: { readonly isFull: boolean; readonly cursor: string }): Promise<void> {
    const { store, holder, clock } = this.#deps;
    const isBack = this.#faults.size > 0;
    if (isBack) {
      this.#effects?.say('info', 'the directory can be read again');
      this.#effects?.outage('');
    }
    this.#faults.clear();
    const isDue = steadyTime(clock) - this.#notedAt >= limits.directory.noteEvery;
    if (!isFull && !isBack && !isDue) return;
    await store.note({ holder, isFull, cursor, fault: '' });
    this.#notedAt = steadyTime(clock);
  }

  /** Each reason is said once, however often it happens. */
  async #failed(error: unknown): Promise<void> {
    const { store, holder } = this.#deps;
    const line = error instanceof Error ? error.message : String(error);
    if (this.#faults.has(line) || this.#faults.size >= MAX_LINES) return;
    if (this.#faults.size === 0) this.#effects?.outage(line);
    this.#faults.add(line);
    this.#effects?.say('warn', `directory sync failed; the last good copy stays in use: ${line}`);
    if (!(error instanceof DirectoryFault)) this.#effects?.onFault(error);
    await store
      .note({ holder, isFull: false, cursor: undefined, fault: line })
      .catch((fault) => this.#unlessAway(fault));
  }

  /** A store that is down is told of by those who wait for it; anything else by nobody else. */
  #unlessAway(fault: unknown): void {
    if (!(fault instanceof StoreFault)) this.#effects?.onFault(fault);
  }
}
