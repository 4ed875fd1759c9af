import { limits } from '@sheetwire/contract/limits';
import type { ControlBoard, Mark } from './control.ts';
import { spoken, type Unsent, unsentMark } from './control-words.ts';
import type { Entry } from './entries.ts';
import type { Update } from './send-update.ts';

/**
 * What was refused, by report and control: it stays readable over updates, tabs and lost lines, until its user changes
 * the control or takes it away.
 */
export class Refusals {
  readonly #board: ControlBoard;
  readonly #alert: (text: string) => void;
  readonly #marks = new Map<string, Mark>();
  /** The report that is shown, whether or not it may be interacted with. */
  shown: string | undefined;

  constructor(board: ControlBoard, alert: (text: string) => void) {
    this.#board = board;
    this.#alert = alert;
  }

  /** What is still to be read of a control. */
  of(name: string): Mark | undefined {
    return this.shown === undefined ? undefined : this.#marks.get(keyOf(this.shown, name));
  }

  /** Also of a report that is not shown now. The eldest goes when there are too many. */
  tell({ topic, name }: Pick<Update, 'topic' | 'name'>, mark: Mark): void {
    const key = keyOf(topic, name);
    this.#marks.delete(key);
    this.#marks.set(key, mark);
    const [eldest] = this.#marks.keys();
    if (eldest !== undefined && this.#marks.size > limits.controlRefusals) this.#marks.delete(eldest);
    if (topic === this.shown) this.#board.mark(name, mark);
  }

  /** What was entered in the report that is shown and not even sent. */
  tellUnsent(topic: string, { control, value, phase }: Entry, why: Unsent): void {
    const said = phase === 'begun' ? undefined : this.saidOf({ ...control, value });
    const mark = unsentMark(said, why);
    this.tell({ topic, name: control.name }, mark);
    // There is nothing beside which it could be read.
    if (!this.#board.has(control.name)) this.#alert(spoken(mark));
  }

  /** It was read, or its user goes on with the control. */
  end(name: string): void {
    if (this.shown !== undefined && this.#marks.delete(keyOf(this.shown, name))) this.#board.mark(name, undefined);
  }

  /** What a value of the report that is shown says to its reader; a press says nothing. */
  saidOf({ name, kind, value }: Pick<Update, 'name' | 'kind' | 'value'>): string | undefined {
    return kind === 'button' ? undefined : this.#board.said(name, value);
  }
}

/** No name of a control holds a line. */
function keyOf(topic: string, name: string): string {
  return `${topic}\n${name}`;
}
