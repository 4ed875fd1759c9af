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
    { keys: ways.map((way) => [way, 'PageUp']), does: 'Previous tab; from the first to the last' },
    { keys: ways.map((way) => [way, 'PageDown']), does: 'Next tab; from the last to the first' },
    { keys: [['P']], does: 'Pause the report, or update it live again' },
    { keys: [['Alt', '↓']], does: 'Next change, in a comparison or since you last looked' },
    { keys: [['Alt', '↑']], does: 'Previous change' },
    { keys: [['Shift', '↓']], does: 'Mark cells, from the one that was clicked' },
    { keys: [[isMac ? '⌘' : 'Ctrl', 'C']], does: 'Copy the marked cells' },
    { keys: [['Enter'], ['Tab']], does: 'Send what is typed in a field of a report' },
    { keys: [['Escape']], does: 'Close what is open, and cancel a question' },
    { keys: [['?']], does: 'Show the keys' },
  ];
}

/** The reader's keyboard has a Command key. */
export function hasCommandKey(userAgent: string): boolean {
  return /Mac|iPhone|iPad/.test(userAgent);
}
