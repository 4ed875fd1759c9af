import { showNumber } from '../../../format/number-format.ts';
import type { Axis, Chart } from '../model.ts';
import { type LevelSpan, withLevels } from './levels.ts';
import { type AxisPair, dayOfMonth, monthOf, placeName, slotAt } from './pairs.ts';
import type { Scale } from './scale.ts';
import { lineHeight, type Type, widthOf } from './svg.ts';

/** A label of an axis: where it stands, from 0 to 1, and its lines. */
export interface AxisLabel {
  readonly at: number;
  readonly lines: readonly string[];
}

/** The labels of an axis as they are set. */
export interface LabelSet {
  readonly labels: readonly AxisLabel[];
  /** Degrees, clockwise. */
  readonly turn: number;
  /** Pixels from the axis outwards. */
  readonly depth: number;
  /** Outer levels of categories, from the inmost on. */
  readonly levels?: readonly (readonly LevelSpan[])[];
}

/** The labels of an axis of values, which stands or lies. */
export function valueLabels(axis: Axis, scale: Scale, { chart, format, type, isUpright }: ValueInk): LabelSet {
  const code = axis.format ?? format ?? 'General';
  const labels = scale.ticks.map((tick) => ({
    at: scale.at(tick),
    lines: [showNumber(tick / axis.unit, code, chart.has1904Dates).text.trim()],
  }));
  return { labels, turn: 0, depth: isUpright ? widest(labels, type) : type.size * lineHeight };
}

/** What labels are written with. */
export interface LabelInk {
  readonly chart: Chart;
  readonly format: string | undefined;
  readonly type: Type;
}

interface ValueInk extends LabelInk {
  readonly isUpright: boolean;
}

/** Pixels of the longest label. */
export function widest(labels: readonly AxisLabel[], type: Type): number {
  return Math.max(0, ...labels.flatMap(({ lines }) => lines.map((line) => widthOf(line, type))));
}

/** The labels of an axis of categories that is so many pixels long. */
export function categoryLabels(pair: AxisPair, length: number, ink: LabelInk): LabelSet {
  const { across, days } = pair;
  if (!across) return { labels: [], turn: 0, depth: 0 };
  const labels = days ? dateLabels(pair, length, ink) : namedLabels(pair, ink);
  const set = pair.isLying ? standing(labels, length, ink, across) : lying(labels, { pair, length, ink, own: across });
  return withLevels(set, pair, ink.type);
}

function namedLabels(pair: AxisPair, { chart }: LabelInk): AxisLabel[] {
  const code = pair.across?.format;
  const numbers =
    code === undefined ? undefined : pair.groups[0]?.series.find(({ across }) => across.length > 0)?.across;
  return Array.from({ length: pair.bands.count }, (_, place) => {
    const number = numbers?.[place];
    const isFormatted = number !== undefined && code !== undefined;
    const text = isFormatted ? showNumber(number, code, chart.has1904Dates).text.trim() : placeName(pair, place);
    return { at: pair.bands.at(place), lines: [text] };
  });
}

const most = 2000;

function dateLabels({ days, bands, across, groups }: AxisPair, length: number, { chart, type }: LabelInk): AxisLabel[] {
  if (!days || !across) return [];
  const code =
    across.format ?? groups[0]?.series.find(({ acrossFormat }) => acrossFormat)?.acrossFormat ?? 'yyyy-mm-dd';
  const text = (day: number) => showNumber(day, code, chart.has1904Dates).text.trim();
  const unit = across.majorUnit ?? days.unit;
  const slots = slotAt(days, days.last) + 1;
  const wide = widthOf(text(days.first), type) + type.size;
  const fitting = Math.max(1, Math.ceil((slots * Math.min(wide, type.size * 2)) / Math.max(1, length)));
  const step = Math.max(1, Math.round(across.major ?? (unit === days.unit ? fitting : 1)));
  const labels: AxisLabel[] = [];
  const firstMonth = monthOf(days.first);
  for (let n = 0; labels.length < most; n += step) {
    const day = unit === 'days' ? days.first + n : dayOfMonth(firstMonth + n * (unit === 'years' ? 12 : 1));
    if (day > days.last) break;
    const slot = slotAt(days, Math.max(day, days.first));
    labels.push({ at: bands.at(slot), lines: [text(Math.max(day, days.first))] });
  }
  return labels;
}

/** Labels beside an axis that stands: those for which there is room. */
function standing(labels: readonly AxisLabel[], length: number, { type }: LabelInk, axis: Axis): LabelSet {
  const room = length / Math.max(1, labels.length);
  const step = axis.labelStep ?? Math.max(1, Math.ceil((type.size * lineHeight) / Math.max(0.1, room)));
  const kept = labels.filter((_, n) => n % step === 0).map((label) => shortened(label, type, longestBeside));
  return { labels: kept, turn: 0, depth: widest(kept, type) };
}
const longestBeside = 180;

interface Lying {
  readonly pair: AxisPair;
  readonly length: number;
  readonly ink: LabelInk;
  readonly own: Axis;
}

/** Labels under an axis: in lines where they have room, else turned, and only so many as can be read. */
function lying(labels: readonly AxisLabel[], { length, ink, own }: Lying): LabelSet {
  const { type } = ink;
  const step = own.labelStep ?? 1;
  const asked = labels.filter((_, n) => n % step === 0);
  const room = length / Math.max(1, asked.length);
  const turn = own.letters.turn;
  if (turn === undefined || turn === 0) {
    const level = inLines(asked, room, type);
    if (level) return level;
    if (turn === 0) return thinned(asked, { room, type, own });
  }
  return turned(asked, {
    room,
    type,
    angle: turn ?? (room < type.size * 1.6 ? -90 : -45),
    isFree: own.labelStep === undefined,
  });
}

function inLines(labels: readonly AxisLabel[], room: number, type: Type): LabelSet | undefined {
  const wrapped = labels.map(({ at, lines }) => ({ at, lines: wrap(lines[0] ?? '', room - 4, type) }));
  if (wrapped.some(({ lines }) => lines.length > 3 || lines.some((line) => widthOf(line, type) > room - 2)))
    return undefined;
  const rows = Math.max(1, ...wrapped.map(({ lines }) => lines.length));
  return { labels: wrapped, turn: 0, depth: rows * type.size * lineHeight };
}

/** A text in lines that are no wider, cut at its blanks. */
export function wrap(text: string, room: number, type: Type): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer, type) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

interface Thinning {
  readonly room: number;
  readonly type: Type;
  readonly own: Axis;
}

function thinned(labels: readonly AxisLabel[], { room, type }: Thinning): LabelSet {
  const step = Math.max(1, Math.ceil((widest(labels, type) + 4) / Math.max(0.1, room)));
  return { labels: labels.filter((_, n) => n % step === 0), turn: 0, depth: type.size * lineHeight };
}

interface Turning {
  readonly room: number;
  readonly type: Type;
  readonly angle: number;
  readonly isFree: boolean;
}

const longestTurned = 130;

function turned(labels: readonly AxisLabel[], { room, type, angle, isFree }: Turning): LabelSet {
  const step = isFree ? Math.max(1, Math.ceil((type.size * 1.1) / Math.max(0.1, room))) : 1;
  const kept = labels.filter((_, n) => n % step === 0).map((label) => shortened(label, type, longestTurned));
  const sine = Math.abs(Math.sin((angle * Math.PI) / 180));
  return { labels: kept, turn: angle, depth: widest(kept, type) * sine + type.size * (1.1 - sine * 0.4) };
}

function shortened(label: AxisLabel, type: Type, room: number): AxisLabel {
  const [text = ''] = label.lines;
  if (widthOf(text, type) <= room) return label;
  const letters = Math.max(1, Math.floor((text.length * room) / widthOf(text, type)) - 1);
  return { at: label.at, lines: [`${text.slice(0, letters).toWellFormed()}…`] };
}
