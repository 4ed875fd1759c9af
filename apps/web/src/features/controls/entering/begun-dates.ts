import type { Control, ControlBoard } from '../control.ts';
import { alertWords, unsentMark } from '../control-words.ts';
import type { ControlOutbox } from '../outbox.ts';
import type { Refusals } from '../refusals.ts';
import type { ShownEntries } from '../shown-entries.ts';

interface BegunDatesDeps {
  readonly board: ControlBoard;
  readonly entries: ShownEntries;
  readonly refusals: Refusals;
  readonly outbox: ControlOutbox;
  alert(text: string): void;
}

/** Dates that are none yet: what they were on the way is not meant, and nothing goes out as if they were entered. */
export class BegunDates {
  readonly #deps: BegunDatesDeps;

  constructor(deps: BegunDatesDeps) {
    this.#deps = deps;
  }

  /** Its user types on: what stood in it is taken back, also from where it waits to be sent. */
  begin(topic: string, control: Control): void {
    const { refusals, outbox, entries } = this.#deps;
    refusals.end(control.name);
    outbox.giveUp(topic, control.name);
    entries.begin(control);
  }

  /** Its user left it: it shows what is published again, and says why. It counts as begun until that was read. */
  leave(topic: string, control: Control): void {
    const { board, refusals, entries } = this.#deps;
    entries.begin(control);
    board.reset(control.name);
    refusals.tell({ topic, name: control.name }, unsentMark(undefined, 'unfinished'));
  }

  /** Its page goes: that it was not sent stays told. */
  leaveAll(topic: string): void {
    for (const { control, phase } of this.#deps.entries.all) {
      if (phase !== 'begun') continue;
      this.leave(topic, control);
      this.#deps.entries.remove(control.name);
    }
  }

  /** Whether a Submit or a press must wait for one, which is told. */
  holdsUp(tag?: string): boolean {
    const [first] = this.#deps.entries.begun(tag);
    if (first) this.#deps.alert(alertWords.unfinished(first.control.name));
    return first !== undefined;
  }
}
