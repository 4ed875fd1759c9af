/** Tells when the frame of a report, or the page in it, has another size: other cells may be in view without a scroll. */
export class WatchedSizes {
  readonly #sizes: ResizeObserver;
  #page: Element | undefined;

  constructor(frame: Element, onChange: () => void) {
    this.#sizes = new ResizeObserver(onChange);
    this.#sizes.observe(frame);
  }

  /** The page in the frame is this one now. */
  follow(page: Element | undefined): void {
    if (page === this.#page) return;
    if (this.#page) this.#sizes.unobserve(this.#page);
    if (page) this.#sizes.observe(page);
    this.#page = page;
  }

  close(): void {
    this.#sizes.disconnect();
  }
}
