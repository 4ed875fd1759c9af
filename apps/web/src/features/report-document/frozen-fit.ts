import type { PageView } from './page-view.ts';

/** The share of the box that frozen rows or columns may hold; the rest must scroll. */
const MOST = 0.6;

/** Lets go of frozen columns that would fill a phone, and of a frozen head that would fill a low window. */
export class FrozenFit {
  readonly sheet = new CSSStyleSheet();
  readonly #host: HTMLElement;
  readonly #resized: ResizeObserver;
  #view: PageView | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#resized = new ResizeObserver(() => this.#fit());
    this.#resized.observe(host);
  }

  attend(view: PageView): void {
    this.#view = view;
    this.#fit();
  }

  close(): void {
    this.#resized.disconnect();
  }

  #fit(): void {
    const room = this.#host.clientWidth * MOST;
    let taken = 0;
    const loose = (this.#view?.frozenWidths ?? []).flatMap((width, n) => {
      taken += width;
      return taken > room ? [`.f${n + 1}`] : [];
    });
    const rule = `@layer frame { :is(${loose.join(', ')}) { inset-inline-start: auto !important } }`;
    this.sheet.replaceSync(loose.length > 0 ? rule : '');
    this.#host.toggleAttribute('data-low', this.#isHeadTooTall());
  }

  #isHeadTooTall(): boolean {
    const head = this.#view?.element.querySelector<HTMLElement>('.t > .f');
    const height = this.#host.clientHeight;
    return head !== null && head !== undefined && height > 0 && head.offsetHeight > height * MOST;
  }
}
