/** The control name that tells the server somebody is typing; no real control may carry it (spec 4, Report editing). */
export const midEdit = '[IS_MID_EDIT]';

/** A control's name: a letter, then up to 63 letters, digits, dots or underscores (interfaces 6). */
export function isControlName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.]{0,63}$/.test(text);
}
