import type { Clock } from '@sheetwire/client/clock';
import type { Watched } from '@sheetwire/client/watch-list';
import { limits } from '@sheetwire/contract/limits';
import type { Readable } from '#lib/observable.ts';
import type { LiveLine } from './live-line.ts';
import { Listeners } from './page-line.ts';

export interface RestingLineDeps {
  readonly clock: Clock;
  readonly isHidden: Readable<boolean>;
  makeLine(): LiveLine;
}

/**
 * A line that is let go while its tab is hidden. Where tabs cannot share a stream each holds a connection, and a browser
 * keeps about six to a host: a seventh tab would never load.
 */
export class RestingLine implements LiveLine {
  readonly #deps: RestingLineDeps;
  readonly #listeners = new Listeners();
  #topics: readonly Watched[] = [];
  #line: LiveLine | undefined;
  #isClosed = false;
  #cancelRest: () => void = () => undefined;
  readonly #unsubscribe: () => void;

  constructor(deps: RestingLineDeps) {
    this.#deps = deps;
    this.#unsubscribe = deps.isHidden.subscribe(() => this.#visibilityChanged());
    this.#line = this.#open();
    if (deps.isHidden.getSnapshot()) this.#visibilityChanged();
  }

  get state() {
    return this.#listeners.state;
  }

  watch(topics: readonly Watched[]): void {
    this.#topics = topics;
    this.#line?.watch(topics);
  }

  subscribe(listener: Parameters<LiveLine['subscribe']>[0]): () => void {
    return this.#listeners.add(listener);
  }

  retryNow(): void {
    this.#line?.retryNow();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRest();
    this.#unsubscribe();
    this.#line?.close();
  }

  #open(): LiveLine {
    const line = this.#deps.makeLine();
    line.subscribe(this.#listeners);
    this.#listeners.onState(line.state);
    return line;
  }

  #visibilityChanged(): void {
    this.#cancelRest();
    if (this.#isClosed) return;
    if (this.#deps.isHidden.getSnapshot()) {
      this.#cancelRest = this.#deps.clock.after(limits.hiddenLine, () => this.#rest());
    } else if (!this.#line) this.#goOn();
  }

  #rest(): void {
    this.#line?.close();
    this.#line = undefined;
    this.#listeners.onState('idle');
  }

  /** Nobody knows what was missed. */
  #goOn(): void {
    this.#line = this.#open();
    this.#line.watch(this.#topics);
    this.#listeners.onGap();
  }
}
