import { limits } from '@sheetwire/contract/limits';
import { BoundedMap } from '#lib/maps/bounded-map.ts';
import type { SessionStore } from '#ports/sessions.ts';
import type { TokenStore } from '#ports/tokens.ts';
import type { LineKind } from './known-lines.ts';

interface KeptStores {
  readonly sessions: Pick<SessionStore, 'touch'>;
  readonly tokens: Pick<TokenStore, 'used'>;
}

type Calls = BoundedMap<string, number>;

/**
 * When sessions and bearers were last used, until the store is told: those of all callers at once, every few seconds. A
 * server that dies before loses what waits, so a line may end so much earlier than its idle time after the last call:
 * `seenEvery` and `upkeep.every`, never later. What could not be written is written with what follows.
 */
export class Upkeep {
  readonly #stores: KeptStores;
  readonly #onFault: (fault: unknown) => void;
  readonly #calls: Readonly<Record<LineKind, Calls>> = { session: calls(), bearer: calls() };
  readonly #writing: Record<LineKind, ReadonlyMap<string, number>> = { session: new Map(), bearer: new Map() };
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void> | undefined;

  constructor(stores: KeptStores, onFault: (fault: unknown) => void) {
    this.#stores = stores;
    this.#onFault = onFault;
  }

  /** Epoch ms of the last call that the store is not told of yet; 0 when there is none. */
  lastCall(kind: LineKind, hash: string): number {
    return Math.max(this.#calls[kind].get(hash) ?? 0, this.#writing[kind].get(hash) ?? 0);
  }

  note(kind: LineKind, hash: string, at: number): void {
    this.#calls[kind].set(hash, at);
    if (this.#calls[kind].size >= limits.upkeep.most) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), limits.upkeep.every).unref();
  }

  /** Resolves once the store was told of everything that was noted, or could not be. */
  async settle(): Promise<void> {
    await this.#run;
    this.#start();
    await this.#run;
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#run ??= this.#writeAll().finally(() => {
      this.#run = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    const { sessions, tokens } = this.#stores;
    while (
      (await this.#write('session', (some) => sessions.touch(some))) &&
      (await this.#write('bearer', (some) => tokens.used(some))) &&
      Math.max(this.#calls.session.size, this.#calls.bearer.size) >= limits.upkeep.most
    );
  }

  /** False when it failed: it is tried again later. */
  async #write(
    kind: LineKind,
    tell: (some: readonly (readonly [string, number])[]) => Promise<void>,
  ): Promise<boolean> {
    const waiting = this.#calls[kind];
    const some = [...waiting].slice(0, limits.upkeep.most);
    if (some.length === 0) return true;
    for (const [hash] of some) waiting.delete(hash);
    this.#writing[kind] = new Map(some);
    try {
      await tell(some);
      return true;
    } catch (fault) {
      for (const [hash, at] of some) if (waiting.get(hash) === undefined) waiting.set(hash, at);
      this.#timer ??= setTimeout(() => this.#start(), limits.upkeep.every).unref();
      this.#onFault(fault);
      return false;
    } finally {
      this.#writing[kind] = new Map();
    }
  }
}

function calls(): Calls {
  return new BoundedMap(limits.maxKnownCallers);
}
