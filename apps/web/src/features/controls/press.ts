import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import { BUTTONS } from './early-presses.ts';

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

/** What is pressed and not filled in, while it may be. */
const PRESSED = `:is(${BUTTONS}, [data-control][type=checkbox]):enabled:not([aria-disabled=true], [readonly])`;

/**
 * Tells when a button or a box of a report is being pressed, also before the script for controls is there; what ends a
 * press may come anywhere. The answer ends it.
 */
export function listenToPresses(root: ShadowRoot, deps: PressDeps): () => void {
  const press = new Press(deps);
  const ended = new AbortController();
  const { signal } = ended;
  const begin = ({ target }: Event) => {
    if (target instanceof Element && target.closest(PRESSED)) press.begin();
  };
  const onKey = (event: Event) => event instanceof KeyboardEvent && event.key === ' ' && begin(event);
  root.addEventListener('pointerdown', begin, { signal });
  root.addEventListener('keydown', onKey, { signal });
  for (const name of ['pointerup', 'pointercancel', 'keyup', 'blur'] as const)
    addEventListener(name, () => press.end(), { signal, capture: true });
  return () => {
    ended.abort();
    press.stop();
  };
}
