/** Buttons of a report that do something when they are pressed. */
export const BUTTONS = 'button:is([data-control], [data-submit], [data-cancel])';

/** Buttons of the report that were pressed before the script for controls was there. */
export class EarlyPresses {
  readonly #ended = new AbortController();
  readonly #pressed = new Set<HTMLElement>();

  constructor(root: ShadowRoot) {
    const note = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest<HTMLElement>(BUTTONS) : undefined;
      if (button) this.#pressed.add(button);
    };
    root.addEventListener('click', note, { signal: this.#ended.signal });
  }

  /** Ends it; answers what was pressed, each once. */
  end(): HTMLElement[] {
    this.#ended.abort();
    return [...this.#pressed].filter((button) => button.isConnected);
  }
}
