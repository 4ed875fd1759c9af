/** A cell that a spreadsheet would take for a formula, in wide letters too, or whose first characters hide one. */
const FORMULA = /^(?:[\s\p{C}]*[=+\-@|＝＋－＠｜]|[\t\r])/u;

/** One line of a CSV file (RFC 4180); a text that could be a formula is told to be text by an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
