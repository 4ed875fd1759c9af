import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '#lib/clock.ts';
import type { Past } from './past.ts';
import { PlayClock, type Silence, type Speed } from './play-clock.ts';

export interface PlayerDeps {
  readonly clock: Clock;
  readonly past: Pick<Past, 'goTo' | 'backToLive' | 'state' | 'isUnplaced' | 'onOver'>;
  /** Where it begins; undefined while no time is known. */
  from(): number | undefined;
  /** The present, by the clock of the moments: there it becomes live. */
  now(): number;
  silences(): readonly Silence[];
}

/** Plays the past as it went, or faster. */
export class Player {
  readonly state = createStore<{ readonly isPlaying: boolean; readonly speed: Speed }>(() => ({
    isPlaying: false,
    speed: 10,
  }));
  readonly #deps: PlayerDeps;
  #cancel: (() => void) | undefined;
  #stops: (() => void)[] = [];

  constructor(deps: PlayerDeps) {
    this.#deps = deps;
  }

  toggle(): void {
    if (this.state.getState().isPlaying) this.pause();
    else this.#play();
  }

  pause(): void {
    this.#stop();
    if (this.state.getState().isPlaying) this.state.setState({ isPlaying: false });
  }

  setSpeed(speed: Speed): void {
    this.state.setState({ speed });
    if (this.state.getState().isPlaying) this.#play();
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  /** From where the reader is, or will be. */
  #play(): void {
    const { past } = this.#deps;
    this.#stop();
    // The next moment would lead away from where somebody went.
    this.#stops.push(past.onOver(() => this.pause()));
    this.state.setState({ isPlaying: true });
    if (!past.isUnplaced) {
      this.#begin();
      return;
    }
    const stop = past.state.subscribe(() => {
      if (past.isUnplaced) return;
      stop();
      this.#begin();
    });
    this.#stops.push(stop);
  }

  #begin(): void {
    const { clock, past, from, now, silences } = this.#deps;
    const start = from();
    if (start === undefined) {
      this.pause();
      return;
    }
    const playing = new PlayClock(start, this.state.getState().speed, clock.now());
    const tick = () => {
      const at = playing.at(clock.now(), silences());
      if (at >= now()) {
        this.pause();
        past.backToLive();
        return;
      }
      past.goTo(at);
      this.#cancel = clock.after(limits.past.scrub, tick);
    };
    tick();
  }
}
