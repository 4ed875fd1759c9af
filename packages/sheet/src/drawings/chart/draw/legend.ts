import type { Chart, Legend } from '../model.ts';
import type { PlotGroup } from '../plot-series.ts';
import type { Ink } from './ink.ts';
import { type Entry, entriesOf, keySize } from './legend-entries.ts';
import {
  element,
  lineHeight,
  type Rect,
  rectangle,
  type Type,
  textLine,
  typeAttributes,
  typeOf,
  widthOf,
} from './svg.ts';

/** The legend as it lies. */
export interface LegendBox {
  readonly rect: Rect;
  readonly html: string;
}

/** Between a key and its name. */
const gap = 3.5;
/** Between the legend and the edges of the chart; one below the plot stands nearer to the edge, and farther from the plot. */
const margin = 7;
const below = { edge: 5, plot: 10.4 };
/** Round the entries, and between two of them, in sizes of their letters. */
const pad = 0.3;
const rowGap = 0.04;

/** Where a legend may lie. */
export interface LegendPlace {
  /** Below the title. */
  readonly room: Rect;
  /** The whole chart, of which its author's place is a share. */
  readonly whole: Rect;
}

/** The legend of a chart; undefined where there is none. */
export function legendBox(ink: Ink, groups: readonly PlotGroup[], { room, whole }: LegendPlace): LegendBox | undefined {
  const { legend } = ink.chart;
  if (!legend) return undefined;
  const entries = entriesOf(ink, groups).filter((_, n) => !legend.without.includes(n));
  if (entries.length === 0) return undefined;
  const type = typeOf(legend.letters, ink.type);
  const isFlat = legend.side === 'top' || legend.side === 'bottom';
  const key = {
    height: keySize * type.size,
    width: Math.max(...entries.map(({ width }) => width), keySize * type.size),
  };
  const keyWidth = key.width;
  const laid = isFlat ? inRows(entries, { type, keyWidth, room }) : inColumn(entries, { type, keyWidth, room });
  const rect = placed(legend, laid, { room, whole });
  const texts = laid.entries.map(({ entry, x, y }) => {
    const middle = rect.y + y + (type.size * lineHeight) / 2;
    const text = fitted(entry.name, rect.width - x - keyWidth - gap, type);
    return (
      entry.key([rect.x + x + keyWidth / 2, middle], key) +
      textLine(text, { x: rect.x + x + keyWidth + gap, y: middle }, type, type)
    );
  });
  return { rect, html: element('g', typeAttributes(type, ink.type), rectangle(rect, legend.look) + texts.join('')) };
}

function fitted(name: string, room: number, type: Type): string {
  if (widthOf(name, type) <= room * 1.15) return name;
  const letters = Math.max(1, Math.floor((name.length * room) / widthOf(name, type)) - 1);
  return `${name.slice(0, letters).toWellFormed()}…`;
}

interface Laid {
  readonly width: number;
  readonly height: number;
  readonly entries: readonly { readonly entry: Entry; readonly x: number; readonly y: number }[];
}

interface LegendRoom {
  readonly type: Type;
  readonly keyWidth: number;
  readonly room: Rect;
}

function inColumn(entries: readonly Entry[], { type, keyWidth, room }: LegendRoom): Laid {
  const step = type.size * (lineHeight + rowGap);
  const inset = type.size * pad;
  const shown = entries.slice(0, Math.max(1, Math.floor((room.height - 2 * margin) / step)));
  const widest = Math.max(0, ...shown.map(({ name }) => widthOf(name, type)));
  const width = Math.min(room.width * 0.4, widest + keyWidth + gap + 2 * inset);
  const height = shown.length * step + type.size * rowGap;
  return { width, height, entries: shown.map((entry, n) => ({ entry, x: inset, y: n * step + type.size * rowGap })) };
}

function inRows(entries: readonly Entry[], { type, keyWidth, room }: LegendRoom): Laid {
  const step = type.size * (lineHeight + rowGap);
  const across = room.width - 2 * margin;
  const rows: { entry: Entry; width: number }[][] = [[]];
  let used = 0;
  for (const entry of entries) {
    const width = Math.min(across, widthOf(entry.name, type) + keyWidth + gap + type.size);
    if (used > 0 && used + width > across) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push({ entry, width });
    used += width;
  }
  const kept = rows.slice(0, Math.max(1, Math.floor((room.height * 0.4) / step)));
  const widths = kept.map((row) => row.reduce((sum, { width }) => sum + width, 0));
  const whole = Math.max(...widths);
  const laid = kept.flatMap((row, n) => {
    let x = (whole - (widths[n] ?? 0)) / 2 + type.size / 2;
    return row.map(({ entry, width }) => {
      const at = { entry, x, y: n * step + type.size * rowGap };
      x += width;
      return at;
    });
  });
  return { width: whole, height: kept.length * step + type.size * rowGap, entries: laid };
}

function placed({ side, place }: Legend, { width, height }: Laid, { room, whole }: LegendPlace): Rect {
  const [right, bottom] = [room.x + room.width - width - margin, room.y + room.height - height - below.edge];
  const middle = room.x + (room.width - width) / 2;
  // Beside the plot it stands in the middle of the whole chart, as far as the title leaves that free.
  const centre = Math.max(room.y, whole.y + (whole.height - height) / 2);
  const x = side === 'left' ? room.x + margin : side === 'right' || side === 'corner' ? right : middle;
  const y = side === 'top' || side === 'corner' ? room.y + margin : side === 'bottom' ? bottom : centre;
  const own = { x: byHand(place?.x, whole.width, width) ?? x, y: byHand(place?.y, whole.height, height) ?? y };
  return { ...own, width, height };
}

/** Where the author set it, as far as it lies within the chart. */
function byHand(share: number | undefined, whole: number, own: number): number | undefined {
  return share === undefined ? undefined : Math.max(0, Math.min(whole - own, share * whole));
}

/** The room that a legend leaves to the plot. */
export function besideLegend({ legend }: Chart, box: LegendBox | undefined, room: Rect): Rect {
  if (!box || !legend || legend.isOverlay) return room;
  const { x, y, width, height } = room;
  const [across, down] = [box.rect.width + margin, box.rect.height + margin];
  switch (legend.side) {
    case 'left':
      return { x: x + across, y, width: width - across, height };
    case 'top':
      return { x, y: y + down, width, height: height - down };
    case 'bottom':
      return { x, y, width, height: height - box.rect.height - below.plot };
    default:
      return { x, y, width: width - across, height };
  }
}
