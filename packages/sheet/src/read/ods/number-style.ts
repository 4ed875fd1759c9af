import { limits } from '@sheetwire/contract/limits';
import { type Attributes, whole } from '../xml.ts';
import { currencyTag, localeTag } from './locale-tags.ts';

/** A number format of the document as a format code. */
export interface NumberCode {
  readonly code: string;
  /** A code says all of it; else the text that the file holds is shown. */
  readonly isExact: boolean;
  /** Numbers are shown as true and false. */
  readonly isBoolean?: boolean;
}

type Unit = 'hours' | 'minutes' | 'seconds' | 'month' | 'other' | 'text';

interface Piece {
  readonly code: string;
  readonly unit: Unit;
}

interface Condition {
  readonly test: string;
  readonly style: string;
}

/** A number style while its elements are read (OpenDocument 1.3, 16.29). */
export class NumberStyle {
  readonly name: string;
  readonly #kind: string;
  readonly #tag: string | undefined;
  readonly #pieces: Piece[] = [];
  readonly #conditions: Condition[] = [];
  readonly #isElapsed: boolean;
  #color = '';
  #isExact = true;
  /** What the characters of the open element are for. */
  #into: { readonly name: string; readonly attributes: Attributes } | undefined;
  #text = '';
  readonly #embedded = new Map<number, string>();
  #number: Attributes | undefined;

  constructor(kind: string, attributes: Attributes) {
    this.name = attributes[':name'] ?? '';
    this.#kind = kind;
    this.#tag = localeTag(attributes[':language'], attributes[':country']);
    this.#isElapsed = attributes[':truncate-on-overflow'] === 'false';
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'text':
      case 'currency-symbol':
      case 'embedded-text':
      case 'fill-character':
        this.#into = { name, attributes };
        this.#text = '';
        break;
      case 'number':
        this.#number = attributes;
        break;
      case 'text-properties':
        this.#color = colorTag(attributes[':color']);
        break;
      case 'map':
        this.#conditions.push({ test: attributes[':condition'] ?? '', style: attributes[':apply-style-name'] ?? '' });
        break;
      default:
        this.#openOther(name, attributes);
    }
  }

  #openOther(name: string, attributes: Attributes): void {
    const time = timeUnit(name, attributes);
    if (time) this.#pieces.push(time);
    else if (name === 'fraction') this.#pieces.push(other(fractionCode(attributes)));
    else if (name === 'scientific-number') this.#pieces.push(other(scientificCode(attributes)));
    else if (name === 'text-content') this.#pieces.push(other('@'));
    else if (name === 'boolean') this.#pieces.push(other('General'));
    else this.#isExact = false;
    const calendar = attributes[':calendar'];
    if (calendar !== undefined && calendar !== 'gregorian') this.#isExact = false;
  }

  text(text: string): void {
    if (this.#into && this.#text.length < limits.workbook.formatLength) this.#text += text;
  }

  close(name: string): void {
    if (name === 'number' && this.#number) {
      this.#pieces.push(other(this.#numberCode(this.#number)));
      this.#number = undefined;
    }
    if (this.#into?.name !== name) return;
    const { attributes } = this.#into;
    if (name === 'embedded-text') this.#embedded.set(whole(attributes[':position']) ?? 0, this.#text);
    else this.#pieces.push({ code: this.#textCode(name, attributes), unit: 'text' });
    this.#into = undefined;
  }

  #textCode(name: string, attributes: Attributes): string {
    if (name === 'currency-symbol') return currencyTag(this.#text, attributes[':language'], attributes[':country']);
    if (name === 'fill-character') return fillCode(this.#text.codePointAt(0));
    if (this.#kind !== 'percentage-style') return literal(this.#text);
    return this.#text.split('%').map(literal).join('%');
  }

  #numberCode(attributes: Attributes): string {
    const places = whole(attributes[':decimal-places']);
    const digits = Math.min(20, whole(attributes[':min-integer-digits']) ?? 0);
    const isGrouped = attributes[':grouping'] === 'true';
    const factor = Number(attributes[':display-factor'] ?? 1);
    if (attributes[':decimal-replacement']) this.#isExact = false;
    if (places === undefined && !isGrouped && factor === 1 && this.#embedded.size === 0) return 'General';
    const least = whole(attributes[':min-decimal-places']) ?? (attributes[':decimal-replacement'] === '' ? 0 : places);
    return `${this.#integerCode(digits, isGrouped)}${decimals(places ?? 0, least ?? 0)}${scaling(factor)}`;
  }

  #integerCode(digits: number, isGrouped: boolean): string {
    const most = Math.max(isGrouped ? 4 : 1, digits, ...[...this.#embedded.keys()].map((at) => Math.min(at, 20) + 1));
    let code = '';
    for (let place = most; place > 0; place--) {
      code += place > digits ? '#' : '0';
      const text = this.#embedded.get(place - 1);
      if (text !== undefined) code += literal(text);
      else if (isGrouped && place > 1 && (place - 1) % 3 === 0) code += ',';
    }
    return code;
  }

  /** The code of this style alone. */
  get section(): string {
    const pieces = this.#isElapsed ? elapsed(this.#pieces) : this.#pieces;
    const code = pieces.map((piece) => piece.code).join('');
    return `${this.#color}${this.#tag ?? ''}${code}`;
  }

  /** The whole code, with the styles that conditions choose before this one. */
  codeWith(styles: ReadonlyMap<string, NumberStyle>): NumberCode {
    const sections = this.#conditions.map(({ test, style }) => ({ test: conditionOf(test), style: styles.get(style) }));
    const isExact =
      this.isWhole && sections.every(({ test, style }) => test !== undefined && style?.isWhole) && sections.length < 4;
    const isUsual = usualTests[sections.length]?.every((test, n) => sections[n]?.test === test) ?? false;
    if (this.#kind === 'boolean-style') return { code: 'General', isExact: true, isBoolean: true };
    if (!isUsual && sections.length > 2) return { code: 'General', isExact: false };
    const before = sections.map(({ test, style }) => `${isUsual ? '' : `[${test}]`}${style?.section ?? ''}`);
    const code = [...before, this.section].join(';');
    const fits = code.length <= limits.workbook.formatLength;
    return fits ? { code: code === '' ? 'General' : code, isExact } : { code: 'General', isExact: false };
  }

  /** Whether that code says all that the style does. */
  get isWhole(): boolean {
    return this.#isExact && this.#tag !== undefined && hasClearMinutes(this.#pieces);
  }
}

/** Conditions that the order of the sections says already: positive and zero; positive, negative; then zero, then texts. */
const usualTests: readonly (readonly string[])[] = [[], ['>=0'], ['>0', '<0'], ['>0', '<0', '=0']];

function conditionOf(condition: string): string | undefined {
  const [, sign, number] =
    /^value\(\)(<=|>=|!=|<|>|=)(-?\d{1,15}(?:\.\d{1,15})?)$/.exec(condition.replaceAll(' ', '')) ?? [];
  return sign === undefined ? undefined : `${sign === '!=' ? '<>' : sign}${number}`;
}

function other(code: string): Piece {
  return { code, unit: 'other' };
}

/** What fills the cell to its width. */
function fillCode(character: number | undefined): string {
  return character === undefined ? '' : `*${String.fromCodePoint(character)}`;
}

/** Text that stands as it is. */
function literal(text: string): string {
  return text === ''
    ? ''
    : text
        .split('"')
        .map((part) => (part === '' ? '' : `"${part}"`))
        .join('\\"');
}

function decimals(places: number, least: number): string {
  const most = Math.min(places, 30);
  return most === 0 ? '' : `.${'0'.repeat(Math.min(least, most))}${'#'.repeat(Math.max(0, most - least))}`;
}

/** A comma for each thousand that the number is divided by. */
function scaling(factor: number): string {
  const thousands = factor >= 1000 ? Math.round(Math.log10(factor) / 3) : 0;
  return ','.repeat(Math.min(thousands, 6));
}

function fractionCode(attributes: Attributes): string {
  const digits = '0'.repeat(Math.min(20, whole(attributes[':min-integer-digits']) ?? 0));
  const top = '?'.repeat(Math.min(9, Math.max(1, whole(attributes[':min-numerator-digits']) ?? 1)));
  const given = whole(attributes[':denominator-value']);
  const bottom = given ?? '?'.repeat(Math.min(9, Math.max(1, whole(attributes[':min-denominator-digits']) ?? 1)));
  return `${attributes[':min-integer-digits'] === undefined ? '' : `${digits === '' ? '#' : digits} `}${top}/${bottom}`;
}

function scientificCode(attributes: Attributes): string {
  const digits = Math.min(20, Math.max(1, whole(attributes[':min-integer-digits']) ?? 1));
  const places = whole(attributes[':decimal-places']) ?? 0;
  const exponent = Math.min(9, Math.max(1, whole(attributes[':min-exponent-digits']) ?? 2));
  const interval = whole(attributes[':exponent-interval']) ?? 1;
  const front = interval > digits ? '#'.repeat(Math.min(interval, 9) - digits) : '';
  const least = whole(attributes[':min-decimal-places']) ?? places;
  return `${front}${'0'.repeat(digits)}${decimals(places, least)}E+${'0'.repeat(exponent)}`;
}

/** Short and long code of each part of a date or a time. */
const timeUnits: Readonly<Record<string, readonly [short: string, long: string, unit: Unit]>> = {
  year: ['yy', 'yyyy', 'other'],
  month: ['m', 'mm', 'month'],
  'textual month': ['mmm', 'mmmm', 'other'],
  day: ['d', 'dd', 'other'],
  'day-of-week': ['ddd', 'dddd', 'other'],
  hours: ['h', 'hh', 'hours'],
  minutes: ['m', 'mm', 'minutes'],
  seconds: ['s', 'ss', 'seconds'],
  'am-pm': ['AM/PM', 'AM/PM', 'other'],
};

function timeUnit(name: string, attributes: Attributes): Piece | undefined {
  const isTextual = name === 'month' && attributes[':textual'] === 'true';
  const found = timeUnits[isTextual ? 'textual month' : name];
  if (!found) return undefined;
  const [short, long, unit] = found;
  const code = attributes[':style'] === 'long' ? long : short;
  return { code: unit === 'seconds' ? `${code}${secondPlaces(attributes)}` : code, unit };
}

function secondPlaces(attributes: Attributes): string {
  const places = Math.min(3, whole(attributes[':decimal-places']) ?? 0);
  return places === 0 ? '' : `.${'0'.repeat(places)}`;
}

/** The first unit of a length of time counts on beyond its day. */
function elapsed(pieces: readonly Piece[]): Piece[] {
  const at = pieces.findIndex(({ unit }) => unit === 'hours' || unit === 'minutes' || unit === 'seconds');
  return pieces.map((piece, n) => (n === at ? { ...piece, code: piece.code.replace(/^[hms]+/, '[$&]') } : piece));
}

/** In a code, `m` is minutes beside hours and seconds, and months elsewhere: whether that is what the style means. */
function hasClearMinutes(pieces: readonly Piece[]): boolean {
  const units = pieces.filter(({ unit }) => unit !== 'text').map(({ unit }) => unit);
  return units.every((unit, n) => {
    const isMinutesPlace = units[n - 1] === 'hours' || units[n + 1] === 'seconds';
    if (unit === 'minutes') return isMinutesPlace;
    return unit !== 'month' || !isMinutesPlace;
  });
}

const colors: Readonly<Record<string, string>> = {
  '#000000': '[Black]',
  '#0000ff': '[Blue]',
  '#00ffff': '[Cyan]',
  '#00ff00': '[Green]',
  '#ff00ff': '[Magenta]',
  '#ff0000': '[Red]',
  '#ffffff': '[White]',
  '#ffff00': '[Yellow]',
};

function colorTag(color: string | undefined): string {
  return colors[color?.toLowerCase() ?? ''] ?? '';
}
