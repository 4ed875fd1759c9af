import type { CellStyle } from '../cell-style.ts';
import { showNumber, showText, textPlaces } from '../format/number-format.ts';
import { noText, type ShownText } from '../format/shown-text.ts';
import type { Cell, TextRun } from '../model.ts';
import { readableInk } from '../read/color.ts';
import { addFont, isAccounting, type Setting } from './cell-css.ts';
import type { CellRoom } from './content/cell-room.ts';
import { fitNumber, padding } from './content/fit-number.ts';
import { blankSetting, settingOf } from './content/settings.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { ensureCellText, type RenderBudget } from './render-budget.ts';
import { fontPx, standInFactor, textPx } from './text-width.ts';
import { turnedText } from './turned-text.ts';

export interface CellContent {
  readonly html: string;
  readonly isNumber: boolean;
  readonly hasColoredRuns: boolean;
  /** Pixels of a text of one line beyond its cell. */
  readonly overhang: number;
  /** The width of column that a number needs, where its own has not enough. */
  readonly needed: number | undefined;
  readonly setting: Setting;
}

/** What a cell without a value shows. */
export const blankContent: CellContent = {
  html: '',
  isNumber: false,
  hasColoredRuns: false,
  overhang: 0,
  needed: undefined,
  setting: blankSetting,
};

const blank: ShownText = { text: '', ink: undefined, fill: undefined };

/** The text of a cell as its format shows it, whatever the width. */
export function shownText(cell: Cell, look: CellStyle, has1904Dates: boolean): ShownText {
  const { value } = cell;
  if (cell.shown !== undefined) return { text: cell.shown, ink: undefined, fill: undefined };
  if (typeof value === 'number') return showNumber(value, look.format, has1904Dates);
  if (typeof value === 'string') return showText(value, look.format);
  const text = value === undefined ? '' : typeof value === 'boolean' ? truthText(value, look) : value.error;
  return { text, ink: undefined, fill: undefined };
}

function truthText(value: boolean, { isCheckbox }: CellStyle): string {
  if (isCheckbox) return value ? '☑' : '☐';
  return value ? 'TRUE' : 'FALSE';
}

/** What a cell shows in its room, as HTML, and how it wants to be set; throws WorkbookError when it costs too much. */
export function cellContent(cell: Cell, look: CellStyle, room: CellRoom, budget: RenderBudget): CellContent {
  countCell(cell, look, budget);
  const shown = shownIn(cell, look, room);
  if (shown.text === '') return textless(cell, look, room);
  const isNumber = typeof cell.value === 'number';
  const width = textPx(shown.text, look.font);
  const drawn = drawnText(cell, isNumber ? fitNumber(cell, { shown, width }, look, room) : shown, look, room);
  const { fitted, endRoom } = drawn;
  const runs = typeof cell.value === 'string' && fitted.text === cell.value ? cell.runs : undefined;
  const inner = withIcon(runs ? runsHtml(runs, look) : textHtml(fitted, look, room), look, room);
  const shape = { look, width: fitted === shown ? width : textPx(fitted.text, look.font), room };
  return {
    html: linked(turned(shrunk(isolated(accounted(inner, cell, look), cell, room), shape), shape), room, linkInk(look)),
    isNumber: isNumber && !drawn.isRepeated,
    overhang: isNumber || look.align.isWrapped ? 0 : shape.width + padding - room.width,
    needed: isNumber && !room.isPart ? neededPx(shape, endRoom) : undefined,
    hasColoredRuns: hasColors(runs) || (room.href !== undefined && !look.fill && linkInk(look) !== undefined),
    setting: settingOf(kindOf(cell), {
      keepsSpaces: hasSpacesToKeep(fitted.text),
      isTight: shrinks(shape),
      isClipped: look.align.horizontal === 'fill' || (isNumber && shown.text === noText),
      isLink: room.href !== undefined,
      endRoom,
      ink: fitted.ink,
    }),
  };
}

/** What a cell shows on a sheet that may hide its zeros. */
function shownIn(cell: Cell, look: CellStyle, room: CellRoom): ShownText {
  return room.hidesZeros && cell.value === 0 ? blank : shownText(cell, look, room.has1904Dates);
}

function kindOf({ value }: Cell): Setting['kind'] {
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' ? 'text' : 'center';
}

function hasColors(runs: readonly TextRun[] | undefined): boolean {
  return runs?.some((run) => run.font?.color !== undefined && run.font.color !== '#000000') ?? false;
}

/** A text with the look and the room that it is drawn in. */
interface Shape {
  readonly look: CellStyle;
  /** Pixels of the text. */
  readonly width: number;
  readonly room: CellRoom;
}

interface DrawnText {
  readonly fitted: ShownText;
  readonly endRoom: number;
  readonly isRepeated: boolean;
}

/** Fill alignment repeats a text as often as it goes; what a number format leaves free at its end is room, no text. */
function drawnText(cell: Cell, shown: ShownText, look: CellStyle, room: CellRoom): DrawnText {
  const plain = { fitted: shown, endRoom: 0, isRepeated: false };
  if (look.align.horizontal === 'fill') {
    const width = textPx(shown.text, look.font);
    const times = Math.min(mostRepeats, Math.floor((room.width - padding) / Math.max(1, width)));
    return times > 1
      ? { ...plain, fitted: { text: shown.text.repeat(times), ink: shown.ink, fill: undefined }, isRepeated: true }
      : plain;
  }
  if (typeof cell.value !== 'number') return plain;
  if (cell.shown !== undefined) return cell.shown.endsWith(')') ? { ...plain, endRoom: -bracketRoom } : plain;
  const endRoom = /[^ ] $/.test(shown.text) ? endRoomOf(look) : undefined;
  if (endRoom === undefined) return plain;
  const { text, fill, ink } = shown;
  return { ...plain, fitted: { text: text.slice(0, -1), ink, fill }, endRoom };
}

/** The room that a number format leaves at the end of its texts, in ems, where numbers stand at the end of their cells. */
export function endRoomOf(look: CellStyle): number | undefined {
  const { format, align } = look;
  const end = endOf(format);
  const isAtEnd = align.horizontal === 'general' || align.horizontal === 'right';
  return end === undefined || !isAtEnd || align.indent > 0 ? undefined : emsOf(end, look);
}

/** No cell shows more copies of a text. */
const mostRepeats = 500;
/** The character whose room a section of a number format leaves at its end. */
const endOf = (format: string) => (format.includes('_') ? END_ROOM.exec(format)?.[1] : undefined);
const END_ROOM = /_(.)(?:;|$)/;
/** A bracket, in ems of the portal's own letters. */
const bracketRoom = 0.3;

function emsOf(text: string, { font }: CellStyle): number {
  return Math.round((textPx(text, font) / fontPx(font)) * 100) / 100;
}

/** Counts what a value may become before it is made. */
function countCell({ value, runs }: Cell, look: CellStyle, budget: RenderBudget): void {
  if (typeof value === 'number') budget.formats.spend(look.format.length);
  if (typeof value !== 'string') return;
  ensureCellText(budget, value.length * textPlaces(look.format));
  if (runs) budget.runs.spend(runs.length);
}

/** Pixels of a column's own line and of the least room before a number. */
const lineAndRoom = 2;

/** The column that a number of so many pixels needs, which leaves `end` more at its end than the portal does. */
export function columnNeed(px: number, room: number, end: number): number {
  const atEnd = Math.max(4, Math.min(8, room - 64)) + end;
  return Math.ceil(px + atEnd + lineAndRoom);
}

/** The width of column that a number needs, with the room that the portal keeps at its end; undefined where it has it. */
function neededPx({ look, width, room }: Shape, endRoom: number): number | undefined {
  const { align, font } = look;
  if (align.shrinks || align.rotation !== 0) return undefined;
  const needed = columnNeed(width * standInFactor(font), room.width, endRoom * fontPx(font));
  return needed > room.width ? needed : undefined;
}

/** Numbers and errors read from left to right on a sheet that runs the other way. */
function isolated(html: string, cell: Cell, room: CellRoom): string {
  return room.isRightToLeft && typeof cell.value !== 'string' ? `<bdi>${html}</bdi>` : html;
}

function hasSpacesToKeep(text: string): boolean {
  return text.includes(' ') && (text.startsWith(' ') || text.endsWith(' ') || text.includes('  '));
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

/** A cell whose format shows no text keeps the icon of its rule. */
function textless({ value }: Cell, look: CellStyle, room: CellRoom): CellContent {
  const html = withIcon('', look, room);
  return typeof value === 'number' || html !== ''
    ? { ...blankContent, html, isNumber: typeof value === 'number' }
    : blankContent;
}

const mostFill = 255;

function fillOf(text: string, character: string, { font }: CellStyle, room: CellRoom): string {
  const left = room.width - 2 * padding - textPx(text, font);
  return character.repeat(Math.min(mostFill, Math.max(0, Math.floor(left / Math.max(1, textPx(character, font))))));
}

/** The icon of a rule stands at the cell's start, whatever side its value is on; without a value it stands as the cell says. */
function withIcon(html: string, { icon, hidesValue, align }: CellStyle, room: CellRoom): string {
  const value = hidesValue ? '' : html;
  if (icon === undefined) return value;
  if (hidesValue && align.horizontal !== 'general') return icon;
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
  addFont(parts, { isBold: false, isItalic: false, ...letters }, look.font, 'run');
  if (font.color !== undefined && font.color !== look.font.color) parts.push(`color:${font.color}`);
  const inner = parts.length === 0 ? shown : `<span style="${escapeAttribute(parts.join(';'))}">${shown}</span>`;
  if (position === 'line') return inner;
  return position === 'super' ? `<sup>${inner}</sup>` : `<sub>${inner}</sub>`;
}

/** What a text that is shrunk keeps free beside it. */
const shrunkPadding = 3;
const leastPercent = 10;

function shrinks({ look, width, room }: Shape): boolean {
  return look.align.shrinks && !look.align.isWrapped && width > room.width - shrunkPadding - padding;
}

function shrunk(html: string, shape: Shape): string {
  if (!shrinks(shape)) return html;
  const { width, room } = shape;
  const percent = Math.max(leastPercent, Math.floor(((room.width - shrunkPadding) / width) * 100));
  return percent >= 100 ? html : `<span style="font-size:${percent}%">${html}</span>`;
}

/** The line of accounts under a text: as wide as its cell. */
function accounted(html: string, { value }: Cell, { font }: CellStyle): string {
  if (typeof value !== 'string' || !isAccounting(font)) return html;
  const line = font.underline === 'doubleAccounting' ? '3px double' : '1px solid';
  return `<span style="display:block;border-bottom:${line}">${html}</span>`;
}

/** Upright texts are set so; others are turned in a drawing, since the text of a page may not be turned by transforms. */
function turned(html: string, { look, width }: Shape): string {
  const { rotation } = look.align;
  if (rotation === 'stacked') return upright('writing-mode:vertical-rl;text-orientation:upright', html);
  if (rotation === 0) return look.font.position === 'line' ? html : positioned(html, look);
  if (Math.abs(rotation) === 90) return upright(`writing-mode:${rotation > 0 ? 'sideways-lr' : 'vertical-rl'}`, html);
  return turnedText(html, { degrees: rotation, width: width * standInFactor(look.font), px: fontPx(look.font) });
}

function upright(css: string, html: string): string {
  return `<span style="display:inline-block;${css}">${html}</span>`;
}

function positioned(html: string, look: CellStyle): string {
  return look.font.position === 'super' ? `<sup>${html}</sup>` : `<sub>${html}</sub>`;
}

function linked(html: string, { href, tip }: CellRoom, ink: string | undefined): string {
  if (href === undefined) return html;
  const title = tip === undefined ? '' : ` title="${escapeAttribute(tip)}"`;
  return `<a href="${escapeAttribute(href)}"${title}${ink === undefined ? '' : ` style="color:${ink}"`}>${html}</a>`;
}

/** The ink of a link where its author gave it one, or a ground; the usual inks of links are the portal's own. */
function linkInk({ fill, font }: CellStyle): string | undefined {
  if (fill) return font.color ?? readableInk(fill.ground);
  return font.color === undefined || usualLinkInks.has(font.color) ? undefined : font.color;
}

/** Black, and what spreadsheets give links by themselves. */
const usualLinkInks: ReadonlySet<string> = new Set(['#000000', '#0000ff', '#0563c1', '#467886']);
