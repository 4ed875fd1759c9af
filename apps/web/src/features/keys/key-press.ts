/** What of a key press decides whether it is a shortcut. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Another part of the page took it. */
  readonly defaultPrevented: boolean;
  readonly repeat: boolean;
  /** While an input method composes a letter. */
  readonly isComposing: boolean;
}

/** Ctrl+K, Cmd+K where there is such a key: Ctrl+K deletes to the line's end there. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, isComposing }: KeyPress, isMac: boolean): boolean {
  const [wanted, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return wanted && !other && !altKey && !isComposing && key.toLowerCase() === 'k';
}

/** The key alone, in lower case; undefined for a press that is no shortcut. Shift only makes the `?`. */
export function singleKey(press: KeyPress): string | undefined {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, repeat, isComposing } = press;
  const isTaken = ctrlKey || metaKey || altKey || defaultPrevented || repeat || isComposing;
  return isTaken || key.length !== 1 ? undefined : key.toLowerCase();
}

/** Where letters are typed or choose from a list: fields, lists and every control of a report. */
export const typingPlaces = [
  'input:not([type=checkbox], [type=radio], [type=button])',
  ...['textarea', 'select', '[contenteditable]', '[data-control]', 'dialog'],
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'grid', 'menu', 'tree'].map((role) => `[role=${role}]`),
].join(',');
