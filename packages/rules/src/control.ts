/** The control name that tells the server somebody is typing; no real control may carry it (spec 4, Report editing). */
export const midEdit = '[IS_MID_EDIT]';

/** A control's name: a letter, then up to 63 letters, digits, dots or underscores (interfaces 6). */
export function isControlName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.]{0,63}$/.test(text);
}

const longestPrefix = 40;

/**
 * What the names of the controls on a sheet begin with, before the cell: `Prices` for `Prices.B2`. It is none of `taken`, since
 * two sheets may be called alike but for signs that names cannot have.
 */
export function controlPrefix(sheet: string, taken: Iterable<string>): string {
  const plain = sheet.replace(/[^A-Za-z0-9_]/g, '_').slice(0, longestPrefix);
  const base = /^[A-Za-z]/.test(plain) ? plain : `S${plain}`;
  const others = new Set([...taken].map((prefix) => prefix.toLowerCase()));
  let prefix = base;
  for (let n = 2; others.has(prefix.toLowerCase()); n++) prefix = `${base}_${n}`;
  return prefix;
}
