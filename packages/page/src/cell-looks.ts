import { attribute } from './table-scan.ts';
import { digitShare } from './text-width.ts';

/** How a cell's text lies, as far as it matters whether it runs over the cells beside it. */
export interface TextLie {
  /** The side of the sheet where it begins; a text that is centred runs both ways. */
  readonly side: 'start' | 'end' | 'center';
  /** It begins where its own direction ends: browsers would let it run the other way. */
  readonly isTurned: boolean;
  /** A line of its own length; not wrapped, cut, upright or spread. */
  readonly runsOn: boolean;
  /** Pixels of a digit. */
  readonly digit: number;
  /** Pixels that it keeps free at its side. */
  readonly indent: number;
}

interface Letters {
  readonly digit: number;
  readonly px: number;
}

const pxPerPoint = 4 / 3;
/** The size of the report's own letters. */
const ownPx = 13;
const boldFactor = 1.05;
const PADDING = 4;

/** What the looks of a table's cells say of their texts, each look read once. */
export class CellLooks {
  readonly #styles: readonly string[];
  readonly #letters: Letters;
  readonly #isRtl: boolean;
  readonly #known = new Map<string, TextLie>();
  /** The lie of a text that its cell says nothing of. */
  readonly plain: TextLie;

  /** `styles` are those of the page, `attributes` those of the table. */
  constructor(styles: readonly string[], attributes: string) {
    this.#styles = styles;
    this.#isRtl = attribute(attributes, 'dir') === 'rtl';
    this.#letters = lettersOf(styleIn(attributes), { digit: ownPx * digitShare(''), px: ownPx });
    this.plain = this.#read('');
  }

  /** The lie of the text in a cell of these attributes. */
  of(attributes: string): TextLie {
    const css = this.#cssOf(attributes);
    return css === '' ? this.plain : this.#find(css);
  }

  #find(css: string): TextLie {
    const known = this.#known.get(css);
    if (known) return known;
    const lie = this.#read(css);
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(css, lie);
    return lie;
  }

  #cssOf(attributes: string): string {
    const css = this.#numbered(attributes);
    if (!OWN_LOOK.test(attributes)) return css;
    const align = attribute(attributes, 'align');
    const own = [align === undefined ? '' : `text-align:${align}`, css, styleIn(attributes)];
    return own.filter(Boolean).join(';');
  }

  #numbered(attributes: string): string {
    const at = attributes.indexOf(NUMBER);
    return at < 0 ? '' : (this.#styles[Number.parseInt(attributes.slice(at + NUMBER.length), 10)] ?? '');
  }

  #read(css: string): TextLie {
    const { digit } = lettersOf(css, this.#letters);
    const direction = last(css, DIRECTION);
    const isRtl = direction === undefined ? this.#isRtl : direction === 'rtl';
    const align = last(css, ALIGN) ?? 'start';
    const center = align === 'center';
    const isRight = align === 'right' || align === (isRtl ? 'start' : 'end');
    const side = center ? 'center' : isRight === this.#isRtl ? 'start' : 'end';
    const padding = last(css, isRight ? PADDING_RIGHT : PADDING_LEFT);
    return {
      side,
      isTurned: center || isRight !== isRtl,
      runsOn: align !== 'justify' && !HELD.test(css),
      digit,
      indent: padding === undefined || center ? 0 : Math.max(0, Number(padding) - PADDING),
    };
  }
}

const NUMBER = ' data-s="';
const OWN_LOOK = / (?:style|align)="/;
/** Looks that are kept: a page has no more styles, and looks of their own are few. */
const KEPT = 5000;

const ALIGN = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/gi;
const DIRECTION = /(?:^|;)\s*direction\s*:\s*([a-z]+)/gi;
const PADDING_LEFT = /(?:^|;)\s*padding-left\s*:\s*(\d+(?:\.\d+)?)px/gi;
const PADDING_RIGHT = /(?:^|;)\s*padding-right\s*:\s*(\d+(?:\.\d+)?)px/gi;
const FAMILY = /(?:^|;)\s*font-family\s*:\s*["']?([^"',;]*)/gi;
const SIZE = /(?:^|;)\s*font-size\s*:\s*(\d+(?:\.\d+)?)(pt|px)/gi;
const WEIGHT = /(?:^|;)\s*font-weight\s*:\s*(\w+)/gi;
/** Declarations that keep a text in its cell. */
const HELD = /(?:^|;)\s*(?:white-space\s*:\s*(?!nowrap|pre\s*(?:;|$))|overflow|writing-mode)/i;

function styleIn(attributes: string): string {
  return (attribute(attributes, 'style') ?? '').replaceAll('&quot;', '"');
}

function last(css: string, pattern: RegExp): string | undefined {
  let found: string | undefined;
  for (const match of css.matchAll(pattern)) found = match[1]?.trim();
  return found;
}

function lettersOf(css: string, around: Letters): Letters {
  if (!css.includes('font-')) return around;
  const family = last(css, FAMILY);
  const [, size, unit] = [...css.matchAll(SIZE)].at(-1) ?? [];
  const px = size === undefined ? around.px : Number(size) * (unit?.toLowerCase() === 'pt' ? pxPerPoint : 1);
  const share = family === undefined ? around.digit / around.px : digitShare(family);
  const weight = last(css, WEIGHT);
  const isBold = weight === 'bold' || Number(weight) >= 600;
  return { digit: px * share * (isBold ? boldFactor : 1), px };
}
