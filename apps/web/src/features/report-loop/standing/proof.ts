import { limits } from '@sheetwire/contract/limits';

/** When a question was asked, and how often the line had been lost by then. */
export interface Proved {
  /** What came since may be unknown. */
  readonly askedAt: number;
  readonly losses: number;
}

/** By which word of the server what is shown is the newest. */
export class Proof {
  #proved: Proved | undefined;
  /** A newest version that is not shown yet. */
  #pending: (Proved & { readonly version: number }) | undefined;

  /** Another report is asked for. */
  forget(): void {
    this.#proved = undefined;
    this.#pending = undefined;
  }

  /** The server said what the newest version is while another one is shown, or that one. */
  told(newest: number, shown: number, proved: Proved): void {
    if (newest > shown) this.#pending = { version: newest, ...proved };
    else this.#prove(proved);
  }

  /** This version is shown now. */
  reached(version: number): void {
    if (this.#pending && version >= this.#pending.version) this.#prove(this.#pending);
  }

  /** A stream tells of all that comes after, until the line is lost; without one a word of the server ages. */
  holds(now: number, line: { readonly hasStream: boolean; readonly losses: number }): boolean {
    if (this.#proved?.losses !== line.losses) return false;
    return line.hasStream || Math.abs(now - this.#proved.askedAt) <= limits.pollTruth;
  }

  /** A line that opens proves nothing of a word that had aged by then, or came before a loss; answers whether it stands. */
  opened(now: number, losses: number): boolean {
    const isFresh = this.#proved?.losses === losses && Math.abs(now - this.#proved.askedAt) <= limits.pollTruth;
    if (!isFresh) this.#proved = undefined;
    return isFresh;
  }

  #prove({ askedAt, losses }: Proved): void {
    this.#pending = undefined;
    this.#proved = { askedAt, losses };
  }
}
