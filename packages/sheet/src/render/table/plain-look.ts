import { latinDigits, textDigits } from '@sheetwire/page/text-width';
import type { CellStyle } from '../../cell-style.ts';
import { isGeneral, plainSections, showsTextAsItIs, textPlaces } from '../../format/number-format.ts';
import type { PlainSection } from '../../format/plain-number.ts';
import { fixedInk } from '../../named-inks.ts';
import { endRoomOf } from '../cell-content.ts';
import { coloredInk, isAccounting } from '../cell-css.ts';
import { escapeText } from '../escape.ts';
import { digitWidth, fontPx, measuresOf } from '../text-width.ts';

const encoder = new TextEncoder();

/** A fixed text of a number format, ready to be written and measured. */
interface Literal {
  readonly bytes: Uint8Array;
  /** Of each letter, in widths of a digit. */
  readonly digits: Float64Array;
}

/** How one section of a number format shows numbers that are fixed decimals between fixed texts. */
export interface SectionPlan {
  readonly before: Literal;
  /** The same with a minus before it. */
  readonly negative: Literal;
  readonly after: Literal;
  /** Negative numbers have their minus. */
  readonly isSigned: boolean;
  /** Number signs stand in its place where there is no room. */
  readonly mayBeSigns: boolean;
  readonly isGrouped: boolean;
  readonly places: number;
  readonly scale: number;
  readonly factor: number;
  /** Numbers from here on are left to the whole formatter. */
  readonly below: number;
  readonly ink: string | undefined;
  /** The room that it leaves at its end, in ems: there its text has a blank, which is not written. */
  readonly endRoom: number | undefined;
  /** The widest of its letters. */
  readonly widest: number;
}

/** How numbers are shown under a look: by the sections of its format, or as the formatter shows them one by one. */
interface NumberPlan {
  readonly sections: readonly (SectionPlan | undefined)[];
  readonly isGeneral: boolean;
  readonly format: string;
  /** A section leaves the room of a character free. */
  readonly leavesRoom: boolean;
}

/** What a look asks of the plain cells that have it. */
export interface PlainLook {
  readonly number: NumberPlan;
  /** Texts are shown as they are. */
  readonly hasTexts: boolean;
  readonly isWrapped: boolean;
  /** Pixels of a digit as texts are measured by it, and as columns are. */
  readonly digit: number;
  readonly columnDigit: number;
  readonly standIn: number;
  readonly fontPx: number;
  /** It has an ink of its own and no ground. */
  readonly isInked: boolean;
  readonly hasLines: boolean;
}

/** Shown texts are not repeated by their format more often than this. */
const mostPlaces = 8;

/** What a look asks of its plain cells; undefined for a look that is drawn in a way of its own. */
export function plainLook(look: CellStyle): PlainLook | undefined {
  const { align, font, borders, fill } = look;
  const isOwn = align.horizontal === 'fill' || align.rotation !== 0 || align.shrinks || font.position !== 'line';
  if (isOwn || look.icon !== undefined || look.hidesValue) return undefined;
  const measures = measuresOf(font);
  return {
    number: numberPlan(look),
    hasTexts: showsTextAsItIs(look.format) && textPlaces(look.format) <= mostPlaces && !isAccounting(font),
    isWrapped: align.isWrapped,
    digit: measures.digit,
    columnDigit: digitWidth(font),
    standIn: measures.standIn,
    fontPx: fontPx(font),
    isInked: !fill && coloredInk(look) !== undefined,
    hasLines: (borders.top ?? borders.bottom ?? borders.start ?? borders.end) !== undefined,
  };
}

function numberPlan(look: CellStyle): NumberPlan {
  const { format } = look;
  const sections = plainSections(format);
  return {
    sections: sections.map((section) => section && sectionPlan(section, look, sections.length === 1)),
    isGeneral: isGeneral(format),
    format,
    leavesRoom: format.includes('_'),
  };
}

function sectionPlan(section: PlainSection, look: CellStyle, isSigned: boolean): SectionPlan | undefined {
  const { before, after, isGrouped, places, factor, below, ink } = section;
  const room = after.endsWith(' ') ? endRoomOf(look) : undefined;
  const text = room === undefined ? after : after.slice(0, -1);
  if (fixedInk(ink) !== undefined) return undefined;
  // Blanks may be kept, and a text that begins or ends with white space of any kind is measured without it.
  if (/[\0- ]|^\s|\s$/.test(`${before}0${text}`)) return undefined;
  const [head, negative, tail] = [literal(before), literal(`-${before}`), literal(text)];
  const widest = Math.max(1, ...negative.digits, ...tail.digits);
  return {
    before: head,
    negative,
    after: tail,
    isSigned,
    mayBeSigns: room === undefined,
    isGrouped,
    places,
    scale: 10 ** places,
    factor,
    below,
    ink,
    endRoom: room,
    widest,
  };
}

function literal(text: string): Literal {
  const digits = Array.from({ length: text.length }, (_, n) => textDigits(text.charAt(n)));
  return { bytes: encoder.encode(escapeText(text)), digits: Float64Array.from(digits) };
}

/** Whole numbers under General, as far as they are not rounded for want of room. */
const generalSection: SectionPlan = {
  before: literal(''),
  negative: literal('-'),
  after: literal(''),
  isSigned: true,
  mayBeSigns: false,
  isGrouped: false,
  places: 0,
  scale: 1,
  factor: 1,
  below: 1e9,
  ink: undefined,
  endRoom: undefined,
  widest: 1,
};

/** The section that is for a number, where none has a condition of its own. */
export function sectionOf({ sections, isGeneral: isPlain }: NumberPlan, value: number): SectionPlan | undefined {
  if (isPlain) return Number.isInteger(value) ? generalSection : undefined;
  switch (sections.length) {
    case 1:
      return sections[0];
    case 2:
      return sections[value >= 0 ? 0 : 1];
    case 3:
      return sections[value > 0 ? 0 : value < 0 ? 1 : 2];
    default:
      return undefined;
  }
}

/** Widths of a text of number signs by their count, in widths of a digit, as the text is measured. */
export const signDigits: Float64Array = signWidths(64);

function signWidths(most: number): Float64Array {
  const widths = new Float64Array(most + 1);
  const sign = latinDigits['#'.charCodeAt(0)] ?? 1;
  for (let n = 1; n <= most; n++) widths[n] = (widths[n - 1] ?? 0) + sign;
  return widths;
}
