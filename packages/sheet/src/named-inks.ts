/** The colours that number formats name. */
export const namedInks: ReadonlyMap<string, string> = new Map([
  ['black', '#000000'],
  ['white', '#ffffff'],
  ['red', '#ff0000'],
  ['green', '#008000'],
  ['blue', '#0000ff'],
  ['yellow', '#ffff00'],
  ['magenta', '#ff00ff'],
  ['cyan', '#00ffff'],
]);
