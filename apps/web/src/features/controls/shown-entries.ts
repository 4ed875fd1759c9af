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

  /** On its way: what is published now is older than it. */
  send(control: Control, value: ControlValue): Entry {
    return this.set(control, value, 'sent', this.#board.published(control.name));
  }

  /** Held until its Submit; words tell so once the user rests. */
  hold(control: Control, value: ControlValue): void {
    const entry = this.set(control, value, 'pending');
    this.#board.mark(control.name, marks.pending);
    entry.wait(this.#clock, limits.idleEditNotice, () => this.#board.mark(control.name, marks.idle));
  }

  /**
   * Confirmed: it stays until the page brings something newer, and for a moment at most. From then on the control shows
   * what is published, which everybody else sees (spec 4: sent, then refresh).
   */
  awaitPage({ control, value }: Entry): void {
    const entry = this.set(control, value, 'awaiting');
    entry.wait(this.#clock, limits.controlAwaiting, () => {
      this.#board.reset(control.name);
      this.#letGo(control.name);
    });
  }

  /** What was entered is no value any more, or not yet. */
  begin(control: Control): void {
    const open = this.get(control.name);
    if (open) this.#board.mark(control.name, undefined);
    if (open?.phase !== 'begun')
      this.set(control, null, 'begun', open ? undefined : this.#board.published(control.name));
  }

  /** Whether what was begun ended as it was and is still published, with nothing entered before. */
  isTakenBack(name: string, value: ControlValue): boolean {
    const entry = this.get(name);
    return entry?.phase === 'begun' && entry.before === value && this.#board.published(name) === value;
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
   * A confirmed value that the page has answered is let go. What is begun, or waits for a Submit, is dropped when its
   * control is gone or was closed: the answer names it.
   */
  look(): Entry[] {
    const closed: Entry[] = [];
    for (const entry of this.all) {
      const { control, phase } = entry;
      if (phase === 'awaiting' && this.#isAnswered(entry)) this.#letGo(control.name);
      else if ((phase === 'pending' || phase === 'begun') && !this.#board.isOpen(control.name)) closed.push(entry);
    }
    for (const entry of closed) this.drop(entry);
    return closed;
  }

  #isAnswered({ control, value, before }: Entry): boolean {
    const now = this.#board.published(control.name);
    return now === value || now !== before;
  }

  #letGo(name: string): void {
    if (this.get(name)?.phase !== 'awaiting') return;
    this.remove(name);
    this.#board.settle();
  }
}
