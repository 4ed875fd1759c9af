/** A key's words, and what it does. */
export interface KeyRow {
  /** Each of them does it; one is keys pressed together. */
  readonly keys: readonly (readonly string[])[];
  readonly does: string;
}

/** The keys of the product (spec 2, Keyboard shortcuts, and those of its own). */
export function keyRows(isMac: boolean): readonly KeyRow[] {
  const ways = ['Ctrl', 'Shift', 'Alt'];
  return [
    { keys: [[isMac ? '⌘' : 'Ctrl', 'K']], does: 'Go to a report or action' },
    { keys: ways.map((way) => [way, 'PageUp']), does: 'Previous tab (wraps around)' },
    { keys: ways.map((way) => [way, 'PageDown']), does: 'Next tab (wraps around)' },
    { keys: [['P']], does: 'Pause or resume live updates' },
    { keys: [['Alt', '↓']], does: 'Next change (in a comparison or since your last visit)' },
    { keys: [['Alt', '↑']], does: 'Previous change' },
    { keys: [['Shift', '↓']], does: 'Select cells, starting at the one you clicked' },
    { keys: [[isMac ? '⌘' : 'Ctrl', 'C']], does: 'Copy the selected cells' },
    { keys: [['Enter'], ['Tab']], does: 'Send your entry in a report field' },
    { keys: [['Escape']], does: 'Close or cancel' },
    { keys: [['?']], does: 'Show keyboard shortcuts' },
  ];
}

/** The reader's keyboard has a Command key. */
export function hasCommandKey(userAgent: string): boolean {
  return /Mac|iPhone|iPad/.test(userAgent);
}
