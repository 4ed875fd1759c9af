import { limits } from '@sheetwire/contract/limits';
import { lastColumn, lastRow } from '../address.ts';
import type { Sheet } from '../model.ts';
import { visibleColumns, visibleRows } from '../render/visible.ts';
import type { Anchor, AnchorPoint, Size } from './drawing.ts';
import { childOf, type XmlNode } from './xml-tree.ts';

/** A drawing's box: its first cell that is shown, where it begins from there, its size, and its last cell. */
export interface Box extends Size {
  readonly column: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly lastColumn: number;
  readonly lastRow: number;
}

const emuPerPx = 9525;

/** Pixels of a length in EMU. */
export function emuPx(text: string | undefined): number {
  const emu = Number(text ?? 0);
  const px = Number.isFinite(emu) ? emu / emuPerPx : 0;
  return Math.max(-limits.drawings.px, Math.min(limits.drawings.px, px));
}

/** The anchor that an element of a drawing part describes; undefined for one outside of any sheet. */
export function anchorOf(node: XmlNode): Anchor | undefined {
  const from = pointOf(childOf(node, 'from'));
  const size = sizeOf(childOf(node, 'ext'));
  switch (node.name) {
    case 'twoCellAnchor': {
      const to = pointOf(childOf(node, 'to'));
      return from && to && { kind: 'cells', from, to };
    }
    case 'oneCellAnchor':
      return from && { kind: 'cell', from, size };
    case 'absoluteAnchor': {
      const { x, y } = childOf(node, 'pos')?.attributes ?? {};
      return { kind: 'sheet', x: Math.max(0, emuPx(x)), y: Math.max(0, emuPx(y)), size };
    }
    default:
      return undefined;
  }
}

function pointOf(node: XmlNode | undefined): AnchorPoint | undefined {
  const column = numberIn(node, 'col') + 1;
  const row = numberIn(node, 'row') + 1;
  if (!(column >= 1 && column <= lastColumn && row >= 1 && row <= lastRow)) return undefined;
  return {
    column,
    row,
    x: Math.max(0, emuPx(childOf(node, 'colOff')?.text)),
    y: Math.max(0, emuPx(childOf(node, 'rowOff')?.text)),
  };
}

function numberIn(node: XmlNode | undefined, name: string): number {
  const text = childOf(node, name)?.text.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

function sizeOf(node: XmlNode | undefined): Size {
  return { width: Math.max(0, emuPx(node?.attributes.cx)), height: Math.max(0, emuPx(node?.attributes.cy)) };
}

/** Pixels of rows and columns of a sheet, those that are not shown at first as nothing. */
export interface Measures {
  readonly sheet: Sheet;
  /** Pixels of a digit of the workbook's plain font, the unit of widths. */
  readonly digit: number;
  /** Pixels of rows that name no height. */
  readonly rowHeight: number;
}

/** The box of a drawing on its sheet; undefined when nothing of it is to be seen. */
export function boxOf(anchor: Anchor, measures: Measures): Box | undefined {
  const across = spanOf(anchor, measures, 'column');
  const down = spanOf(anchor, measures, 'row');
  if (!across || !down) return undefined;
  const width = Math.round(across.length);
  const height = Math.round(down.length);
  if (width < 1 || height < 1) return undefined;
  return {
    column: across.first,
    row: down.first,
    x: Math.round(across.offset),
    y: Math.round(down.offset),
    width,
    height,
    lastColumn: across.last,
    lastRow: down.last,
  };
}

type Axis = 'column' | 'row';

interface Line {
  readonly first: number;
  readonly last: number;
  readonly offset: number;
  readonly length: number;
}

/** A run of rows or columns that are shown. */
interface Track {
  readonly number: number;
  readonly px: number;
}

function spanOf(anchor: Anchor, measures: Measures, axis: Axis): Line | undefined {
  const most = limits.drawings.px;
  if (anchor.kind === 'cells') {
    const [from, to] = [axis === 'column' ? anchor.from.column : anchor.from.row, anchor.to[axis]];
    return between(tracks(measures, axis, [from, Math.max(from, to)]), {
      from: { number: anchor.from[axis], px: offsetIn(anchor.from, axis) },
      to: { number: to, px: offsetIn(anchor.to, axis) },
      most,
    });
  }
  const start = anchor.kind === 'cell' ? anchor.from[axis] : 1;
  const own = axis === 'column' ? anchor.size.width : anchor.size.height;
  const before = anchor.kind === 'cell' ? offsetIn(anchor.from, axis) : axis === 'column' ? anchor.x : anchor.y;
  const length = Math.min(most, own);
  return along(tracks(measures, axis, [start, start + limits.drawings.tracks]), before, length);
}

function offsetIn(point: AnchorPoint, axis: Axis): number {
  return axis === 'column' ? point.x : point.y;
}

/** The rows or columns from one number to another that are shown, no more than a drawing may cover. */
function tracks({ sheet, digit, rowHeight }: Measures, axis: Axis, [from, to]: readonly [number, number]): Track[] {
  const most = axis === 'column' ? lastColumn : lastRow;
  const end = Math.min(to, most, from + limits.drawings.tracks);
  const range = { top: from, left: from, bottom: end, right: end };
  if (axis === 'column')
    return visibleColumns(sheet, range, digit).map(({ number, width, group }) => ({
      number,
      px: group?.isFolded ? 0 : width,
    }));
  return visibleRows(sheet, range, rowHeight).map(({ number, height, group }) => ({
    number,
    px: group?.isFolded ? 0 : (height ?? rowHeight),
  }));
}

interface Ends {
  readonly from: Track;
  readonly to: Track;
  readonly most: number;
}

function between(list: readonly Track[], { from, to, most }: Ends): Line | undefined {
  const [first] = list;
  if (!first || to.number < from.number) return undefined;
  const offset = first.number === from.number ? Math.min(from.px, first.px) : 0;
  let px = 0;
  let last = first.number;
  for (const track of list) {
    if (track.number > to.number) break;
    px += track.number === to.number ? Math.min(to.px, track.px) : track.px;
    if (track.number < to.number || to.px > 0) last = track.number;
    if (px > offset + most) break;
  }
  return { first: first.number, last, offset, length: Math.min(most, px - offset) };
}

function along(list: readonly Track[], before: number, length: number): Line | undefined {
  let px = 0;
  let first: Track | undefined;
  let offset = 0;
  let last: Track | undefined;
  for (const track of list) {
    if (!first && before < px + track.px) {
      first = track;
      offset = before - px;
    }
    last = track;
    px += track.px;
    if (px >= before + length) break;
  }
  const end = first ?? last;
  if (!end || !last) return undefined;
  return { first: end.number, last: last.number, offset: first ? offset : before - px + end.px, length };
}
