import type { LabelSet } from './axis-labels.ts';
import type { AxisView } from './frame.ts';
import { type Ink, softLine } from './ink.ts';
import type { AxisPair } from './pairs.ts';
import type { Bands } from './scale.ts';
import {
  element,
  lineAttributes,
  lineHeight,
  px,
  type Rect,
  type Type,
  textLine,
  typeAttributes,
  widthOf,
} from './svg.ts';

/** Places of an outer level of categories that share a name, in shares of the axis. */
export interface LevelSpan {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A level of more names is left out: nobody could read them. */
const mostSpans = 200;
const edge = 1e-6;

/** Labels with the outer levels of their categories, which stand behind them from the inmost on. */
export function withLevels(set: LabelSet, { groups, bands, days }: AxisPair, type: Type): LabelSet {
  const outer = groups.flatMap(({ series }) => series).find(({ levels }) => levels.length > 0)?.levels ?? [];
  if (days || set.labels.length === 0) return set;
  const levels = outer.map((names) => spansOf(names, bands)).filter((spans) => spans.length <= mostSpans);
  return levels.length === 0 ? set : { ...set, levels, depth: set.depth + levels.length * levelDepth(type) };
}

function levelDepth(type: Type): number {
  return type.size * lineHeight;
}

/** A blank belongs to the name before it. */
function spansOf(names: readonly (string | undefined)[], bands: Bands): LevelSpan[] {
  const starts = Array.from({ length: bands.count }, (_, place) => place).filter(
    (place) => place === 0 || (names[place] ?? '') !== '',
  );
  return starts.map((first, n) => {
    const ends = [bands.at(first), bands.at((starts[n + 1] ?? bands.count) - 1)];
    return {
      from: Math.max(0, Math.min(...ends) - bands.width / 2),
      to: Math.min(1, Math.max(...ends) + bands.width / 2),
      text: names[first] ?? '',
    };
  });
}

/** The outer levels of an axis, with lines between their names; `start` is where its labels begin, across the axis. */
export function drawLevels(view: AxisView, rect: Rect, { ink, start }: { ink: Ink; start: number }): string {
  const { set, type, isUpright, isFar, axis } = view;
  const { levels = [] } = set;
  if (levels.length === 0) return '';
  const step = levelDepth(type);
  const inner = set.depth - levels.length * step;
  const [length, out] = [isUpright ? rect.height : rect.width, isFar === isUpright ? 1 : -1];
  const along = (share: number) => (isUpright ? rect.y + (1 - share) * length : rect.x + share * length);
  const texts = levels.flatMap((spans, n) =>
    spans.map(({ from, to, text }) => {
      const away = start + out * (inner + (n + 0.5) * step);
      const at = along((from + to) / 2);
      const place = isUpright ? { x: away, y: at, turn: -90 } : { x: at, y: away };
      return textLine(fitting(text, (to - from) * length, type), place, type, type);
    }),
  );
  const named = element('g', { 'text-anchor': 'middle', ...typeAttributes(type, ink.type) }, texts.join(''));
  const line = axis.look.line ?? { paint: undefined, width: undefined };
  if (line === 'none') return named;
  const lines = levels.flatMap((spans, n) => {
    const depth = px(out * (inner + (n + 1) * step));
    const ends = [...spans.map(({ from }) => from), ...spans.slice(-1).map(({ to }) => to)];
    return ends.map((share) => {
      const at = px(Math.floor(along(share) - (share > 1 - edge && !isUpright ? 1 : 0)) + 0.5);
      return isUpright ? `M${px(start)} ${at}h${depth}` : `M${at} ${px(start)}v${depth}`;
    });
  });
  const drawn = { d: lines.join(''), fill: 'none', ...lineAttributes(line, { color: softLine, width: 1 }) };
  return named + element('path', drawn);
}

function fitting(text: string, room: number, type: Type): string {
  const width = widthOf(text, type);
  if (width <= room) return text;
  const letters = Math.floor((text.length * room) / width) - 1;
  return letters < 1 ? '' : `${text.slice(0, letters).toWellFormed()}…`;
}
