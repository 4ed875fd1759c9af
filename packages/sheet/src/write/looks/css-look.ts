import type { Alignment, CellStyle, Font } from '../../cell-style.ts';
import { plainAlignment } from '../../plain-look.ts';
import { bordersOf, type EdgeDrafts, noEdges, type Strips, takeBorder, takeStrips } from './css-border.ts';
import { cssColor } from './css-color.ts';
import { declarationsOf, listOf, pixels, wordsOf } from './css-words.ts';

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** What declarations make of a cell. */
export interface Look extends Pick<CellStyle, 'font' | 'fill' | 'borders' | 'align'> {
  /** Spaces and line ends stay as they are written. */
  readonly keepsSpaces: boolean;
}

interface LookDraft {
  font: Draft<Font>;
  ground: string | undefined;
  edges: EdgeDrafts;
  align: Draft<Alignment>;
  keepsSpaces: boolean;
  padding: { left: number; right: number };
  strips: Strips;
  isUpright: boolean;
  /** Of the letters against those around them. */
  step: number;
}

type Taker = (draft: LookDraft, value: string) => void;

const pxPerPoint = 96 / 72;
const sizes: Readonly<Record<string, number>> = {
  'xx-small': 6.75,
  'x-small': 7.5,
  small: 10,
  medium: 12,
  large: 13.5,
  'x-large': 18,
  'xx-large': 24,
};

const steps: Readonly<Record<string, number>> = { smaller: 5 / 6, larger: 6 / 5 };

const takers: Readonly<Record<string, Taker>> = {
  'background-color': (draft, value) => {
    draft.ground = cssColor(value);
  },
  background: (draft, value) => {
    draft.ground = wordsOf(value)
      .map(cssColor)
      .find((color) => color !== undefined);
  },
  color: (draft, value) => {
    draft.font.color = cssColor(value);
  },
  'font-family': (draft, value) => {
    draft.font.name = familyName(value) ?? draft.font.name;
  },
  'font-size': takeSize,
  'font-weight': (draft, value) => {
    draft.font.isBold = value === 'bold' || value === 'bolder' || Number(value) >= 600;
  },
  'font-style': (draft, value) => {
    draft.font.isItalic = value.startsWith('italic') || value.startsWith('oblique');
  },
  font: takeFont,
  'text-decoration': takeDecoration,
  'text-decoration-line': takeDecoration,
  'text-align': (draft, value) => {
    draft.align.horizontal = horizontals[value] ?? draft.align.horizontal;
  },
  'vertical-align': takeVertical,
  'white-space': (draft, value) => {
    draft.keepsSpaces = value.startsWith('pre') || value === 'break-spaces';
    draft.align.isWrapped = value.includes('wrap') && value !== 'nowrap';
  },
  'padding-left': (draft, value) => {
    draft.padding.left = pixels(value, 16) ?? 0;
  },
  'padding-right': (draft, value) => {
    draft.padding.right = pixels(value, 16) ?? 0;
  },
  direction: (draft, value) => {
    draft.align.direction = value === 'rtl' ? 'rtl' : 'ltr';
  },
  'writing-mode': (draft, value) => {
    draft.align.rotation = value === 'sideways-lr' ? 90 : value === 'horizontal-tb' ? 0 : -90;
  },
  rotate: (draft, value) => {
    draft.align.rotation = -Number.parseInt(value, 10) || 0;
  },
  'text-align-last': (draft, value) => {
    if (value === 'justify') draft.align.horizontal = 'distributed';
  },
  'text-underline-offset': ({ font }) => {
    if (font.underline === 'single') font.underline = 'singleAccounting';
    if (font.underline === 'double') font.underline = 'doubleAccounting';
  },
  'background-image': (draft, value) => {
    draft.strips.images = listOf(value);
  },
  'background-position': (draft, value) => {
    draft.strips.positions = listOf(value);
  },
  'background-repeat': (draft, value) => {
    draft.strips.repeats = listOf(value);
  },
  'text-orientation': (draft, value) => {
    draft.isUpright = value === 'upright';
  },
};

const horizontals: Readonly<Record<string, Alignment['horizontal']>> = {
  left: 'left',
  start: 'left',
  center: 'center',
  right: 'right',
  end: 'right',
  justify: 'justify',
};

/** The look that declarations give a cell of this font; what a spreadsheet cannot show is left out. */
export function lookOf(css: string, font: Font): Look {
  const draft: LookDraft = {
    font: { ...font },
    ground: undefined,
    edges: noEdges(),
    align: { ...plainAlignment },
    keepsSpaces: false,
    padding: { left: 0, right: 0 },
    strips: { images: [], positions: [], repeats: [] },
    isUpright: false,
    step: 1,
  };
  for (const { name, value } of declarationsOf(css)) {
    if (!takeBorder(draft.edges, name, value) && Object.hasOwn(takers, name)) takers[name]?.(draft, value);
  }
  const { align, ground, edges, keepsSpaces, strips } = draft;
  takeStrips(edges, strips);
  return {
    font: { ...draft.font, size: sizeOf(draft) },
    fill: ground === undefined ? undefined : { ground },
    borders: { ...bordersOf(edges), rising: undefined, falling: undefined },
    align: {
      ...align,
      indent: indentOf(draft),
      rotation: draft.isUpright && align.rotation !== 0 ? 'stacked' : align.rotation,
    },
    keepsSpaces,
  };
}

/** Raised and lowered letters are small by themselves. */
function sizeOf({ font, step }: LookDraft): number {
  return font.position === 'line' ? Math.round(font.size * step * 4) / 4 : font.size;
}

const indentPx = 9;
const paddingPx = 4;

/** Our publishers write an indent as padding, in steps of about a letter. */
function indentOf({ align, padding }: LookDraft): number {
  const room = align.horizontal === 'right' ? padding.right : padding.left;
  return Math.max(0, Math.min(250, Math.round((room - paddingPx) / indentPx)));
}

function takeSize(draft: LookDraft, value: string): void {
  const { font } = draft;
  const word = value.toLowerCase();
  const points = sizes[word] ?? (pixels(word, font.size * pxPerPoint) ?? Number.NaN) / pxPerPoint;
  draft.step = steps[word] ?? 1;
  if (Number.isFinite(points)) font.size = Math.max(1, Math.min(409, Math.round(points * 4) / 4));
}

/** The shorthand: what stands before the size, the size, and the families. */
function takeFont(draft: LookDraft, value: string): void {
  const words = wordsOf(value);
  const at = words.findIndex((word) => pixels(word.split('/')[0] ?? '', 16) !== undefined && !/^\d+$/.test(word));
  for (const word of words.slice(0, Math.max(0, at))) {
    if (word === 'bold' || Number(word) >= 600) draft.font.isBold = true;
    if (word === 'italic' || word === 'oblique') draft.font.isItalic = true;
  }
  if (at < 0) return;
  takeSize(draft, words[at]?.split('/')[0] ?? '');
  draft.font.name = familyName(words.slice(at + 1).join(' ')) ?? draft.font.name;
}

/** Lines add up, from the outer element to the inner one. */
function takeDecoration({ font }: LookDraft, value: string): void {
  if (value.includes('underline')) font.underline = value.includes('double') ? 'double' : 'single';
  if (value.includes('line-through')) font.isStruck = true;
  if (value.includes('none')) {
    font.underline = 'none';
    font.isStruck = false;
  }
}

function takeVertical({ font, align }: LookDraft, value: string): void {
  if (value === 'super' || value === 'sub') font.position = value;
  else align.vertical = value === 'top' ? 'top' : value === 'middle' ? 'center' : 'bottom';
}

const generic: Readonly<Record<string, string>> = {
  'sans-serif': 'Arial',
  serif: 'Times New Roman',
  monospace: 'Courier New',
};
const unnamed = new Set(['system-ui', 'ui-sans-serif', 'inherit', 'initial', '-apple-system']);

/** The first family that a spreadsheet may know. */
function familyName(value: string): string | undefined {
  for (const part of listOf(value)) {
    const name = part.replace(/^["']|["']$/g, '').trim();
    if (name === '' || unnamed.has(name.toLowerCase())) continue;
    return (generic[name.toLowerCase()] ?? name).slice(0, 31);
  }
  return undefined;
}
