import { format, formatColor, getFormatInfo } from 'numfmt';
import { withDigits, zeroOf } from './digits.ts';
import { isElapsed, withElapsed } from './elapsed.ts';
import { type Reckoning, reckoningOf, withEra } from './eras.ts';
import { mixedFraction } from './fractions.ts';
import { withLanguages } from './languages.ts';
import { type PlainSection, plainNumber, plainSection } from './plain-number.ts';
import { type OddScale, oddScale } from './scales.ts';
import { type Chosen, numberSections, type Section, sectionFor, withoutTextSection } from './sections.ts';
import { noText, type ShownText } from './shown-text.ts';

interface FormatFacts {
  /** The code in the form that the formatter reads. */
  readonly code: string;
  /** The same without the section for texts, which no number is shown by. */
  readonly numberCode: string;
  readonly sections: readonly Section[];
  /** Where a section tells a date or a time: its sections are chosen and shown one by one. */
  readonly hasTime: boolean;
  readonly hasSmallMark: boolean;
  /** The 0 of the digits that the format names; undefined for those of everybody. */
  readonly zero: number | undefined;
  readonly isGeneral: boolean;
  readonly isValid: boolean;
  readonly hasColor: boolean;
  readonly hasFill: boolean;
  readonly hasFraction: boolean;
  /** How often the format repeats a text. */
  readonly textPlaces: number;
}

/** Stands where a fill goes while the text is made; a private-use character that no format holds. */
const fillMark = '\ue0f1';
/** Stands before a day-half letter that is shown small. */
const smallMark = '\ue0f2';
const shift1904 = 1462;
/** The day after 31 December 9999, the last that spreadsheets know. */
const beyondDates = 2_958_466;
const options = { fillChar: fillMark, indexColors: false, overflow: noText };
const maxCached = 5000;
const facts = new Map<string, FormatFacts>();

/** The text of a number under a format code; the file's own date system counts. */
export function showNumber(value: number, code: string, has1904Dates: boolean): ShownText {
  const known = factsOf(code);
  const shown = numberText(known, value, has1904Dates);
  return known.zero === undefined ? shown : { ...shown, text: withDigits(shown.text, known.zero) };
}

function numberText(known: FormatFacts, value: number, has1904Dates: boolean): ShownText {
  if (known.isGeneral || !known.isValid) return plain(showGeneral(value));
  const chosen = sectionFor(known.sections, value);
  if (known.hasTime && chosen) return timeText(known, chosen, value, has1904Dates);
  const usual = chosen && plainNumber(chosen.section, Math.abs(value));
  if (usual) {
    const shown = { ...usual, fill: undefined };
    return chosen.hasSign ? withMinus(shown) : shown;
  }
  const scale = chosen && kindOf(chosen.section).scale;
  if (scale) return scaledText(known, chosen, scale, value);
  const write = (size: number) => sectionText(known, known.numberCode, size);
  const shown = known.hasFraction ? mixedFraction(value, write) : write(value);
  return value < 0 && (!chosen || chosen.hasSign) ? signed(shown) : shown;
}

/** A scale that the formatter does not know is reckoned before. */
function scaledText(known: FormatFacts, { hasSign }: Chosen, { code, factor }: OddScale, value: number): ShownText {
  const shown = sectionText(known, code.replace(CURRENCY_MARK, '[$$$1]'), Math.abs(value) * factor);
  return value < 0 && hasSign ? withMinus(shown) : shown;
}

/** Dates come again and again: what a format made of them is kept, as much as is worth it. */
const times = new Map<FormatFacts, Map<number, ShownText>>();
let timesKept = 0;
const mostTimes = 20_000;

function timeText(known: FormatFacts, chosen: Chosen, value: number, has1904Dates: boolean): ShownText {
  if (has1904Dates) return showTime(known, chosen, value, true);
  const own = times.get(known) ?? new Map<number, ShownText>();
  const before = own.get(value);
  if (before) return before;
  if (++timesKept > mostTimes) {
    times.clear();
    timesKept = 0;
  }
  const shown = showTime(known, chosen, value, false);
  times.set(known, own.set(value, shown));
  return shown;
}

/**
 * A date or a time. Before their first day dates have no text in the 1900 system; the 1904 system counts back with a
 * minus. What is counted (`[h]`) is a length of time, of either sign and the same in both systems.
 */
function showTime(known: FormatFacts, { section, hasSign }: Chosen, value: number, has1904Dates: boolean): ShownText {
  const kind = kindOf(section);
  const isMinus = value < 0 && hasSign;
  if (isMinus && kind.isCalendar && !has1904Dates) return plain(noText);
  const size = Math.abs(value);
  const serial = kind.isDate && has1904Dates ? size + shift1904 : size;
  if (kind.isCalendar && size >= (has1904Dates ? beyondDates - shift1904 : beyondDates)) return plain(noText);
  const shown = sectionText(known, codeOf(section, kind, { size, serial }), serial);
  return isMinus ? withMinus(shown) : shown;
}

/** The code of one section with what the formatter does not know written into it. */
function codeOf(section: Section, kind: SectionKind, { size, serial }: { size: number; serial: number }): string {
  if (kind.isElapsed) return withElapsed(section.tokens, size, kind.isDate);
  return kind.reckoning ? withEra(section.tokens, kind.reckoning, serial) : section.code;
}

/** The text of a text under a format code: its text section counts, and its colour. */
export function showText(value: string, code: string): ShownText {
  if (showsTextAsItIs(code)) return plain(value);
  const known = factsOf(code);
  return sectionText(known, known.code, value);
}

function sectionText(known: FormatFacts, code: string, value: string | number): ShownText {
  const made = format(code, value, options);
  const text = known.hasSmallMark ? made.replace(smallLetter, (letter) => letter.slice(1).toLowerCase()) : made;
  const ink = known.hasColor ? inkOf(formatColor(code, value, options)) : undefined;
  return known.hasFill ? withFill(text, ink) : { text, ink, fill: undefined };
}

/** The small mark and its letter. */
const smallLetter = /\ue0f2./g;

/** With the minus that stands before whatever else a section shows, also where its digits are all 0 (as in Excel). */
function signed(shown: ShownText): ShownText {
  return shown.text.includes('-') || shown.text === noText ? shown : withMinus(shown);
}

function withMinus(shown: ShownText): ShownText {
  const fill = shown.fill && { ...shown.fill, at: shown.fill.at + 1 };
  return { ...shown, text: `-${shown.text}`, fill };
}

/** A number as General shows it in a cell wide enough. */
export function showGeneral(value: number): string {
  const text = String(value);
  return text.length <= shortGeneral && !text.includes('e') ? text : format('General', value);
}

/** No longer than this, and without a power of ten, General shows a number as it is written. */
const shortGeneral = 10;

/** The format for texts, under which a number is shown as under General. */
const asText = '@';

/** Whether a format code shows numbers as General does, so that the width of the cell rounds them. */
export function isGeneral(code: string): boolean {
  return factsOf(code).isGeneral;
}

/** The sections of a format code for numbers, as far as they show fixed decimals; none where it has conditions or is for times. */
export function plainSections(code: string): readonly (PlainSection | undefined)[] {
  const { sections, hasTime, zero } = factsOf(code);
  const isUsual = !hasTime && zero === undefined && sections.every(({ condition }) => !condition);
  return isUsual ? sections.map(plainSection) : [];
}

/** Whether a text is shown as it is. */
export function showsTextAsItIs(code: string): boolean {
  const { isGeneral, isValid } = factsOf(code);
  return isGeneral || !isValid;
}

/** Whether a format code shows numbers as texts, which then stand where texts do. */
export function showsNumbersAsTexts(code: string): boolean {
  const { sections } = factsOf(code);
  return code === asText || (sections.length === 1 && (sections[0]?.tokens.includes('@') ?? false));
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
  const isPlain = /^general$/i.test(written) || written === '' || written === asText;
  const code = withLanguages(written).replace(smallHalf, (found, day: string | undefined) =>
    day ? `"${smallMark}"A/P` : found,
  );
  const isValid = isPlain || isFormat(code);
  const bare = isPlain || !isValid ? code : withoutTextSection(code);
  const sections = isPlain || !isValid ? [] : numberSections(bare);
  const hasTime = sections.some((section) => kindOf(section).isTime);
  const shown = (all: string) => (hasTime ? all : all.replace(CURRENCY_MARK, '[$$$1]'));
  return {
    code: shown(code),
    numberCode: shown(bare),
    sections,
    hasTime,
    hasSmallMark: code !== written,
    zero: zeroOf(written),
    isGeneral: isPlain,
    isValid,
    hasColor: /\[(?:black|white|red|green|blue|yellow|magenta|cyan|color ?\d{1,2})\]/i.test(written),
    hasFill: written.includes('*'),
    hasFraction: written.includes('/') && sections.some((section) => kindOf(section).isFraction),
    textPlaces: Math.max(1, written.split('@').length - 1),
  };
}

/** `a/p` outside quotes, brackets and escapes. */
const smallHalf = /"[^"]*"?|\\.|\[[^\]]*\]?|(a\/p)/g;
/** A currency with a place: its symbol is shown, but points and commas stay those of the reader. */
const CURRENCY_MARK = /\[\$([^\]-]+)-[^\]]*\]/g;

interface SectionKind {
  readonly isTime: boolean;
  readonly isElapsed: boolean;
  /** A date, or the time of a day. */
  readonly isCalendar: boolean;
  readonly isDate: boolean;
  readonly isFraction: boolean;
  readonly scale: OddScale | undefined;
  readonly reckoning: Reckoning | undefined;
}

const kinds = new WeakMap<Section, SectionKind>();

function kindOf(section: Section): SectionKind {
  const known = kinds.get(section);
  if (known) return known;
  const { tokens } = section;
  const elapsed = isElapsed(tokens);
  const type = isFormat(section.code) ? getFormatInfo(section.code).type : '';
  const isTime = elapsed || type === 'date' || type === 'time' || type === 'datetime';
  const isDate = isTime && tokens.some((token) => isDatePart(token) || (isMonth(token) && !elapsed && type !== 'time'));
  const kind = {
    isTime,
    isElapsed: elapsed,
    isCalendar: isTime && (!elapsed || isDate),
    isDate,
    isFraction: type === 'fraction',
    scale: isTime ? undefined : oddScale(tokens),
    reckoning: isTime ? reckoningOf(tokens) : undefined,
  };
  kinds.set(section, kind);
  return kind;
}

function isDatePart(token: string): boolean {
  return /^(?:d+|y+|e+|g+|b+)$/i.test(token);
}

function isMonth(token: string): boolean {
  return /^m+$/i.test(token);
}

/** Whether a code is a format; where it is none, General is shown instead. */
function isFormat(code: string): boolean {
  try {
    format(code, 1, options);
    return true;
  } catch {
    return false;
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
