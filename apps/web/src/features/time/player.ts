import { limits } from '@sheetwire/contract/limits';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '#lib/clock.ts';
import type { Past } from './past.ts';
import { PlayClock, type Silence, type Speed } from './play-clock.ts';

export interface PlayerDeps {
  readonly clock: Clock;
  readonly past: Pick<Past, 'goTo' | 'backToLive' | 'onOver'>;
  /** Where it begins. */
  from(): number;
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
  #stopLooking: (() => void) | undefined;

  constructor(deps: PlayerDeps) {
    this.#deps = deps;
  }

  toggle(): void {
    if (this.state.getState().isPlaying) this.pause();
    else this.#play();
  }

  pause(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#stopLooking?.();
    this.#stopLooking = undefined;
    if (this.state.getState().isPlaying) this.state.setState({ isPlaying: false });
  }

  setSpeed(speed: Speed): void {
    this.state.setState({ speed });
    if (this.state.getState().isPlaying) this.#play();
  }

  #play(): void {
    const { clock, past, from, now, silences } = this.#deps;
    this.#cancel?.();
    this.state.setState({ isPlaying: true });
    const playing = new PlayClock(from(), this.state.getState().speed, clock.now());
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
    // The next moment would lead away from where somebody went.
    this.#stopLooking ??= past.onOver(() => this.pause());
  }
}
