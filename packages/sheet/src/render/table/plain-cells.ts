import { latinDigits, textDigits } from '@sheetwire/page/text-width';
import { columnName } from '../../address.ts';
import { showNumber } from '../../format/number-format.ts';
import { noText } from '../../format/shown-text.ts';
import type { Cell } from '../../model.ts';
import { columnNeed } from '../cell-content.ts';
import { padding, tolerance } from '../content/fit-number.ts';
import { blankSetting, plainSettings } from '../content/settings.ts';
import type { PageText } from '../page-text.ts';
import { cellEnd, cellHead } from './cell-tag.ts';
import { lettersOf, scaled, writeDigits } from './number-bytes.ts';
import { type PlainLook, type SectionPlan, sectionOf, signDigits } from './plain-look.ts';
import { type LookPlan, PlainTags, type TagHost } from './plain-tags.ts';
import { plainCell } from './roles.ts';
import type { TableJob } from './table-job.ts';

/** What plain cells tell the writer of their table. */
export interface PlainHost extends TagHost {
  /** Cells of the row at hand that show nothing and yet end the text beside them. */
  readonly walls: ReadonlySet<number>;
  noteRun(row: number, column: number, px: number, look: number): void;
  noteNeed(column: number, px: number): void;
  notePaper(column: number): void;
}

const encoder = new TextEncoder();
const end = encoder.encode(cellEnd(plainCell));
/** Bytes of a cell beside its tag's own part and its content. */
const around = 64;
/** Characters of a number, and of a text, beyond which it is written by the usual way. */
const longestNumber = 64;
const longestText = 400;

const AMPERSAND = 0x26;
const LESS = 0x3c;
const GREATER = 0x3e;
const SPACE = 0x20;
const SIGN = 0x23;
const ASCII = 0x80;
const LATIN = 0x100;

/**
 * Writes cells that hold a number or a text and nothing else, in looks that ask for nothing of their own, straight as
 * bytes: the same bytes as the usual way gives, at a part of its price.
 */
export class PlainCells {
  readonly #job: TableJob;
  readonly #host: PlainHost;
  readonly #tags: PlainTags;
  readonly #text: PageText;
  /** By column: the tag as far as the letters of the name, and what a text may be wide at most. */
  readonly #heads: Uint8Array[];
  readonly #most: Float64Array;
  /** Numbers of rows that hold more than cells. */
  readonly #special: ReadonlySet<number>;
  readonly #isNever: boolean;
  #row = 0;
  #name = new Uint8Array(0);
  #firstColumn = 0;
  #formats = 0;
  #bytes = 0;

  constructor(job: TableJob, host: PlainHost, text: PageText) {
    const { grid, sheet } = job;
    this.#job = job;
    this.#host = host;
    this.#tags = new PlainTags(job, host);
    this.#text = text;
    const head = cellHead(plainCell);
    this.#heads = grid.columns.map(({ number }) => encoder.encode(head + columnName(number)));
    this.#most = Float64Array.from(grid.columns, ({ width }) => (width - padding) * tolerance);
    this.#special = specialRows(job);
    this.#isNever = job.entries !== undefined || sheet.isRightToLeft;
  }

  /** Cells of a row come next. */
  begin(row: number): void {
    const { rows, columns, freeze } = this.#job.grid;
    const number = rows[row]?.number ?? 1;
    const isUsual = this.#isNever || row < freeze.rows || this.#special.has(number);
    this.#row = row;
    this.#name = nameOf(number);
    this.#firstColumn = isUsual ? columns.length : Math.min(1, freeze.columns);
  }

  /** Takes what the cells since the last call cost. */
  spend(): void {
    const { formats, text } = this.#job.budget;
    formats.spend(this.#formats);
    text.spend(this.#bytes);
    this.#formats = 0;
    this.#bytes = 0;
  }

  /** Writes a cell; false, and nothing is written, where it is to be written the usual way. */
  write(column: number, cell: Cell | undefined, look: number): boolean {
    if (column < this.#firstColumn) return false;
    const plan = this.#tags.planOf(look);
    if (!plan.plain) return false;
    const value = cell?.value;
    if (value === undefined) return !cell?.picture && this.#blank(plan, column);
    if (cell === undefined || cell.runs || cell.shown !== undefined || cell.link !== undefined) return false;
    return typeof value === 'number'
      ? this.#number(value, plan, plan.plain, column)
      : typeof value === 'string' && this.#string(value, plan, plan.plain, column);
  }

  #blank(plan: LookPlan, column: number): boolean {
    if (this.#host.walls.has(column)) return false;
    const tail = this.#tags.tailOf(plan, this.#row, column, blankSetting);
    return tail !== undefined && this.#close(this.#open(column, tail, 0));
  }

  /** The tag of a cell; answers the place behind it, with room for so many bytes. */
  #open(column: number, tail: Uint8Array, room: number): number {
    const text = this.#text;
    text.makeRoom(around + tail.length + room);
    const { open } = text;
    const head = this.#heads[column] ?? end;
    return copy(open, copy(open, copy(open, text.used, head), this.#name), tail);
  }

  /** Before this nothing counts as written. */
  #close(at: number): true {
    const text = this.#text;
    const behind = copy(text.open, at, end);
    this.#bytes += behind - text.used;
    text.used = behind;
    return true;
  }

  #number(value: number, plan: LookPlan, plain: PlainLook, column: number): boolean {
    if (value === 0 && this.#job.sheet.hidesZeros) return false;
    const section = sectionOf(plain.number, value);
    const whole = section ? wholeOf(value, section) : -1;
    if (!section || whole < 0) return this.#told(value, plan, plain, column);
    const tail = this.#tags.numberTail(plan, this.#row, column, section);
    if (!tail) return false;
    const before = value < 0 && section.isSigned ? section.negative : section.before;
    const from = this.#open(column, tail, longestNumber + before.bytes.length + section.after.bytes.length);
    const { open } = this.#text;
    const first = copy(open, from, before.bytes);
    const last = writeDigits(open, first, whole, section);
    const at = copy(open, last, section.after.bytes);
    const letters = before.digits.length + last - first + section.after.digits.length;
    if (this.#mayNotFit(letters, section, plain, column)) {
      const digits = sum(section.after.digits, lettersOf(open, { first, last }, sum(before.digits, 0)));
      if (!this.#fits(digits, section, plain, column)) {
        return section.mayBeSigns && this.#signs(from, plain, section.ink, column);
      }
    }
    return this.#closeNumber(at, plain, section.ink, column);
  }

  /** Whether a number has room, so many digits wide; it is noted what it needs beside. */
  #fits(digits: number, { endRoom }: SectionPlan, plain: PlainLook, column: number): boolean {
    // The blank in place of which room is left is measured with the rest.
    const whole = endRoom === undefined ? digits : digits + (latinDigits[SPACE] ?? 0);
    if (whole * plain.digit > (this.#most[column] ?? 0)) return false;
    this.#noteNeed(digits * plain.digit, plain, column, (endRoom ?? 0) * plain.fontPx);
    return true;
  }

  #mayNotFit(letters: number, { widest, endRoom }: SectionPlan, { digit, standIn, fontPx }: PlainLook, column: number) {
    const most = (letters + 1) * widest * digit;
    const room = this.#job.grid.columns[column]?.width ?? 0;
    return most > (this.#most[column] ?? 0) || columnNeed(most * standIn, room, (endRoom ?? 0) * fontPx) > room;
  }

  #closeNumber(at: number, plain: PlainLook, ink: string | undefined, column: number): true {
    if (plain.isInked && ink === undefined) this.#host.notePaper(column);
    this.#formats += plain.number.format.length;
    return this.#close(at);
  }

  #noteNeed(px: number, { standIn }: PlainLook, column: number, atEnd: number): void {
    const room = this.#job.grid.columns[column]?.width ?? 0;
    const need = columnNeed(px * standIn, room, atEnd);
    if (need > room) this.#host.noteNeed(column, need);
  }

  /** Number signs in place of a number that has no room. */
  #signs(from: number, plain: PlainLook, ink: string | undefined, column: number): boolean {
    const room = this.#job.grid.columns[column]?.width ?? 0;
    const count = Math.max(1, Math.floor((room - padding) / plain.columnDigit));
    if (count > longestNumber) return false;
    this.#text.open.fill(SIGN, from, from + count);
    this.#noteNeed((signDigits[count] ?? 0) * plain.digit, plain, column, 0);
    return this.#closeNumber(from + count, plain, ink, column);
  }

  /** A number as the formatter shows it. */
  #told(value: number, plan: LookPlan, plain: PlainLook, column: number): boolean {
    const { number } = plain;
    if (number.leavesRoom) return false;
    const tail = this.#tags.tailOf(plan, this.#row, column, plainSettings.number);
    if (!tail) return false;
    const { text, ink, fill } = showNumber(value, number.format, this.#job.has1904Dates);
    if (ink !== undefined || fill || text === '' || text === noText || text.length > longestNumber) return false;
    const from = this.#open(column, tail, 2 * longestNumber);
    const at = writeText(this.#text.open, from, text);
    if (at < 0) return false;
    if (textDigits(text.trim()) * plain.digit > (this.#most[column] ?? 0)) {
      return !number.isGeneral && this.#signs(from, plain, undefined, column);
    }
    this.#noteNeed(textDigits(text) * plain.digit, plain, column, 0);
    return this.#closeNumber(at, plain, undefined, column);
  }

  #string(value: string, plan: LookPlan, plain: PlainLook, column: number): boolean {
    if (!plain.hasTexts || value === '' || value.length > longestText) return false;
    const tail = this.#tags.tailOf(plan, this.#row, column, plainSettings.text);
    if (!tail) return false;
    const from = this.#open(column, tail, 2 * value.length);
    const at = writeText(this.#text.open, from, value);
    if (at < 0) return false;
    if (!plain.isWrapped) {
      const room = this.#job.grid.columns[column]?.width ?? 0;
      const px = textDigits(value) * plain.digit + padding - room;
      if (px > 0) this.#host.noteRun(this.#row, column, px, plan.number);
    }
    if (plain.isInked) this.#host.notePaper(column);
    return this.#close(at);
  }
}

/** The digits of a row's number. */
function nameOf(row: number): Uint8Array<ArrayBuffer> {
  const text = String(row);
  const bytes = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) bytes[n] = text.charCodeAt(n);
  return bytes;
}

/** Copies bytes to a place; answers the place behind them. */
function copy(bytes: Uint8Array, at: number, from: Uint8Array): number {
  for (let n = 0; n < from.length; n++) bytes[at + n] = from[n] ?? 0;
  return at + from.length;
}

/** The digits of a number as a section shows them, as one whole number; below 0 where that takes the whole formatter. */
function wholeOf(value: number, { below, factor, scale }: SectionPlan): number {
  const size = Math.abs(value);
  return size < below ? scaled(size * factor, scale) : -1;
}

function sum(shares: Float64Array, from: number): number {
  let all = from;
  for (let n = 0; n < shares.length; n++) all += shares[n] ?? 0;
  return all;
}

/**
 * Writes a text of Latin letters at a place; answers the place behind it, below 0 where something in it is escaped, or
 * has blanks that are kept.
 */
function writeText(bytes: Uint8Array, from: number, text: string): number {
  let at = from;
  let before = SPACE;
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    if (code < SPACE || code >= LATIN || code === AMPERSAND || code === LESS || code === GREATER) return -1;
    if (code === SPACE && before === SPACE) return -1;
    before = code;
    if (code >= ASCII) {
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = ASCII | (code & 0x3f);
    } else bytes[at++] = code;
  }
  return before === SPACE ? -1 : at;
}

/** Rows with drawings, links or sparklines, by their numbers. */
function specialRows({ grid, drawings, links, sparklines }: TableJob): Set<number> {
  const rows = new Set<number>();
  for (const at of drawings.held.keys()) rows.add(grid.rows[Math.floor(at / grid.columns.length)]?.number ?? 0);
  for (const places of [links.targets, sparklines]) {
    for (const place of places.keys()) rows.add(Number.parseInt(place, 10));
  }
  return rows;
}
