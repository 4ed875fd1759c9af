/** Widest digit of a font, as a share of its size. */
const digitShares: ReadonlyMap<string, number> = new Map(
  Object.entries({
    calibri: 0.507,
    carlito: 0.507,
    cambria: 0.554,
    aptos: 0.561,
    'aptos narrow': 0.507,
    arial: 0.556,
    'liberation sans': 0.556,
    helvetica: 0.556,
    'arial narrow': 0.456,
    'times new roman': 0.5,
    'courier new': 0.6,
    consolas: 0.55,
    verdana: 0.636,
    tahoma: 0.546,
    'segoe ui': 0.539,
  }),
);
const otherDigit = 0.54;
/** The portal's own letters are those of each system, the widest of them counted. */
const systemDigit = 0.64;

/** Width of a digit of a font as a share of its size; '' is the portal's own font. */
export function digitShare(name: string): number {
  return name === '' ? systemDigit : (digitShares.get(name.toLowerCase()) ?? otherDigit);
}

/** Hundredths of a digit from the blank to the tilde: the wider one of Carlito and Liberation Sans. */
const printable =
  '50 65 79 100 100 160 134 43 60 60 99 105 50 61 50 77 100 100 100 100 100 100 100 100 100 100 53 53 105 105 105 100 183 120 120 130 130 120 110 140 130 50 90 120 100 168 130 140 120 140 130 120 110 130 120 176 120 120 110 61 77 61 99 100 60 100 105 90 105 100 61 100 105 45 47 90 45 158 105 105 105 105 69 90 65 105 90 140 90 90 90 61 91 61 105'
    .split(' ')
    .map(Number);
const firstPrintable = 32;
const otherLetter = 1.05;

/** How wide a line of text is, in widths of a digit. */
export function textDigits(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    width += latinDigits[code] ?? shareOf(code);
  }
  return width;
}

/** No letter is wider than so many digits. */
const WIDEST = 2;

/** Whether a line of text is no wider than so many digits; a short one is not measured for it. */
export function isWithin(text: string, digits: number): boolean {
  return text.length * WIDEST <= digits || textDigits(text) <= digits;
}

/** How wide the letters of Latin 1 are, in widths of a digit. */
export const latinDigits: Float64Array = Float64Array.from({ length: 256 }, (_, code) => latinShare(code));

function latinShare(code: number): number {
  const share = printable[code - firstPrintable];
  if (share !== undefined) return share / 100;
  return code === 0xa0 ? 0.5 : otherLetter;
}

/** Beyond Latin only the wide letters of East Asia differ. */
function shareOf(code: number): number {
  return code >= 0x1100 && code < 0xd800 && (code < 0x1200 || code >= 0x2e80) ? 2 : otherLetter;
}
