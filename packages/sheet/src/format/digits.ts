/** The digits 0 of scripts by the number that a locale tag names them with, in its first byte: Arabic, Persian, Devanagari… */
const zeros: ReadonlyMap<number, number> = new Map([
  [0x02, 0x0660],
  [0x03, 0x06f0],
  [0x04, 0x0966],
  [0x05, 0x09e6],
  [0x06, 0x0a66],
  [0x07, 0x0ae6],
  [0x08, 0x0b66],
  [0x09, 0x0be6],
  [0x0a, 0x0c66],
  [0x0b, 0x0ce6],
  [0x0c, 0x0d66],
  [0x0d, 0x0e50],
  [0x0e, 0x0ed0],
  [0x0f, 0x0f20],
  [0x10, 0x1040],
  [0x12, 0x17e0],
  [0x13, 0x1810],
]);

const TAG = /\[\$[^[\]-]*-([0-9a-f]{1,2})[0-9a-f]{6}\]/i;

/** The digit 0 of the script that a format's locale tag names (`[$-D07041E]`: Thai); undefined for the usual digits. */
export function zeroOf(code: string): number | undefined {
  const shape = TAG.exec(code)?.[1];
  return shape === undefined ? undefined : zeros.get(Number.parseInt(shape, 16));
}

/** A text with its digits in the script of this 0. */
export function withDigits(text: string, zero: number): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}
