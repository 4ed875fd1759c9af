import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import { focusedOf } from '#features/report-document/focus/behind-dialog.ts';
import { adoptSheet } from '#features/report-document/page-styles.ts';
import type { ControlBoard, ControlValue, Mark } from './control.ts';
import { type Closed, ControlUse } from './control-use.ts';
import { changedMark } from './control-words.ts';
import { controlsCss } from './controls-css.ts';
import { Composing } from './entering/composing.ts';
import { ControlNotes } from './notes/control-notes.ts';
import {
  asControl,
  CONTROLS,
  type ControlElement,
  controlOf,
  isChanged,
  isFilledIn,
  isHalfFilled,
  isReadOnly,
  nameFor,
  publishedOf,
  readValue,
  saidIn,
  writeValue,
} from './read-control.ts';
import type { ReportControls } from './report-controls.ts';

/** Dresses the controls of the shown page, and shows beside each how far its entry has come. */
export class ControlsView implements ControlBoard {
  readonly composing = new Composing(navigator.userAgent);
  readonly #root: ShadowRoot;
  readonly #clock: Clock;
  readonly #settle: () => void;
  readonly #notes: ControlNotes;
  readonly #sheet = new CSSStyleSheet();
  readonly #observer = new MutationObserver((records) => this.#drawn(records));
  /** The last value of each text that was told of. */
  readonly #heard = new WeakMap<ControlElement, ControlValue | undefined>();
  /** Drawn before, and looked at. */
  readonly #known = new WeakSet<ControlElement>();
  /** What came for controls which were held. */
  readonly #fresh = new Map<string, { readonly value: ControlValue; readonly isClosed: boolean }>();
  readonly #use: ControlUse;
  #rules: ReportControls | undefined;

  constructor(root: ShadowRoot, clock: Clock, settle: () => void) {
    this.#root = root;
    this.#clock = clock;
    this.#settle = settle;
    this.#sheet.replaceSync(controlsCss);
    this.#notes = new ControlNotes(root, (name) => this.#rules?.dismiss(name));
    this.#use = new ControlUse(root, (button, tag) => this.#rules?.hasFor(button, tag) === true);
  }

  /**
   * Answers the controls in which something was entered already. No browser fills in the controls of a shadow root by
   * itself, so what is not the page's own value is the user's.
   */
  start(rules: ReportControls): HTMLElement[] {
    this.#rules = rules;
    this.#observer.observe(this.#root, { childList: true, subtree: true });
    const elements = this.#controls();
    for (const element of elements) this.#heard.set(element, publishedOf(element));
    return elements.filter((element) => !(element instanceof HTMLButtonElement) && isChanged(element));
  }

  stop(): void {
    this.#observer.disconnect();
    this.forget();
  }

  /** Another report comes, or nothing may be entered any more: what was told of entries is over. */
  forget(): void {
    for (const element of this.#controls()) {
      element.removeAttribute('data-state');
      element.removeAttribute('aria-busy');
    }
    this.#notes.clear();
    this.#fresh.clear();
  }

  /** Whether controls may be used, and if not, why. */
  set closed(closed: Closed) {
    if (closed === this.#use.closed) return;
    this.#use.closed = closed;
    const elements = this.#controls();
    if (closed !== undefined) {
      this.forget();
      for (const element of elements) writeValue(element, publishedOf(element));
    }
    this.#dress(elements);
    const active = asControl(this.#root.activeElement);
    if (active && isFilledIn(active) && closed === undefined) this.#rules?.entered();
  }

  isHeld(element: HTMLElement): boolean {
    const control = asControl(element);
    if (!control || this.#use.closed) return false;
    const name = control.dataset.control ?? '';
    return this.#rules?.openValue(name) !== undefined || this.#isInUse(control, name);
  }

  /**
   * The user fills it in, or did a moment ago (spec 4, midEntry): the focus alone holds nothing. What was begun and is no
   * value yet waits for its end.
   */
  #isInUse(control: ControlElement, name: string): boolean {
    if (!this.isFocused(control) || !isFilledIn(control)) return false;
    if (this.#fresh.get(name)?.isClosed) return false;
    if (control === this.composing.element || isHalfFilled(control)) return true;
    return this.#rules?.isEntering === true;
  }

  /** A newer form of a held control came. */
  onDeferred(old: HTMLElement, fresh: HTMLElement): void {
    const [held, next] = [asControl(old), asControl(fresh)];
    const name = held?.dataset.control;
    if (!held || !next || name === undefined) return;
    const value = publishedOf(next);
    const isClosed = next.disabled || isReadOnly(next);
    this.#fresh.set(name, { value, isClosed });
    if (isClosed) queueMicrotask(this.#settle);
    queueMicrotask(() => this.#rules?.came());
    const isOther = value !== readValue(held) && value !== publishedOf(held);
    if (!isOther && this.#notes.kindOf(name) === 'changed') this.mark(name, undefined);
    else if (isOther && this.#mayTell(name)) this.mark(name, changedMark(value));
  }

  /** A control that has the focus took over what came. */
  onTaken(old: HTMLElement, isDisabled: boolean): void {
    const element = asControl(old);
    if (!element) return;
    this.#use.publishedAs(element, isDisabled);
    this.#heard.set(element, readValue(element));
    this.#dress([element]);
    this.#notes.keep((name) => this.#find(name));
  }

  /** What was refused, and what its own publisher made of an entry, are not talked over. */
  #mayTell(name: string): boolean {
    return !this.#rules?.refusalOf(name) && this.#rules?.phaseOf(name) !== 'awaiting';
  }

  mark(name: string, mark: Mark | undefined): void {
    const element = this.#find(name);
    if (!element) this.#notes.set(name, undefined, undefined);
    else {
      // Words are measured as they look.
      if (mark) adoptSheet(this.#root, this.#sheet);
      element.toggleAttribute('aria-busy', false);
      if (mark) element.setAttribute('data-state', mark.kind);
      else element.removeAttribute('data-state');
      if (mark?.kind === 'sending') element.setAttribute('aria-busy', 'true');
      this.#notes.set(name, element, mark);
    }
  }

  reset(name: string): void {
    const element = this.#find(name);
    if (!element || element === this.composing.element) return;
    writeValue(element, this.#fresh.get(name)?.value ?? publishedOf(element));
    this.#heard.set(element, readValue(element));
  }

  settle(): void {
    this.#settle();
  }

  said(name: string, value: ControlValue): string | undefined {
    return saidIn(this.#find(name), value);
  }

  groupsChanged(): void {
    for (const button of this.#root.querySelectorAll<HTMLElement>('[data-submit], [data-cancel]')) {
      const control = asControl(button);
      if (control) this.#use.set(control);
    }
  }

  /** `left` is the control that the focus went from just now. */
  unheard(left?: ControlElement): ReturnType<ControlBoard['unheard']> {
    this.#notes.place();
    const element = left ?? asControl(this.#root.activeElement);
    if (!element || (!left && this.composing.isUnfinished(element)) || !this.#mayChangeUnheard(element)) return [];
    const value = readValue(element);
    if (value === this.#heard.get(element)) return [];
    this.#heard.set(element, value);
    return [{ control: controlOf(element), value }];
  }

  isUnfinished(name: string): boolean {
    const element = this.#find(name);
    return element !== undefined && this.isFocused(element) && this.composing.isUnfinished(element);
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** A browser tells of no date that becomes none by keys, nor that the last part of one was taken away. */
  #mayChangeUnheard(element: ControlElement): boolean {
    if (element instanceof HTMLTextAreaElement || isHalfFilled(element)) return true;
    return this.#rules?.phaseOf(element.dataset.control ?? '') === 'begun';
  }

  isOpen(name: string): boolean {
    const element = this.#find(name);
    return element !== undefined && !this.#use.isClosedByPublisher(element) && !this.#fresh.get(name)?.isClosed;
  }

  published(name: string): ControlValue | undefined {
    const fresh = this.#fresh.get(name);
    if (fresh) return fresh.value;
    const element = this.#find(name);
    return element && publishedOf(element);
  }

  /** Whether the focus is in it, or comes back to it from a dialog or another window. */
  isFocused(element: ControlElement): boolean {
    return element === focusedOf(this.#root);
  }

  /** The value of an element is known to the rules. */
  hear(element: ControlElement): ControlValue | undefined {
    const value = readValue(element);
    this.#heard.set(element, value);
    return value;
  }

  /** Whether it has a value that was not told of. */
  isUnheard(element: ControlElement): boolean {
    return readValue(element) !== this.#heard.get(element);
  }

  /** An input method begins to put characters together, or has done so. */
  composes(element: ControlElement | undefined): void {
    const done = this.composing.element;
    this.composing.element = element;
    if (element || !done) return;
    // What would have taken its characters away was put off.
    const { name } = controlOf(done);
    if (!this.#rules?.openValue(name) && readValue(done) === this.#heard.get(done)) this.reset(name);
    this.settle();
  }

  /** The focus went from a control: a button that was kept for it is disabled now. */
  left(element: ControlElement): void {
    if (element.hasAttribute('aria-disabled')) this.#use.set(element);
  }

  #find(name: string): ControlElement | undefined {
    return name === '' ? undefined : asControl(this.#root.querySelector(`[data-control="${CSS.escape(name)}"]`));
  }

  #controls(): ControlElement[] {
    return [...this.#root.querySelectorAll(CONTROLS)].flatMap((element) => asControl(element) ?? []);
  }

  #drawn(records: readonly MutationRecord[]): void {
    adoptSheet(this.#root, this.#sheet);
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    const found = added.flatMap((element) => [element, ...element.querySelectorAll(CONTROLS)]);
    this.#dress(found.flatMap((element) => asControl(element) ?? []));
    this.#notes.keep((name) => this.#find(name));
  }

  /** What is still to be read, or how its entry stands, is beside a control that is drawn again. */
  #remind(element: ControlElement): void {
    const name = element.dataset.control ?? '';
    const mark = this.#rules?.standingOf(name);
    if (mark && this.#notes.kindOf(name) === undefined) this.mark(name, mark);
  }

  #dress(elements: readonly ControlElement[]): void {
    adoptSheet(this.#root, this.#sheet);
    for (const element of elements) {
      const name = nameFor(element);
      if (name !== undefined) element.setAttribute('aria-label', name);
      if (element instanceof HTMLTextAreaElement && element.maxLength < 0) element.maxLength = limits.controlText;
      this.#use.set(element);
      this.#takeUp(element);
      this.#remind(element);
    }
  }

  /** What is entered stays over a new drawing; what was entered before the controls came to life counts. */
  #takeUp(element: ControlElement): void {
    const { name, kind } = controlOf(element);
    if (kind === 'button' || this.#use.closed) return;
    const open = this.#rules?.openValue(name);
    if (open) writeValue(element, open.value);
    else if (this.#rules?.phaseOf(name) === 'begun') this.#lost(element, name);
    else if (this.#fresh.delete(name)) this.#applied(name, element);
    if (!this.#heard.has(element)) this.#heard.set(element, readValue(element));
    this.#known.add(element);
  }

  /** Drawn anew without what was half filled in: that is told, and who types on does not type into another part. */
  #lost(element: ControlElement, name: string): void {
    if (isHalfFilled(element)) return;
    if (!this.#rules?.refusalOf(name)) this.#rules?.unfinished(controlOf(element));
    // Who came back to one that was there already stays in it.
    if (!this.#known.has(element) && this.isFocused(element) && this.#root.host instanceof HTMLElement)
      this.#root.host.focus({ preventScroll: true });
  }

  /** The value that was held back shows now; that it changed stays told for a moment. */
  #applied(name: string, element: ControlElement): void {
    if (this.#notes.kindOf(name) !== 'changed') return;
    this.mark(name, changedMark(publishedOf(element)));
    this.#clock.after(limits.changeNote, () => this.#notes.kindOf(name) === 'changed' && this.mark(name, undefined));
  }
}
