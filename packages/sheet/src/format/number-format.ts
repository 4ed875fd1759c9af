import { format, formatColor, getFormatInfo } from 'numfmt';

/** A value as its number format shows it. */
export interface ShownText {
  readonly text: string;
  /** A colour that the format names: `red`, or `color10` of the palette. */
  readonly ink: string | undefined;
  /** Where the format fills the cell to its width (`*x`), and with what. */
  readonly fill: { readonly at: number; readonly character: string } | undefined;
}

interface FormatFacts {
  /** The code in the form that the formatter reads. */
  readonly code: string;
  /** Negative numbers of the first section keep their sign: its condition is not the plain `<0`. */
  readonly signed: { readonly operator: string; readonly limit: number } | undefined;
  readonly hasSmallMark: boolean;
  readonly isGeneral: boolean;
  readonly isValid: boolean;
  readonly isCalendar: boolean;
  readonly hasColor: boolean;
  readonly hasFill: boolean;
  /** How often the format repeats a text. */
  readonly textPlaces: number;
}

/** Stands where a fill goes while the text is made; a private-use character that no format holds. */
const fillMark = '\ue0f1';
/** Stands before a day-half letter that is shown small. */
const smallMark = '\ue0f2';
const tooLong = '########';
const shift1904 = 1462;
const options = { fillChar: fillMark, indexColors: false, overflow: tooLong };
const maxCached = 5000;
const facts = new Map<string, FormatFacts>();

/** The text of a number under a format code; the file's own date system counts. */
export function showNumber(value: number, code: string, has1904Dates: boolean): ShownText {
  const known = factsOf(code);
  if (known.isGeneral || !known.isValid) return plain(showGeneral(value));
  const shown = sectionText(known, known.isCalendar && has1904Dates ? value + shift1904 : value);
  return known.signed && value < 0 ? withSign(shown, value, known.signed) : shown;
}

/** The text of a text under a format code: its text section counts, and its colour. */
export function showText(value: string, code: string): ShownText {
  const known = factsOf(code);
  return known.isGeneral || code === '@' || !known.isValid ? plain(value) : sectionText(known, value);
}

function sectionText(known: FormatFacts, value: string | number): ShownText {
  const made = format(known.code, value, options);
  const text = known.hasSmallMark ? made.replace(smallLetter, (letter) => letter.slice(1).toLowerCase()) : made;
  const ink = known.hasColor ? inkOf(formatColor(known.code, value, options)) : undefined;
  return known.hasFill ? withFill(text, ink) : { text, ink, fill: undefined };
}

/** The small mark and its letter. */
const smallLetter = /\ue0f2./g;

/** A section for numbers below some limit other than 0 shows their sign, as spreadsheets do. */
function withSign(
  shown: ShownText,
  value: number,
  { operator, limit }: { operator: string; limit: number },
): ShownText {
  const meets = operator === '=' ? value === limit : operator === '<' ? value < limit : value <= limit;
  if (!meets || shown.text.includes('-')) return shown;
  const fill = shown.fill && { ...shown.fill, at: shown.fill.at + 1 };
  return { ...shown, text: `-${shown.text}`, fill };
}

/** A number as General shows it in a cell wide enough. */
export function showGeneral(value: number): string {
  return format('General', value);
}

/** Whether a format code is General, so that the width of the cell rounds what it shows. */
export function isGeneral(code: string): boolean {
  return factsOf(code).isGeneral;
}

/** How often a format code may repeat the text that it shows. */
export function textPlaces(code: string): number {
  return factsOf(code).textPlaces;
}

function plain(text: string): ShownText {
  return { text, ink: undefined, fill: undefined };
}

function factsOf(code: string): FormatFacts {
  const known = facts.get(code);
  if (known) return known;
  const found = examine(code);
  if (facts.size >= maxCached) facts.clear();
  facts.set(code, found);
  return found;
}

function examine(written: string): FormatFacts {
  const isPlain = /^general$/i.test(written) || written === '';
  const code = written.replace(smallHalf, (found, day: string | undefined) => (day ? `"${smallMark}"A/P` : found));
  const type = isPlain ? 'general' : typeOf(code);
  const [, operator, limit] = NEGATIVE_CONDITION.exec(written) ?? [];
  return {
    code,
    signed: operator === undefined ? undefined : { operator, limit: Number(limit) },
    hasSmallMark: code !== written,
    isGeneral: isPlain,
    isValid: type !== undefined,
    isCalendar: type === 'date' || type === 'datetime',
    hasColor: /\[(?:black|white|red|green|blue|yellow|magenta|cyan|color ?\d{1,2})\]/i.test(written),
    hasFill: written.includes('*'),
    textPlaces: Math.max(1, written.split('@').length - 1),
  };
}

/** `a/p` outside quotes, brackets and escapes. */
const smallHalf = /"[^"]*"?|\\.|\[[^\]]*\]?|(a\/p)/g;
const NEGATIVE_CONDITION = /^(?:\[[^\]<>=]*\])*\[(<=?|=)\s*(-[\d.]+)\]/;

/** The kind of a format; undefined when the code is no format, and General is shown instead. */
function typeOf(code: string): string | undefined {
  try {
    format(code, 1, options);
    return getFormatInfo(code).type;
  } catch {
    return undefined;
  }
}

function inkOf(color: unknown): string | undefined {
  if (typeof color === 'number') return `color${color}`;
  return typeof color === 'string' && /^[a-z]+$/.test(color) ? color : undefined;
}

function withFill(text: string, ink: string | undefined): ShownText {
  const at = text.indexOf(fillMark);
  if (at < 0) return { text, ink, fill: undefined };
  const character = text.slice(at + 1, at + 2);
  return { text: text.slice(0, at) + text.slice(at + 2), ink, fill: { at, character } };
}
