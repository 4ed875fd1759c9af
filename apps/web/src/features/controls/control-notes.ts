import type { Mark, MarkKind } from './control.ts';
import type { ControlElement } from './read-control.ts';

interface Note {
  readonly mark: Mark;
  readonly element: HTMLElement;
  control: ControlElement;
}

/** Between a control and its words, px. */
const GAP = 4;

/** The words beside controls: small labels that scroll with the report, and one line for screen readers. */
export class ControlNotes {
  readonly #root: ShadowRoot;
  readonly #layer = document.createElement('div');
  readonly #told = document.createElement('p');
  readonly #notes = new Map<string, Note>();

  constructor(root: ShadowRoot) {
    this.#root = root;
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
    before?.element.remove();
    this.#notes.delete(name);
    if (!control || !mark) return;
    const element = document.createElement('span');
    element.className = 'control-note';
    element.dataset.kind = mark.kind;
    element.textContent = mark.words ?? '';
    element.hidden = mark.words === undefined;
    this.#notes.set(name, { mark, element, control });
    if (mark.words !== undefined && mark.words !== before?.mark.words) {
      this.#told.textContent =
        `${control.getAttribute('aria-label') ?? control.textContent ?? ''} ${mark.words}`.trim();
    }
    this.#layer.append(element);
    this.#attach();
    this.place();
  }

  /** After a drawing: the layer is back, and each note is with the control that now has its name. */
  keep(find: (name: string) => ControlElement | undefined): void {
    if (this.#notes.size === 0) return;
    this.#attach();
    for (const [name, note] of this.#notes) {
      const control = find(name);
      if (!control) {
        this.set(name, undefined, undefined);
        continue;
      }
      note.control = control;
      control.setAttribute('data-state', note.mark.kind);
    }
    this.place();
  }

  /** Sets every note beside its control, or under it where there is no room; one of a success lies on it. */
  place(): void {
    const { host } = this.#root;
    const box = host.getBoundingClientRect();
    for (const { element, control, mark } of this.#notes.values()) {
      if (element.hidden) continue;
      const at = control.getBoundingClientRect();
      const width = element.offsetWidth;
      const isBeside = at.right + width + GAP <= box.left + host.clientWidth;
      const onIt = { left: Math.max(at.left, at.right - width), top: at.bottom - element.offsetHeight };
      const aside = isBeside
        ? { left: at.right + GAP, top: at.top }
        : { left: Math.min(at.left, box.right - width - GAP), top: at.bottom + GAP };
      const isOnIt = mark.kind === 'saved' && !(control instanceof HTMLButtonElement);
      const { left, top } = isOnIt ? onIt : aside;
      element.style.left = `${Math.round(left - box.left + host.scrollLeft)}px`;
      element.style.top = `${Math.round(top - box.top + host.scrollTop)}px`;
    }
  }

  clear(): void {
    for (const name of [...this.#notes.keys()]) this.set(name, undefined, undefined);
    this.#layer.remove();
  }

  #attach(): void {
    if (this.#layer.parentNode !== this.#root) this.#root.append(this.#layer);
  }
}
