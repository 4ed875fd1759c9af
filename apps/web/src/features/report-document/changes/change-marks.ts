import type { KnownCell } from '#features/report-document/known-cells.ts';
import type { Clock } from '#lib/clock.ts';
import { ChangeNote } from './change-note.ts';
import { Flash } from './flash.ts';

/** More cells than this at once is a new page rather than a change: nothing is learned from their tint. */
const MOST_TINTED = 1500;

/** What tells readers of a change: the tint, and the words. Says beforehand which cells it is about. */
export class ChangeMarks {
  readonly flash: Flash;
  readonly note: ChangeNote;
  #isTinting = false;
  #isAboutAll = false;
  #isTelling = true;

  constructor(host: HTMLElement, clock: Clock) {
    this.flash = new Flash(host, clock);
    this.note = new ChangeNote(clock);
  }

  /** Before a delta of so many ops, of no end where nothing is to be told; somebody else may ask for all cells that it changes. */
  begin(count: number, { mayFlash, isAboutAll }: { mayFlash: boolean; isAboutAll: boolean }): void {
    this.#isTinting = mayFlash && count <= MOST_TINTED;
    this.#isTelling = Number.isFinite(count);
    this.#isAboutAll = isAboutAll || (this.#isTelling && this.note.hasRoom);
  }

  /** Whether a change of the cell will be told: most lie off screen, and the words name a few. */
  isAbout(known: KnownCell): boolean {
    return this.#isAboutAll || known.isNoted || (this.#isTinting && this.flash.sees(known));
  }

  /** After the delta. */
  tell(changed: readonly KnownCell[]): void {
    if (this.#isTelling) this.note.add(changed);
    if (this.#isTinting) this.flash.start(changed);
  }
}
