import { caretOf, setCaret } from '#features/report-document/focus/focused-control.ts';
import type { Control, ControlValue } from './control.ts';

export type ControlElement = HTMLTextAreaElement | HTMLSelectElement | HTMLInputElement | HTMLButtonElement;

/** Everything that a viewer may press or fill in: interfaces 6. */
export const CONTROLS = '[data-control], [data-submit], [data-cancel]';

/** The control that an element is; undefined for any other. */
export function asControl(element: unknown): ControlElement | undefined {
  if (!(element instanceof HTMLElement) || !element.matches(CONTROLS)) return undefined;
  const isOne =
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLInputElement ||
    element instanceof HTMLButtonElement;
  return isOne ? element : undefined;
}

/** What the rules need to know of an element. */
export function controlOf(element: ControlElement): Control {
  return {
    name: element.dataset.control ?? '',
    kind: kindOf(element),
    tag: element instanceof HTMLButtonElement ? undefined : element.dataset.submitTag,
  };
}

function kindOf(element: ControlElement): Control['kind'] {
  if (element instanceof HTMLTextAreaElement) return 'text';
  return element instanceof HTMLButtonElement ? 'button' : 'choice';
}

/** What stands in it; undefined while a date is only half filled in. */
export function readValue(element: ControlElement): ControlValue | undefined {
  if (element instanceof HTMLInputElement) {
    if (element.type === 'checkbox') return String(element.checked);
    if (isHalfFilled(element)) return undefined;
  }
  if (element instanceof HTMLSelectElement) return element.selectedIndex < 0 ? null : element.value;
  return element.value === '' ? null : element.value;
}

/** What the publisher's page says stands in it. */
export function publishedOf(element: ControlElement): ControlValue {
  if (element instanceof HTMLSelectElement) return publishedOption(element)?.value ?? null;
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return String(element.defaultChecked);
  const value = element instanceof HTMLButtonElement ? '' : element.defaultValue;
  return value === '' ? null : value;
}

/** Whether something else stands in it than its publisher's value. */
export function isChanged(element: ControlElement): boolean {
  return readValue(element) !== publishedOf(element);
}

function publishedOption(element: HTMLSelectElement): HTMLOptionElement | undefined {
  const options = [...element.options];
  const first = element.size > 1 ? undefined : options.find((option) => !option.disabled);
  return options.findLast((option) => option.defaultSelected) ?? first;
}

/** Puts a value in. */
export function writeValue(element: ControlElement, value: ControlValue): void {
  if (element instanceof HTMLButtonElement) return;
  if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked = value === 'true';
  else if (element instanceof HTMLSelectElement && value === null) element.selectedIndex = -1;
  else if (element.value !== (value ?? '') || isHalfFilled(element)) writeText(element, value ?? '');
}

/** A browser puts the caret behind a text that is written; for who is in it, it stays where it was. */
function writeText(element: Exclude<ControlElement, HTMLButtonElement>, text: string): void {
  const caret = element.matches(':focus') ? caretOf(element) : undefined;
  const { length } = element.value;
  element.value = text;
  setCaret(element, caret, length);
}

/** A text, list, date or time: what is filled in over some time (spec 4, midEntry). */
export function isFilledIn(element: ControlElement): boolean {
  return !(element instanceof HTMLButtonElement) && element.type !== 'checkbox' && !isReadOnly(element);
}

/**
 * A date of which some parts are typed, one that no calendar has, or one whose year has not four digits - a browser fills
 * it up with zeros, and takes more: it has no value yet. What its publisher wrote is one.
 */
export function isHalfFilled(element: ControlElement): boolean {
  if (!(element instanceof HTMLInputElement)) return false;
  const { type, value, defaultValue, validity } = element;
  return validity.badInput || (type.startsWith('date') && value !== defaultValue && /^(?:0|\d{5})/.test(value));
}

/** A value as its reader knows it. */
export function saidIn(element: ControlElement | undefined, value: ControlValue): string {
  if (value === null) return 'No value';
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return value === 'true' ? 'On' : 'Off';
  if (element instanceof HTMLInputElement) return `"${value.replace('T', ' ')}"`;
  const options = element instanceof HTMLSelectElement ? [...element.options] : [];
  return `"${options.find((option) => option.value === value)?.text ?? value}"`;
}

/** Its text can be read and taken over, not changed: the publisher wrote it so. */
export function isReadOnly(element: ControlElement): boolean {
  return element.matches('textarea[readonly], input[readonly]');
}

/** A name for a control that its publisher gave none: what stands before it in its row, else its own. */
export function nameFor(element: ControlElement): string | undefined {
  if (element instanceof HTMLButtonElement || (element.labels?.length ?? 0) > 0) return undefined;
  // Why it is closed is no name.
  const own = element.dataset.why === undefined ? element.getAttribute('title') : null;
  const said = element.getAttribute('aria-label') ?? own;
  if (said) return undefined;
  const cell = element.closest('td, th');
  for (let before = cell?.previousElementSibling; before; before = before.previousElementSibling) {
    const text = before.textContent?.trim() ?? '';
    if (text !== '' && text.length <= LONGEST_NAME) return text;
  }
  return element.dataset.control;
}

const LONGEST_NAME = 60;
