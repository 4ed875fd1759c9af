import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import type { Control, ControlBoard, ControlValue, Mark } from './control.ts';
import { marks } from './control-words.ts';
import { Entries, type Entry } from './entries.ts';

/** The open entries of a report, and how the board shows each on its way. */
export class ShownEntries extends Entries {
  readonly #board: ControlBoard;
  readonly #clock: Clock;

  constructor(board: ControlBoard, clock: Clock) {
    super();
    this.#board = board;
    this.#clock = clock;
  }

  /** Held until its Submit; words tell so once the user rests. */
  hold(control: Control, value: ControlValue): void {
    const entry = this.set(control, value, 'pending');
    this.#board.mark(control.name, marks.pending);
    entry.wait(this.#clock, limits.idleEditNotice, () => this.#board.mark(control.name, marks.idle));
  }

  /**
   * Confirmed: it stays until the page says the same, and not for long. What a Submit sent then gives way to what is
   * published (spec 4: sent, then refresh): its publisher may have emptied the form between two polls.
   */
  awaitPage({ control, value }: Entry): void {
    const entry = this.set(control, value, 'awaiting');
    entry.wait(this.#clock, limits.controlAwaiting, () => {
      if (control.tag !== undefined) this.#board.reset(control.name);
      this.#letGo(control.name);
    });
  }

  /** Says something beside a control for a while. */
  say(name: string, mark: Mark, time: number): void {
    this.#board.mark(name, mark);
    this.tell(name, this.#clock, time, () => this.#board.mark(name, undefined));
  }

  /** The control shows what is published again. */
  drop({ control: { name } }: Entry): void {
    this.remove(name);
    this.#board.mark(name, undefined);
    this.#board.reset(name);
    this.#board.settle();
  }

  /** Another report comes. */
  forget(): void {
    const open = this.all;
    this.clear();
    for (const { control } of open) this.#board.mark(control.name, undefined);
    this.#board.settle();
  }

  /**
   * A confirmed value that the page shows is let go; what waits for a Submit is dropped when its control is gone or was
   * closed.
   */
  look(): void {
    for (const entry of this.all) {
      const { control, phase, value } = entry;
      if (phase === 'awaiting' && this.#board.published(control.name) === value) this.#letGo(control.name);
      else if (phase === 'pending' && !this.#board.isOpen(control.name)) {
        this.drop(entry);
        this.say(control.name, marks.closed, limits.controlFailedShown);
      }
    }
  }

  #letGo(name: string): void {
    if (this.get(name)?.phase !== 'awaiting') return;
    this.remove(name);
    this.#board.settle();
  }
}
