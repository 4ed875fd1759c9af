import type { Clock } from '@sheetwire/client/clock';
import type { Control, ControlValue } from './control.ts';

/**
 * How far an entry has come: begun and no value yet, being typed, held until its Submit, on its way, or confirmed and
 * awaited on the page.
 */
export type Phase = 'begun' | 'typing' | 'pending' | 'sent' | 'awaiting';

/** What the user entered in one control. */
export interface Entry {
  readonly control: Control;
  readonly value: ControlValue;
  readonly phase: Phase;
  /** What was published when it was sent, or begun with nothing entered before. */
  readonly before: ControlValue | undefined;
  /** Runs once nothing more happened to the entry for so long. */
  wait(clock: Clock, ms: number, run: () => void): void;
}

class OpenEntry implements Entry {
  readonly control: Control;
  value: ControlValue;
  phase: Phase;
  before: ControlValue | undefined;
  #cancel: () => void = () => undefined;

  constructor(control: Control, value: ControlValue, phase: Phase) {
    this.control = control;
    this.value = value;
    this.phase = phase;
  }

  wait(clock: Clock, ms: number, run: () => void): void {
    this.#cancel();
    this.#cancel = clock.after(ms, run);
  }

  rest(): void {
    this.#cancel();
  }
}

/** The open entries of a report, the one that was begun first before the others. */
export class Entries {
  readonly #open = new Map<string, OpenEntry>();
  readonly #words = new Map<string, () => void>();

  get all(): readonly Entry[] {
    return [...this.#open.values()];
  }

  get(name: string): Entry | undefined {
    return this.#open.get(name);
  }

  /** The entry in a control, once it has a value. */
  withValue(name: string): Entry | undefined {
    const entry = this.#open.get(name);
    return entry?.phase === 'begun' ? undefined : entry;
  }

  /** The held entries of a tag. */
  pending(tag: string): readonly Entry[] {
    return this.all.filter(({ control, phase }) => phase === 'pending' && control.tag === tag);
  }

  /** What is begun for a tag, or for none, and has no value yet. */
  begun(tag: string | undefined): readonly Entry[] {
    const isWith = ({ tag: own }: Control) => own === undefined || own === tag;
    return this.all.filter(({ control, phase }) => phase === 'begun' && isWith(control));
  }

  /** What Cancel discards of a tag. */
  unsent(tag: string): readonly Entry[] {
    return [...this.pending(tag), ...this.begun(tag).filter(({ control }) => control.tag === tag)];
  }

  /** Opens an entry, or moves it on; what it waited for before is off. */
  set(control: Control, value: ControlValue, phase: Phase, before?: ControlValue): Entry {
    this.#quiet(control.name);
    const entry = this.#open.get(control.name) ?? new OpenEntry(control, value, phase);
    entry.rest();
    entry.value = value;
    entry.phase = phase;
    if (phase === 'sent' || phase === 'begun') entry.before = before;
    this.#open.set(control.name, entry);
    return entry;
  }

  remove(name: string): void {
    this.#open.get(name)?.rest();
    this.#open.delete(name);
  }

  /** Words beside a control end after a while, or as soon as something is entered in it. */
  tell(name: string, clock: Clock, ms: number, end: () => void): void {
    this.#quiet(name);
    const cancel = clock.after(ms, () => {
      this.#words.delete(name);
      end();
    });
    this.#words.set(name, cancel);
  }

  clear(): void {
    for (const name of [...this.#open.keys()]) this.remove(name);
    for (const name of [...this.#words.keys()]) this.#quiet(name);
  }

  #quiet(name: string): void {
    this.#words.get(name)?.();
    this.#words.delete(name);
  }
}
