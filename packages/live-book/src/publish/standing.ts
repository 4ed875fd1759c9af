import { isOver, type LiveState } from './live-state.ts';
import type { Published } from './portal.ts';

/** How a live workbook stands, told once for each change, and the versions that the portal answered. */
export class Standing {
  readonly #onState: (state: LiveState) => void;
  #state: LiveState = { state: 'connecting' };
  #isPaused = false;
  #version: number | undefined;
  /** The number of the publish that waits for approval, as last heard. */
  #awaited: number | undefined;

  constructor(onState: (state: LiveState) => void) {
    this.#onState = onState;
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Nothing follows by itself any more. */
  get isOver(): boolean {
    return isOver(this.#state);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** The version of what was sent last: the one that values are for. */
  get version(): number | undefined {
    return this.#version;
  }

  pause(): void {
    this.#isPaused = true;
    this.tell({ state: 'paused' });
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** The portal took a publish; undefined where there was nothing to publish. */
  arrived(published: Published | undefined): void {
    if (published) {
      this.#version = published.version;
      this.#awaited = published.held?.version;
    }
    this.tell({ state: 'live', version: this.#version, ...(this.#awaited !== undefined && { waits: this.#awaited }) });
  }

  /** After its end nothing is told, and within a pause only the end. */
  tell(told: LiveState): void {
    if (this.isOver) return;
    const state: LiveState = this.#isPaused && !isOver(told) ? { state: 'paused' } : told;
    const isNew = JSON.stringify(state) !== JSON.stringify(this.#state);
    this.#state = state;
    if (isNew) this.#onState(state);
  }
}
