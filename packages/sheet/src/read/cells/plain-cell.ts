const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
const LESS = 0x3c;
const EQUAL = 0x3d;
const GREATER = 0x3e;
const SPACE = 0x20;
const LETTER_A = 0x41;
const LETTER_E = 0x45;
const LETTER_Z = 0x5a;
const LETTER_C = 0x63;
const LETTER_N = 0x6e;
const LETTER_R = 0x72;
const LETTER_S = 0x73;
const LETTER_T = 0x74;
const LETTER_V = 0x76;
const upper = 0xdf;

/** What is no plain cell. */
const NONE = -1;
/** More letters name no column. */
const mostLetters = 3;
/** Numbers of so many digits are exact, and so is their quotient by a power of ten, rounded once. */
const exactDigits = 15;
const powers = Float64Array.from({ length: exactDigits + 1 }, (_, power) => 10 ** power);
/** Characters beyond which numbers, and digits beyond which places in lists, are left to the parser. */
const longest = 32;
const longestNumber = 9;

/** Longer formulas are left to the parser. */
const longestFormula = 1000;
const AMPERSAND = 0x26;
const SURROGATE = 0xd800;
const LETTER_F = 0x66;
const SHARED = '<f t="shared" si="';

/**
 * A cell as most programs write those with a number or a shared text, `<c r="B2" s="3" t="s"><v>17</v></c>`, or with
 * a formula and the number that it gave, read from its characters alone: whatever else may stand in a cell is left to
 * the parser.
 */
export class PlainCell {
  /** 0 where the cell does not name it. */
  column = 0;
  style = 0;
  /** Its value is the number of a shared text. */
  isShared = false;
  hasValue = false;
  value = 0;
  /** Its own formula, '' where it has none; or the number of one that cells share. */
  formula = '';
  sharedFormula: string | undefined;

  /** Reads the cell that begins at a place; answers the place behind it, or a number below 0 where none does. */
  read(text: string, from: number): number {
    if (text.charCodeAt(from) !== LESS || text.charCodeAt(from + 1) !== LETTER_C) return NONE;
    this.column = 0;
    this.style = 0;
    this.isShared = false;
    this.hasValue = false;
    this.formula = '';
    this.sharedFormula = undefined;
    let at = from + 2;
    while (text.charCodeAt(at) === SPACE) {
      at = this.#attribute(text, at + 1);
      if (at < 0) return NONE;
    }
    if (text.charCodeAt(at) === SLASH) return text.charCodeAt(at + 1) === GREATER ? at + 2 : NONE;
    if (text.charCodeAt(at) !== GREATER) return NONE;
    if (text.charCodeAt(at + 2) !== LETTER_F) return this.#content(text, at + 1);
    const end = this.isShared ? NONE : this.#formula(text, at + 1);
    return end < 0 ? NONE : this.#content(text, end);
  }

  /** A value, or nothing, and the end of the cell. */
  #content(text: string, from: number): number {
    if (text.charCodeAt(from + 1) !== LETTER_V) return endOf(text, from, LETTER_C);
    if (text.charCodeAt(from) !== LESS || text.charCodeAt(from + 2) !== GREATER) return NONE;
    const end = this.isShared ? this.#reference(text, from + 3) : this.#number(text, from + 3);
    if (end < 0) return NONE;
    const next = endOf(text, end, LETTER_V);
    return next < 0 ? NONE : endOf(text, next, LETTER_C);
  }

  /** `<f>A1+B1</f>`, or `<f t="shared" si="3"/>`. */
  #formula(text: string, from: number): number {
    if (text.charCodeAt(from) !== LESS) return NONE;
    if (text.charCodeAt(from + 2) !== GREATER) return this.#formulaElsewhere(text, from);
    const start = from + 3;
    let at = start;
    for (let code = text.charCodeAt(at); code !== LESS; code = text.charCodeAt(++at)) {
      const isPlain = code >= SPACE && code < SURROGATE && code !== AMPERSAND && code !== GREATER;
      if (!isPlain || at > start + longestFormula) return NONE;
    }
    this.formula = text.slice(start, at);
    return at === start ? NONE : endOf(text, at, LETTER_F);
  }

  #formulaElsewhere(text: string, from: number): number {
    if (!text.startsWith(SHARED, from)) return NONE;
    const start = from + SHARED.length;
    let at = start;
    while (isDigit(text.charCodeAt(at))) at++;
    this.sharedFormula = text.slice(start, at);
    return at > start && at <= start + longestNumber && text.startsWith('"/>', at) ? at + 3 : NONE;
  }

  /** Each is read once: one that is there again is left to the parser. */
  #attribute(text: string, from: number): number {
    const name = text.charCodeAt(from);
    if (text.charCodeAt(from + 1) !== EQUAL || text.charCodeAt(from + 2) !== QUOTE) return NONE;
    const at = from + 3;
    if (name === LETTER_R && this.column === 0) return this.#place(text, at);
    if (name === LETTER_S && this.style === 0) return this.#style(text, at);
    if (name === LETTER_T && !this.isShared) return this.#type(text, at);
    return NONE;
  }

  #place(text: string, from: number): number {
    let at = from;
    let column = 0;
    for (; at <= from + mostLetters; at++) {
      const letter = text.charCodeAt(at) & upper;
      if (letter < LETTER_A || letter > LETTER_Z) break;
      column = column * 26 + letter - LETTER_A + 1;
    }
    if (at === from || at > from + mostLetters) return NONE;
    this.column = column;
    while (isDigit(text.charCodeAt(at))) at++;
    return text.charCodeAt(at) === QUOTE ? at + 1 : NONE;
  }

  #style(text: string, from: number): number {
    let at = from;
    let style = 0;
    for (let code = text.charCodeAt(at); isDigit(code); code = text.charCodeAt(++at)) style = style * 10 + code - ZERO;
    this.style = style;
    const isWhole = at > from && at <= from + longestNumber;
    return isWhole && text.charCodeAt(at) === QUOTE ? at + 1 : NONE;
  }

  #type(text: string, at: number): number {
    const type = text.charCodeAt(at);
    this.isShared = type === LETTER_S;
    return (this.isShared || type === LETTER_N) && text.charCodeAt(at + 1) === QUOTE ? at + 2 : NONE;
  }

  /** The number of a shared text. */
  #reference(text: string, from: number): number {
    let at = from;
    let whole = 0;
    for (let code = text.charCodeAt(at); isDigit(code); code = text.charCodeAt(++at)) whole = whole * 10 + code - ZERO;
    this.value = whole;
    this.hasValue = true;
    return at > from && at <= from + longestNumber ? at : NONE;
  }

  /** The number that begins at a place; answers where it ends. */
  #number(text: string, from: number): number {
    const isNegative = text.charCodeAt(from) === MINUS;
    let at = isNegative ? from + 1 : from;
    let digits = 0;
    let whole = 0;
    let point = -1;
    for (let code = text.charCodeAt(at); code !== LESS; code = text.charCodeAt(++at)) {
      if (isDigit(code)) {
        whole = whole * 10 + code - ZERO;
        digits++;
      } else if (code === POINT && point < 0) point = at;
      else return this.#longNumber(text, from, at);
    }
    if (digits === 0) return NONE;
    if (digits > exactDigits) return this.#longNumber(text, from, at);
    const size = point < 0 ? whole : whole / (powers[at - point - 1] ?? Number.NaN);
    this.value = isNegative ? -size : size;
    this.hasValue = true;
    return at;
  }

  /** A number of more digits than are exact, or with a power of ten. */
  #longNumber(text: string, from: number, seen: number): number {
    let at = seen;
    while (at < from + longest && isOfNumber(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) !== LESS || at > from + longest) return NONE;
    this.value = Number(text.slice(from, at));
    this.hasValue = true;
    return Number.isFinite(this.value) ? at : NONE;
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === POINT || code === MINUS || code === PLUS || (code & upper) === LETTER_E;
}

/** The place behind `</name>` of one letter. */
function endOf(text: string, at: number, name: number): number {
  const isEnd =
    text.charCodeAt(at) === LESS &&
    text.charCodeAt(at + 1) === SLASH &&
    text.charCodeAt(at + 2) === name &&
    text.charCodeAt(at + 3) === GREATER;
  return isEnd ? at + 4 : NONE;
}
