import { round } from 'numfmt';
import type { Section } from './sections.ts';

/** A section that shows a number in fixed decimals between fixed texts. */
export interface PlainSection {
  readonly before: string;
  readonly after: string;
  readonly places: number;
  readonly isGrouped: boolean;
  readonly factor: number;
  readonly ink: string | undefined;
  /** Numbers from here on have more digits than are told apart. */
  readonly below: number;
}

const known = new WeakMap<Section, PlainSection | 'other'>();

/** A number as one section shows it. */
interface PlainText {
  readonly text: string;
  /** The colour that the section names. */
  readonly ink: string | undefined;
}

/** The size of a number as one section shows it; undefined where the section, or the number, needs the whole formatter. */
export function plainNumber(section: Section, size: number): PlainText | undefined {
  const plain = plainSection(section);
  if (!plain || !(size < plain.below)) return undefined;
  const { before, after, places, isGrouped, factor, ink } = plain;
  const digits = fixed(size * factor, places);
  return { text: before + (isGrouped ? grouped(digits) : digits) + after, ink };
}

/** How a section shows numbers, where that is fixed decimals between fixed texts. */
export function plainSection(section: Section): PlainSection | undefined {
  let plain = known.get(section);
  if (plain === undefined) {
    plain = examined(section) ?? 'other';
    known.set(section, plain);
  }
  return plain === 'other' ? undefined : plain;
}

/** Digits that spreadsheets tell apart. */
const DIGITS = 15;

/** Rounded as spreadsheets do, at the fifteenth digit first. */
function fixed(size: number, places: number): string {
  return (Number.isInteger(size) ? size : round(size, places)).toFixed(places);
}

function grouped(digits: string): string {
  const point = digits.indexOf('.');
  const whole = point < 0 ? digits.length : point;
  let at = whole % GROUP || GROUP;
  if (whole <= GROUP) return digits;
  let text = digits.slice(0, at);
  for (; at < whole; at += GROUP) text += `,${digits.slice(at, at + GROUP)}`;
  return text + digits.slice(whole);
}
const GROUP = 3;

/** Texts, digits, decimals, texts. */
const PLAIN = /^((?:"[^"]*"|\\.|_.|[$ ()%+-])*)(#,##0|0)(?:\.(0{1,9}))?((?:"[^"]*"|\\.|_.|[$ ()%+-])*)$/s;
const PIECE = /"([^"]*)"|\\(.)|_.|(.)/gs;

const COLOR = /^\[(black|white|red|green|blue|yellow|magenta|cyan)\]/i;

function examined({ code, condition }: Section): PlainSection | undefined {
  const [color = '', ink] = COLOR.exec(code) ?? [];
  const [, before = '', core, decimals = '', after = ''] = PLAIN.exec(code.slice(color.length)) ?? [];
  if (core === undefined || condition) return undefined;
  const percents = shownText(before, true).length + shownText(after, true).length;
  const places = decimals.length;
  return percents > 1
    ? undefined
    : {
        before: shownText(before),
        after: shownText(after),
        places,
        isGrouped: core !== '0',
        factor: percents === 1 ? 100 : 1,
        ink: ink?.toLowerCase(),
        below: 10 ** (DIGITS - 1 - places - 2 * percents),
      };
}

/** What a text of a format shows; or the marks of percent in it, which count when they are not quoted. */
function shownText(code: string, ofPercents = false): string {
  return code.replace(PIECE, (piece: string, quoted?: string, escaped?: string, plain?: string) => {
    if (ofPercents) return plain === '%' ? '%' : '';
    return quoted ?? escaped ?? plain ?? (piece.startsWith('_') ? ' ' : '');
  });
}
