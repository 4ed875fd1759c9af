const MARKS = /[&<>"\r]|_x[\da-f]{4}_/gi;
/** What no XML can carry. */
const UNFIT = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '_x000D_',
};

/** Text for an element or attribute of a part; what looks like an escape of the format is escaped itself. */
export function xml(given: string): string {
  const text = given.replace(UNFIT, '');
  return /[&<>"\r_]/.test(text) ? text.replace(MARKS, (found) => escapes[found] ?? `_x005F${found}`) : text;
}

/** A text element that keeps its spaces. */
export function textElement(text: string): string {
  const keeps = /^\s|\s$|\n|\s\s/.test(text) ? ' xml:space="preserve"' : '';
  return `<t${keeps}>${xml(text)}</t>`;
}

/** The start of every part. */
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const mainSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const relationSpace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
