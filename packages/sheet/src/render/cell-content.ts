import { fitGeneral } from '../format/fit-general.ts';
import { isGeneral, type ShownText, showNumber, showText, textPlaces } from '../format/number-format.ts';
import type { Cell, CellStyle, TextRun } from '../model.ts';
import { addFont, type Setting } from './cell-css.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { ensureCellText, type RenderBudget } from './render-budget.ts';
import { digitWidth, standInFactor, textPx } from './text-width.ts';

/** The room and the surroundings of a cell. */
export interface CellRoom {
  /** Pixels of the cell, its merge included. */
  readonly width: number;
  /** Pixels that a long text may take: the cell and the empty ones behind it. */
  readonly reach: number;
  readonly isMerged: boolean;
  readonly has1904Dates: boolean;
  readonly hidesZeros: boolean;
  /** Where the cell leads to, ready to be written. */
  readonly href: string | undefined;
  readonly isRightToLeft: boolean;
}

export interface CellContent {
  readonly html: string;
  readonly isNumber: boolean;
  readonly hasColoredRuns: boolean;
  /** A number that a stand-in font might not fit into the width of its column. */
  readonly isCrowded: boolean;
  readonly setting: Setting;
}

const blankSetting: Setting = {
  kind: 'blank',
  keepsSpaces: false,
  isTight: false,
  isClipped: false,
  isLink: false,
  ink: undefined,
};
/** What a cell without a value shows. */
export const blankContent: CellContent = {
  html: '',
  isNumber: false,
  hasColoredRuns: false,
  isCrowded: false,
  setting: blankSetting,
};

const blank: ShownText = { text: '', ink: undefined, fill: undefined };

/** Space that a cell keeps free of text in all, in pixels. */
const padding = 5;
/** Measured text may be wider than it is drawn by this much before digits give way to `####`. */
const tolerance = 1.12;

/** The text of a cell as its format shows it, whatever the width. */
export function shownText(cell: Cell, look: CellStyle, has1904Dates: boolean): ShownText {
  const { value } = cell;
  if (cell.shown !== undefined) return { text: cell.shown, ink: undefined, fill: undefined };
  if (typeof value === 'number') return showNumber(value, look.format, has1904Dates);
  if (typeof value === 'string') return showText(value, look.format);
  const text = value === undefined ? '' : typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : value.error;
  return { text, ink: undefined, fill: undefined };
}

/** What a cell shows in its room, as HTML, and how it wants to be set; throws WorkbookError when it costs too much. */
export function cellContent(cell: Cell, look: CellStyle, room: CellRoom, budget: RenderBudget): CellContent {
  countCell(cell, look, budget);
  const shown = shownIn(cell, look, room);
  if (shown.text === '') return typeof cell.value === 'number' ? { ...blankContent, isNumber: true } : blankContent;
  const isNumber = typeof cell.value === 'number';
  const fitted = isNumber ? fitNumber(cell, shown, look, room) : shown;
  const runs = typeof cell.value === 'string' && fitted.text === cell.value ? cell.runs : undefined;
  const width = textPx(fitted.text, look.font);
  const inner = withIcon(runs ? runsHtml(runs, look) : textHtml(fitted, look, room), look, room);
  return {
    html: linked(rotated(shrunk(isolated(inner, cell, room), look, width, room), look), room.href),
    isNumber,
    isCrowded: isNumber && !room.isMerged && crowds(look, width, room),
    hasColoredRuns: runs?.some((run) => run.font?.color !== undefined && run.font.color !== '#000000') ?? false,
    setting: {
      kind: isNumber ? 'number' : typeof cell.value === 'string' ? 'text' : 'center',
      keepsSpaces: hasSpacesToKeep(fitted.text),
      isTight: isNumber && width + 2 * padding + 2 > room.width,
      isClipped: !isNumber && isCutOff(look, width, room),
      isLink: room.href !== undefined,
      ink: fitted.ink,
    },
  };
}

/** What a cell shows on a sheet that may hide its zeros. */
function shownIn(cell: Cell, look: CellStyle, room: CellRoom): ShownText {
  return room.hidesZeros && cell.value === 0 ? blank : shownText(cell, look, room.has1904Dates);
}

/** Counts what a value may become before it is made. */
function countCell({ value, runs }: Cell, look: CellStyle, budget: RenderBudget): void {
  if (typeof value === 'number') budget.formats.spend(look.format.length);
  if (typeof value !== 'string') return;
  ensureCellText(budget, value.length * textPlaces(look.format));
  if (runs) budget.runs.spend(runs.length);
}

function crowds({ align, font }: CellStyle, width: number, room: CellRoom): boolean {
  if (align.shrinks || align.rotation !== 0) return false;
  return width * standInFactor(font) + 2 * padding > room.width;
}

/** Numbers and errors read from left to right on a sheet that runs the other way. */
function isolated(html: string, cell: Cell, room: CellRoom): string {
  return room.isRightToLeft && typeof cell.value !== 'string' ? `<bdi>${html}</bdi>` : html;
}

function fitNumber(cell: Cell, shown: ShownText, look: CellStyle, room: CellRoom): ShownText {
  const { align, font } = look;
  if (room.isMerged || align.shrinks || align.rotation !== 0 || typeof cell.value !== 'number') return shown;
  if (cell.shown !== undefined || textPx(shown.text.trim(), font) <= (room.width - padding) * tolerance) return shown;
  const digits = Math.max(1, Math.floor((room.width - padding) / digitWidth(font)));
  const text = isGeneral(look.format) ? fitGeneral(cell.value, digits) : '#'.repeat(digits);
  return { text, ink: shown.ink, fill: undefined };
}

/** A text that reaches beyond the empty cells behind it is cut at the edge of its own. */
function isCutOff(look: CellStyle, width: number, room: CellRoom): boolean {
  if (look.align.isWrapped || look.align.rotation !== 0) return false;
  return width > room.reach && room.reach > room.width;
}

function hasSpacesToKeep(text: string): boolean {
  return text.startsWith(' ') || text.endsWith(' ') || text.includes('  ');
}

function textHtml({ text, fill }: ShownText, look: CellStyle, room: CellRoom): string {
  const line = look.align.isWrapped ? text : text.replaceAll('\n', ' ');
  return fill ? filledHtml(line, fill, look, room) : escapeText(line);
}

/** A format's fill (`*x`) takes the room that the rest leaves: spaces part the text, other characters are written. */
function filledHtml(text: string, fill: NonNullable<ShownText['fill']>, look: CellStyle, room: CellRoom): string {
  const before = text.slice(0, fill.at);
  const after = text.slice(fill.at);
  if (fill.character !== ' ') return escapeText(before + fillOf(text, fill.character, look, room) + after);
  if (before.trimEnd() === '') return escapeText(text);
  const side = room.isRightToLeft ? 'right' : 'left';
  return `<span style="float:${side}">${escapeText(before.trimEnd())}</span>${escapeText(after)}`;
}

const mostFill = 255;

function fillOf(text: string, character: string, { font }: CellStyle, room: CellRoom): string {
  const left = room.width - 2 * padding - textPx(text, font);
  return character.repeat(Math.min(mostFill, Math.max(0, Math.floor(left / Math.max(1, textPx(character, font))))));
}

/** The icon of a rule stands at the cell's start, whatever side its value is on. */
function withIcon(html: string, { icon, hidesValue }: CellStyle, room: CellRoom): string {
  const value = hidesValue ? '' : html;
  if (icon === undefined) return value;
  return `<span style="float:${room.isRightToLeft ? 'right' : 'left'}">${icon}</span>${value}`;
}

function runsHtml(runs: readonly TextRun[], look: CellStyle): string {
  return runs.map((run) => runHtml(run, look)).join('');
}

function runHtml({ text, font }: TextRun, look: CellStyle): string {
  const shown = escapeText(look.align.isWrapped ? text : text.replaceAll('\n', ' '));
  if (!font) return shown;
  const parts: string[] = [];
  const { position = 'line', ...letters } = font;
  addFont(parts, { isBold: false, isItalic: false, ...letters }, look.font);
  if (font.color !== undefined && font.color !== look.font.color) parts.push(`color:${font.color}`);
  const inner = parts.length === 0 ? shown : `<span style="${escapeAttribute(parts.join(';'))}">${shown}</span>`;
  if (position === 'line') return inner;
  return position === 'super' ? `<sup>${inner}</sup>` : `<sub>${inner}</sub>`;
}

function shrunk(html: string, look: CellStyle, width: number, room: CellRoom): string {
  const space = room.width - padding;
  if (!look.align.shrinks || look.align.isWrapped || width <= space) return html;
  const percent = Math.max(20, Math.floor((space / width) * 100));
  return `<span style="font-size:${percent}%">${html}</span>`;
}

/** Steep turns are set upright; slight ones stay as they are, since a cell may not be turned by transforms. */
function rotated(html: string, look: CellStyle): string {
  const { rotation } = look.align;
  if (rotation === 'stacked') return upright('writing-mode:vertical-rl;text-orientation:upright', html);
  if (Math.abs(rotation) < 30) return look.font.position === 'line' ? html : positioned(html, look);
  return upright(`writing-mode:${rotation > 0 ? 'sideways-lr' : 'vertical-rl'}`, html);
}

function upright(css: string, html: string): string {
  return `<span style="display:inline-block;${css}">${html}</span>`;
}

function positioned(html: string, look: CellStyle): string {
  return look.font.position === 'super' ? `<sup>${html}</sup>` : `<sub>${html}</sub>`;
}

function linked(html: string, href: string | undefined): string {
  return href === undefined ? html : `<a href="${escapeAttribute(href)}">${html}</a>`;
}
