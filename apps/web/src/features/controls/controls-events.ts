import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import type { ControlsView } from './controls-view.ts';
import {
  asControl,
  CONTROLS,
  type ControlElement,
  controlOf,
  isFilledIn,
  isHalfFilled,
  isReadOnly,
} from './read-control.ts';
import type { ReportControls } from './report-controls.ts';

interface EventDeps {
  readonly rules: ReportControls;
  readonly view: ControlsView;
  readonly clock: Clock;
}

/** Brings what the user does in a report's controls to their rules; ends with the signal. */
export function listenToControls(root: ShadowRoot, deps: EventDeps, signal: AbortSignal): void {
  const keys = new PassingKeys(deps.clock);
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    run: (element: ControlElement, event: HTMLElementEventMap[K]) => void,
  ) => {
    const listen = (event: Event) => {
      const element = controlAt(event);
      if (element && isOpen(element) && isEventOf(event, name)) run(element, event);
    };
    root.addEventListener(name, listen, { signal });
  };
  on('input', (element) => element instanceof HTMLTextAreaElement && wrote(deps, element));
  on('change', (element) => changed(deps, element, keys.isTyping(element)));
  on('click', (element) => clicked(deps, element));
  on('keydown', (element, event) => {
    keys.note(element, event);
    keyed(deps, element, event);
  });
  on('compositionstart', (element) => deps.view.composes(element));
  on('compositionend', (element) => composed(deps, element));
  // Also in one that takes no entry any more.
  root.addEventListener('compositionend', () => deps.view.composes(undefined), { signal });
  on('focusin', (element) => {
    if (!isFilledIn(element)) return;
    deps.view.hear(element);
    deps.rules.entered();
  });
  on('focusout', (element) => left(deps, element));
  const leave = ({ target }: Event) => {
    const element = asControl(target);
    if (element) deps.view.left(element);
  };
  root.addEventListener('focusout', leave, { signal });
  root.addEventListener('keydown', (event) => dismissed(deps, event), { signal });
}

function controlAt({ target }: Event): ControlElement | undefined {
  return asControl(target instanceof Element ? target.closest(CONTROLS) : undefined);
}

/** Escape takes the words beside a control away, also of one that takes no entry any more. */
function dismissed({ rules }: EventDeps, event: Event): void {
  const element = controlAt(event);
  if (!element || !(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.isComposing) return;
  rules.dismiss(controlOf(element).name);
}

/** Brings to the rules what was entered before they were there. */
export function takeUp(deps: EventDeps, used: HTMLElement): void {
  const element = asControl(used);
  if (!element || !isOpen(element)) return;
  if (element instanceof HTMLTextAreaElement) typed(deps, element);
  else changed(deps, element, isFilledIn(element) && deps.view.isFocused(element));
  if (isHalfFilled(element) && !deps.view.isFocused(element)) deps.rules.unfinished(controlOf(element));
  clicked(deps, element);
}

function isOpen(element: ControlElement): boolean {
  return !element.disabled && !isReadOnly(element) && element.getAttribute('aria-disabled') !== 'true';
}

/** An event listener is told which event it hears by its name alone. */
function isEventOf<K extends keyof HTMLElementEventMap>(event: Event, name: K): event is HTMLElementEventMap[K] {
  return event.type === name;
}

/** What an input method writes on the way to a word is not meant; its user is entering something all the same. */
function wrote(deps: EventDeps, element: ControlElement): void {
  if (deps.view.composing.isUnfinished(element)) deps.rules.entered();
  else typed(deps, element);
}

/** The word is there, or was given up: typing goes on from here. */
function composed(deps: EventDeps, element: ControlElement): void {
  const isTyping = deps.rules.phaseOf(controlOf(element).name) === 'typing';
  if (isTyping || deps.view.isUnheard(element)) typed(deps, element);
}

function typed({ rules, view }: EventDeps, element: ControlElement): void {
  const value = view.hear(element);
  if (value !== undefined) rules.typed(controlOf(element), value);
}

/** A list, a box or a date: at once, save for one whose keys pass other values on the way. */
function changed({ rules, view }: EventDeps, element: ControlElement, isTyping: boolean): void {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLButtonElement) return;
  const value = view.hear(element);
  const control = controlOf(element);
  if (value === undefined) rules.begun(control);
  else if (isTyping) rules.typed(control, value);
  else rules.chosen(control, value);
}

function clicked({ rules }: EventDeps, element: ControlElement): void {
  if (!(element instanceof HTMLButtonElement)) return;
  const { submit, cancel } = element.dataset;
  const control = controlOf(element);
  if (cancel !== undefined) rules.cancel(cancel);
  else if (submit !== undefined) rules.submit(submit, control);
  else rules.pressed(control);
}

const keysThatTypeNothing: ReadonlySet<string> = new Set(['Alt', 'Control', 'Enter', 'Escape', 'Meta', 'Shift', 'Tab']);

function keyed(deps: EventDeps, element: ControlElement, event: KeyboardEvent): void {
  const { key, isComposing } = event;
  const { name } = controlOf(element);
  if (isFilledIn(element) && !keysThatTypeNothing.has(key)) deps.rules.entered();
  if (isComposing || (key !== 'Enter' && key !== 'Tab')) return;
  if (!(element instanceof HTMLTextAreaElement)) {
    // Tab goes from part to part of a date; where it leaves the control, that sends.
    if (key === 'Enter') deps.rules.flush(name);
    return;
  }
  if (key === 'Tab') {
    deps.rules.flush(name);
    return;
  }
  if (event.altKey) insertLine(deps, element);
  if (event.shiftKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (!event.altKey) deps.rules.flush(name);
}

/** Alt with Enter makes a line, as in a spreadsheet's cell; Shift with Enter does so by itself. */
function insertLine(deps: EventDeps, element: HTMLTextAreaElement): void {
  const { selectionStart: start, selectionEnd: end, maxLength, value } = element;
  if (maxLength >= 0 && value.length - (end - start) >= maxLength) return;
  element.setRangeText('\n', start, end, 'end');
  typed(deps, element);
}

/** The focus goes: a value that no event told of is taken up, and what was typed is sent. */
function left(deps: EventDeps, element: ControlElement): void {
  if (!isFilledIn(element)) return;
  for (const { control, value } of deps.view.unheard(element)) deps.rules.typed(control, value);
  if (isHalfFilled(element) && !deps.view.isFocused(element)) deps.rules.unfinished(controlOf(element));
  deps.rules.left(controlOf(element).name);
}

/** Whether keys are on the way to a value: every digit makes a date of its own, and arrows and letters pass options. */
class PassingKeys {
  readonly #clock: Clock;
  #element: ControlElement | undefined;
  #at = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(element: ControlElement, { key }: KeyboardEvent): void {
    this.#element = isFilledIn(element) && key !== 'Enter' ? element : undefined;
    this.#at = this.#clock.now();
  }

  isTyping(element: ControlElement): boolean {
    return element === this.#element && this.#clock.now() - this.#at < limits.typingPause;
  }
}
