import type { Principal } from '@sheetwire/rules/principal';

/** Principals whose last change is known; of those that are forgotten it is taken to be the present one. */
const MAX_TOUCHED = 200_000;

/** When something last changed, by principal. */
export class Changes {
  readonly #at = new Map<Principal, number>();
  #floor: number;

  constructor(floor: number) {
    this.#floor = floor;
  }

  note(principal: Principal, stamp: number): void {
    if (this.#at.size >= MAX_TOUCHED) {
      this.#at.clear();
      this.#floor = stamp;
    }
    this.#at.set(principal, stamp);
  }

  lastOf(principals: Iterable<Principal>): number {
    let last = this.#floor;
    for (const principal of principals) last = Math.max(last, this.#at.get(principal) ?? 0);
    return last;
  }
}
