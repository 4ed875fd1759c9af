import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#lib/clock.ts';

/** Where a finger is. */
export interface Touch {
  readonly x: number;
  readonly y: number;
}

/** Notices a finger that rests on a cell: browsers of iPhones have no context menu of their own to tell it. */
export class LongPress {
  readonly #clock: Clock;
  readonly #onPress: (at: Touch) => void;
  #began: Touch | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, onPress: (at: Touch) => void) {
    this.#clock = clock;
    this.#onPress = onPress;
  }

  begin(at: Touch): void {
    this.end();
    this.#began = at;
    this.#cancel = this.#clock.after(limits.past.longPress, () => {
      this.end();
      this.#onPress(at);
    });
  }

  move({ x, y }: Touch): void {
    if (this.#began && Math.hypot(x - this.#began.x, y - this.#began.y) > limits.past.pressSlack) this.end();
  }

  end(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#began = undefined;
  }
}
