import { limits } from '@sheetwire/contract/limits';

/** Keeps the reader's choice over visits. */
export interface Remembered {
  get(): boolean;
  set(isOn: boolean): void;
}

/** The first control of a large report: draws every block once, so that screen readers find the whole table. */
export class WholeTable {
  readonly button: HTMLButtonElement;
  readonly #host: HTMLElement;
  readonly #remembered: Remembered;
  #cancel: (() => void) | undefined;

  constructor(host: HTMLElement, remembered: Remembered) {
    this.#host = host;
    this.#remembered = remembered;
    this.button = document.createElement('button');
    this.button.type = 'button';
    this.button.className = 'whole';
    this.button.textContent = 'Whole table for screen readers';
    this.button.addEventListener('click', () => this.#toggle());
  }

  /** A page came: the switch shows when it is needed, and does its work when the reader once chose it. */
  attend(blocks: readonly Element[], isOffered: boolean): void {
    this.stop();
    this.button.hidden = !isOffered;
    const isOn = isOffered && this.#remembered.get();
    this.button.setAttribute('aria-pressed', String(isOn));
    // A small report is always drawn whole: its tree is complete without a choice.
    this.#host.toggleAttribute('data-whole', !isOffered);
    if (isOn) this.#drawAll(blocks);
    this.#blocks = blocks;
  }

  /** Blocks that a delta made follow the choice too. */
  follow(blocks: readonly Element[]): void {
    this.#blocks = blocks;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #blocks: readonly Element[] = [];

  #toggle(): void {
    const isOn = this.button.getAttribute('aria-pressed') !== 'true';
    this.#remembered.set(isOn);
    this.button.setAttribute('aria-pressed', String(isOn));
    this.stop();
    if (isOn) this.#drawAll(this.#blocks);
    else this.#rest();
  }

  /** One block an idle moment, so that scrolling and updates go on; then the host stands for all, later ones too. */
  #drawAll(blocks: readonly Element[]): void {
    const left = blocks.filter((block) => block.localName === 'tbody');
    const draw = () => {
      const block = left.shift();
      if (block) {
        if (block.isConnected) block.setAttribute('data-seen', '');
        this.#cancel = whenIdle(draw);
        return;
      }
      this.#cancel = undefined;
      this.#host.setAttribute('data-whole', '');
      for (const drawn of this.#blocks) drawn.removeAttribute('data-seen');
    };
    draw();
  }

  #rest(): void {
    this.#host.removeAttribute('data-whole');
    for (const block of this.#blocks) block.removeAttribute('data-seen');
  }
}

/** Runs at the next idle moment; the answer cancels it. */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(run, { timeout: limits.idleWork.latest });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(run, limits.idleWork.unasked);
  return () => clearTimeout(timer);
}

/** A choice that ends with the page, where no store is given. */
export function forThisVisit(): Remembered {
  let isOn = false;
  return {
    get: () => isOn,
    set: (next) => {
      isOn = next;
    },
  };
}
