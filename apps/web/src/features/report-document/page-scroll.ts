import type { PageView } from './page-view.ts';

/** Where a reader is in each page of the report that is shown. */
export class PageScroll {
  readonly #host: HTMLElement;
  readonly #places = new Map<number, { readonly top: number; readonly left: number }>();

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** Another report comes. */
  clear(): void {
    this.#places.clear();
  }

  /** Keeps the place in a page that goes. */
  keep(page: number): void {
    this.#places.set(page, { top: this.#host.scrollTop, left: this.#host.scrollLeft });
  }

  /** Goes back to the place in a page, or to its beginning. */
  restore(page: number, view: PageView | undefined): void {
    const place = this.#places.get(page);
    this.#host.scrollTo({ top: place?.top ?? 0, left: place?.left ?? this.#begin(view), behavior: 'instant' });
  }

  /** Goes to the first column of a report that is shown now; one that came with the shell may have been scrolled. */
  first(view: PageView | undefined, isEarly: boolean): void {
    const left = this.#begin(view);
    if (left > 0 || !isEarly) this.#host.scrollTo({ left, behavior: 'instant' });
  }

  /** A sheet from right to left begins at its right end. */
  #begin(view: PageView | undefined): number {
    return view?.element.querySelector('table')?.dir === 'rtl' ? this.#host.scrollWidth : 0;
  }
}
