import { disabledWords, isClosedHere, setClosedHere, setReason } from '#features/report-document/drawn-controls.ts';
import { type ControlElement, isReadOnly } from './read-control.ts';

/** Why nothing may be entered now; undefined when it may. */
export type Closed = 'noRight' | 'snapshot' | 'past' | undefined;

/** Which controls may be used now, by their reader's rights, their publisher's word and what waits for a Submit. */
export class ControlUse {
  readonly #root: ShadowRoot;
  readonly #hasFor: (button: 'submit' | 'cancel', tag: string) => boolean;
  /** Whether its publisher disabled it: as it was when it was first looked at. */
  readonly #disabled = new WeakMap<ControlElement, boolean>();
  closed: Closed | 'unknown' = 'unknown';

  constructor(root: ShadowRoot, hasFor: (button: 'submit' | 'cancel', tag: string) => boolean) {
    this.#root = root;
    this.#hasFor = hasFor;
  }

  /** A newer form of it came, disabled by its publisher or not. */
  publishedAs(element: ControlElement, isDisabled: boolean): void {
    this.#disabled.set(element, isDisabled);
  }

  /** Before it is known whether anything may be entered, controls stay as they were drawn. */
  set(element: ControlElement): void {
    if (this.closed === 'unknown') return;
    const isClosed = this.isClosedByPublisher(element);
    const why = this.#whyNot(element) ?? (isClosed ? disabledWords.publisher : undefined);
    this.#setOut(element, why !== undefined && !(isReadOnly(element) && why === disabledWords.publisher));
    setReason(element, why);
  }

  /** A button keeps the focus of who pressed it: it takes nothing more at once, and is disabled when it is left. */
  #setOut(element: ControlElement, isOut: boolean): void {
    const hadFocus = element === this.#root.activeElement;
    const isKept = isOut && hadFocus && element instanceof HTMLButtonElement;
    if (isKept) element.setAttribute('aria-disabled', 'true');
    else element.removeAttribute('aria-disabled');
    element.disabled = isOut && !isKept;
    setClosedHere(element, element.disabled && !this.isClosedByPublisher(element));
    // The focus stays near where it was.
    if (hadFocus && element.disabled && this.#root.host instanceof HTMLElement) {
      this.#root.host.focus({ preventScroll: true });
    }
  }

  isClosedByPublisher(element: ControlElement): boolean {
    const isDisabled = this.#disabled.get(element) ?? (element.disabled && !isClosedHere(element));
    this.#disabled.set(element, isDisabled);
    return isDisabled || isReadOnly(element);
  }

  #whyNot({ dataset }: ControlElement): string | undefined {
    if (this.closed && this.closed !== 'unknown') return disabledWords[this.closed];
    const tag = dataset.submit ?? dataset.cancel;
    if (tag === undefined || this.#hasFor(dataset.submit === undefined ? 'cancel' : 'submit', tag)) return undefined;
    return disabledWords.nothingPending;
  }
}
