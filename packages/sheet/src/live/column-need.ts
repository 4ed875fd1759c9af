/** The widths in pixels that numbers of one column need: the most of them, at a cost that no other row adds to. */
export class ColumnNeed {
  /** How many need a width. */
  readonly #counts = new Map<number, number>();
  #most = 0;

  /** The widest need; 0 where there is none. */
  get most(): number {
    return this.#most;
  }

  add(px: number): void {
    this.#counts.set(px, (this.#counts.get(px) ?? 0) + 1);
    if (px > this.#most) this.#most = px;
  }

  /** Takes one away that was added. */
  remove(px: number): void {
    const left = (this.#counts.get(px) ?? 0) - 1;
    if (left > 0) {
      this.#counts.set(px, left);
      return;
    }
    this.#counts.delete(px);
    if (px === this.#most) this.#most = this.#counts.keys().reduce((most, one) => Math.max(most, one), 0);
  }
}
