import type { Clock } from '@sheetwire/client/clock';
import type { Watched } from '@sheetwire/client/watch-list';
import { limits } from '@sheetwire/contract/limits';
import type { LiveLine } from './live-line.ts';
import { Listeners } from './page-line.ts';
import type { Locks, Port, TabMessage, WorkerMessage } from './port-messages.ts';

export interface WorkerLineDeps {
  readonly port: Port<TabMessage, WorkerMessage>;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly browserId: string;
  /** Unlike that of any other tab. */
  readonly lock: string;
  /** The line in the page itself, for when the worker never answers. */
  makePageLine(): LiveLine;
}

/** A line to the shared worker; where the worker does not answer in time, the page opens a stream of its own. */
export class WorkerLine implements LiveLine {
  readonly #deps: WorkerLineDeps;
  readonly #listeners = new Listeners();
  #topics: readonly Watched[] = [];
  #fallback: LiveLine | undefined;
  #isClosed = false;
  #release: () => void = () => undefined;

  constructor(deps: WorkerLineDeps) {
    this.#deps = deps;
    this.#join();
  }

  get state() {
    return this.#listeners.state;
  }

  watch(topics: readonly Watched[]): void {
    this.#topics = topics;
    if (this.#fallback) this.#fallback.watch(topics);
    else this.#deps.port.post({ kind: 'watch', topics });
  }

  subscribe(listener: Parameters<LiveLine['subscribe']>[0]): () => void {
    return this.#listeners.add(listener);
  }

  retryNow(): void {
    if (this.#fallback) this.#fallback.retryNow();
    else this.#deps.port.post({ kind: 'retry' });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#release();
    this.#deps.port.post({ kind: 'leave' });
    this.#fallback?.close();
  }

  /** A page that came back from the browser's back-forward cache joins again; nobody knows what it missed. */
  rejoin(): void {
    if (!this.#isClosed) return;
    this.#isClosed = false;
    this.#fallback = undefined;
    this.#join();
    this.watch(this.#topics);
    this.#listeners.onGap();
  }

  /** The lock is held before the worker hears of it, so that it cannot find it free. */
  #join(): void {
    const { port, locks, lock, browserId, clock } = this.#deps;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#release = release;
    const cancelWait = clock.after(limits.workerAnswer, () => this.#fallBack());
    port.listen((data) => {
      if (data.kind === 'joined') cancelWait();
      this.#hear(data);
    });
    locks
      .request(lock, () => {
        if (this.#fallback) return undefined;
        port.post({ kind: 'join', lock, browserId });
        port.post({ kind: 'watch', topics: this.#topics });
        return held;
      })
      .catch(() => this.#fallBack());
  }

  #hear(message: WorkerMessage): void {
    if (this.#isClosed || this.#fallback) return;
    if (message.kind === 'event') this.#listeners.onEvent(message.event);
    else if (message.kind === 'state') this.#listeners.onState(message.state);
    else if (message.kind === 'gap') this.#listeners.onGap();
    else if (message.kind === 'alive') this.#listeners.onAlive();
  }

  #fallBack(): void {
    if (this.#isClosed || this.#fallback) return;
    this.#deps.port.post({ kind: 'leave' });
    this.#release();
    this.#fallback = this.#deps.makePageLine();
    this.#fallback.subscribe(this.#listeners);
    this.#listeners.onState(this.#fallback.state);
    this.#fallback.watch(this.#topics);
  }
}
