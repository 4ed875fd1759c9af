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
    { keys: [['T']], does: 'Show or hide Time, which shows earlier versions' },
    { keys: [['←'], ['→']], does: 'In Time: previous or next version' },
    {
      keys: [
        ['Shift', '←'],
        ['Shift', '→'],
      ],
      does: 'In Time: ten versions back or forward',
    },
    { keys: [['Home'], ['End']], does: 'In Time: oldest version, or back to live' },
    { keys: [['Space']], does: 'In Time: play or pause' },
    { keys: [['Escape']], does: 'In Time: back to live' },
    { keys: [['Alt', '↓']], does: 'Next change (in a comparison or since your last visit)' },
    { keys: [['Alt', '↑']], does: 'Previous change' },
    { keys: [['Shift', '↓']], does: 'Select cells, starting at the one you clicked' },
    { keys: [['Alt', 'H']], does: 'Show the history of the cell you clicked, or of the selected cells' },
    {
      keys: [
        ['Alt', 'Shift', '↑'],
        ['Alt', 'Shift', '↓'],
      ],
      does: 'Collapse or expand the group of the cell you clicked, or all groups',
    },
    { keys: [[isMac ? '⌘' : 'Ctrl', 'C']], does: 'Copy the selected cells' },
    { keys: [['Enter'], ['Tab']], does: 'Send your entry in a report field' },
    { keys: [['Escape']], does: 'Close or cancel' },
    { keys: [['?']], does: 'Show keyboard shortcuts' },
  ];
}
