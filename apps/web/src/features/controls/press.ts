import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';

export interface PressDeps {
  readonly clock: Clock;
  /** What is shown stays as it is while a control is pressed. */
  onPress(isPressed: boolean): void;
}

/**
 * Whether a control is being pressed, by a pointer or the space bar: a browser clicks what is under the pointer when it
 * goes down and comes up alike, and a version that moves the control in between would lose the click. A press that does
 * not end holds nothing up for long.
 */
export class Press {
  readonly #deps: PressDeps;
  #isOn = false;
  #cancel: () => void = () => undefined;

  constructor(deps: PressDeps) {
    this.#deps = deps;
  }

  begin(): void {
    this.#endAfter(limits.pressHold);
    if (this.#isOn) return;
    this.#isOn = true;
    this.#deps.onPress(true);
  }

  /** The pointer or the key came up, or will not; the click that follows from it at once is still heard before. */
  end(): void {
    if (this.#isOn) this.#endAfter(0);
  }

  /** The controls are gone. */
  stop(): void {
    this.#cancel();
    this.#over();
  }

  #endAfter(ms: number): void {
    this.#cancel();
    this.#cancel = this.#deps.clock.after(ms, () => this.#over());
  }

  #over(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#deps.onPress(false);
  }
}
