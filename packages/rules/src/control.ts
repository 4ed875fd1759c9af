/** The control name that tells the server somebody is typing; no real control may carry it (spec 4, Report editing). */
export const midEdit = '[IS_MID_EDIT]';

/** A control's name: a letter, then up to 63 letters, digits, dots or underscores (interfaces 6). */
export function isControlName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.]{0,63}$/.test(text);
}

const longestPrefix = 40;

/**
 * What the names of the controls on each sheet of a workbook begin with, before the cell: `Prices` for `Prices.B2`. Sheets that
 * are called alike but for signs that names cannot have get a mark of their own name, so that a prefix hangs neither on the order
 * of the sheets nor on which of them are shown. `sheets` are all of them, the hidden ones too.
 */
export function controlPrefixes(sheets: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const sheet of sheets) {
    const key = plainPrefix(sheet).toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map(
    sheets.map((sheet) => {
      const prefix = plainPrefix(sheet);
      return [sheet, counts.get(prefix.toLowerCase()) === 1 ? prefix : `${prefix}_${markOf(sheet)}`];
    }),
  );
}

function plainPrefix(sheet: string): string {
  const plain = sheet.replace(/[^A-Za-z0-9_]/g, '_').slice(0, longestPrefix);
  return /^[A-Za-z]/.test(plain) ? plain : `S${plain}`;
}

/** Up to seven letters and digits that tell names apart (FNV-1a, 32 bits). */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return (hash >>> 0).toString(36);
}
