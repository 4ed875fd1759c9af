import type { Mark, MarkKind } from '#features/controls/control.ts';
import { spoken } from '#features/controls/control-words.ts';
import { CONTROLS, type ControlElement } from '#features/controls/read-control.ts';
import { adoptSheet } from '#features/report-document/page-styles.ts';
import { describe, noteOf } from './note-element.ts';
import { cornerOf, GAP, RIM, type Side, sideOf } from './note-place.ts';

interface Note {
  readonly mark: Mark;
  readonly element: HTMLElement;
  control: ControlElement;
  side: Side;
}

/** The words beside controls: small labels that scroll with the report, and one line for screen readers. */
export class ControlNotes {
  readonly #root: ShadowRoot;
  readonly #layer = document.createElement('div');
  readonly #told = document.createElement('p');
  readonly #notes = new Map<string, Note>();
  /** The room under controls whose words stand there. */
  readonly #room = new CSSStyleSheet();
  readonly #dismiss: (name: string) => void;
  /** The width of the report for which the sides were chosen. */
  #width = 0;

  /** What stays may be taken away by its user. */
  constructor(root: ShadowRoot, dismiss: (name: string) => void) {
    this.#root = root;
    this.#dismiss = dismiss;
    this.#layer.className = 'control-notes';
    this.#told.className = 'told';
    this.#told.setAttribute('role', 'status');
    this.#layer.append(this.#told);
  }

  kindOf(name: string): MarkKind | undefined {
    return this.#notes.get(name)?.mark.kind;
  }

  /** Shows the words of a mark beside its control, or takes them away. */
  set(name: string, control: ControlElement | undefined, mark: Mark | undefined): void {
    const before = this.#notes.get(name);
    if (before && mark && before.control === control && isSame(before.mark, mark)) return;
    const hadFocus = before?.element.contains(this.#root.activeElement) === true;
    before?.element.remove();
    if (before) describe(before.control, undefined);
    this.#notes.delete(name);
    if (control && mark) this.#add(name, { control, mark }, before);
    if (hadFocus) control?.focus({ preventScroll: true });
    if (before || mark?.words !== undefined) this.#choose();
  }

  /** After a drawing: the layer is back, and each note is with the control that now has its name. */
  keep(find: (name: string) => ControlElement | undefined): void {
    if (this.#notes.size === 0) return;
    this.#attach();
    let isOther = false;
    for (const [name, note] of this.#notes) {
      const control = find(name);
      if (!control) {
        this.set(name, undefined, undefined);
        continue;
      }
      isOther ||= control !== note.control;
      note.control = control;
      describe(control, note);
      control.setAttribute('data-state', note.mark.kind);
    }
    if (isOther) this.#choose();
    else this.place();
  }

  /** Sets every note beside its control, under it where there is no room, or on it: its control may have moved. */
  place(): void {
    const { host } = this.#root;
    if (this.#notes.size > 0 && host.clientWidth !== this.#width) {
      this.#choose();
      return;
    }
    const box = host.getBoundingClientRect();
    for (const { element, control, side } of this.#notes.values()) {
      if (element.hidden) continue;
      const words = { width: element.offsetWidth, height: element.offsetHeight };
      const { left, top } = cornerOf(side, control.getBoundingClientRect(), words);
      element.style.left = `${Math.round(left - box.left - host.clientLeft + host.scrollLeft)}px`;
      element.style.top = `${Math.round(top - box.top - host.clientTop + host.scrollTop)}px`;
    }
  }

  clear(): void {
    for (const name of [...this.#notes.keys()]) this.set(name, undefined, undefined);
    this.#layer.remove();
  }

  #add(name: string, { control, mark }: Pick<Note, 'control' | 'mark'>, before: Note | undefined): void {
    const element = noteOf(mark, () => this.#dismiss(name));
    this.#notes.set(name, { mark, element, control, side: { kind: 'on' } });
    describe(control, { element, mark });
    const words = spoken(mark);
    if (words !== '' && words !== (before && spoken(before.mark))) {
      this.#told.textContent = `${control.getAttribute('aria-label') ?? control.textContent ?? ''} ${words}`.trim();
    }
    this.#layer.append(element);
    this.#attach();
  }

  /** Chooses the side of each note, and makes room for those that stand under their control. */
  #choose(): void {
    const { host } = this.#root;
    this.#width = host.clientWidth;
    const shown = [...this.#notes].filter(([, { element }]) => !element.hidden);
    const others = shown.length > 0 ? [...this.#root.querySelectorAll(CONTROLS)] : [];
    const rules: string[] = [];
    for (const [name, note] of shown) {
      const { element, control } = note;
      element.removeAttribute('style');
      delete element.dataset.side;
      note.side = this.#sideOf(note, others);
      element.dataset.side = note.side.kind;
      if (note.side.kind === 'over') {
        const { width, height } = control.getBoundingClientRect();
        element.style.width = `${width - 2 * RIM}px`;
        element.style.height = `${height - 2 * RIM}px`;
      } else if (note.side.kind === 'under') {
        element.style.setProperty('--room', `${note.side.width}px`);
        const room = `${element.offsetHeight + 2 * GAP}px`;
        rules.push(`${control.localName}[data-control="${CSS.escape(name)}"] { margin-block-end: ${room} !important }`);
      }
    }
    this.#makeRoom(rules);
    this.place();
  }

  #makeRoom(rules: readonly string[]): void {
    this.#room.replaceSync(rules.length > 0 ? `@media screen { ${rules.join(' ')} }` : '');
    if (rules.length > 0) adoptSheet(this.#root, this.#room);
  }

  /** A success is told for a moment: it makes no room. */
  #sideOf({ element, control, mark }: Note, controls: readonly Element[]): Side {
    const isButton = control instanceof HTMLButtonElement;
    if (mark.kind === 'saved' && !isButton) return { kind: 'on' };
    const { host } = this.#root;
    const { left, top, bottom } = host.getBoundingClientRect();
    const frame = { left, top, bottom, right: left + host.clientLeft + host.clientWidth };
    const others = controls.filter((other) => other !== control).map((other) => other.getBoundingClientRect());
    const words = { width: element.offsetWidth, height: element.offsetHeight };
    const cell = control.closest('td, th')?.getBoundingClientRect();
    const side = sideOf(words, { control: control.getBoundingClientRect(), cell, frame, others });
    return mark.kind === 'saved' && side.kind === 'under' ? { kind: 'over' } : side;
  }

  #attach(): void {
    if (this.#layer.parentNode !== this.#root) this.#root.append(this.#layer);
  }
}

/** Words that stand there already are not written again: somebody may be reading them. */
function isSame(before: Mark, mark: Mark): boolean {
  return before.kind === mark.kind && before.entry === mark.entry && spoken(before) === spoken(mark);
}
