import type { PageView } from './page-view.ts';

/** The share of the box that frozen rows or columns may hold; the rest must scroll. */
const MOST = 0.6;

/**
 * Lets go of frozen columns that would fill a phone, and of a frozen head that would fill a low window; says whether the
 * columns beside the frozen ones have moved.
 */
export class FrozenFit {
  readonly sheet = new CSSStyleSheet();
  readonly #host: HTMLElement;
  readonly #resized: ResizeObserver;
  readonly #closed = new AbortController();
  #isAcross = false;
  #view: PageView | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#resized = new ResizeObserver(() => this.#fit());
    this.#resized.observe(host);
    host.addEventListener('scroll', () => this.#turn(), { passive: true, signal: this.#closed.signal });
  }

  attend(view: PageView): void {
    this.#view = view;
    this.#fit();
  }

  close(): void {
    this.#resized.disconnect();
    this.#closed.abort();
  }

  /** A text of a frozen column ends at its cell once other columns move under it. */
  #turn(): void {
    const isAcross = this.#host.scrollLeft !== 0;
    if (isAcross === this.#isAcross) return;
    this.#isAcross = isAcross;
    this.#host.toggleAttribute('data-across', isAcross);
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
    return head !== null && head !== undefined && height > 0 && head.getBoundingClientRect().height > height * MOST;
  }
}
