import type { CellValue } from './cell-history.ts';

/** A line is drawn this wide and high, whatever it takes on the screen. */
export const drawn = { width: 600, height: 120 } as const;

/** The values of a cell as a line over time. */
export interface Line {
  /** A path of steps: a value holds until the next one. */
  readonly path: string;
  readonly least: LinePoint;
  readonly most: LinePoint;
  readonly first: LinePoint;
  readonly last: LinePoint;
  /** The time at its right end, epoch ms. */
  readonly until: number;
  /** Where the line ends: what the cell holds. */
  readonly end: { readonly x: number; readonly y: number };
}

export interface LinePoint {
  readonly text: string;
  readonly num: number;
  /** Epoch ms. */
  readonly at: number;
}

/** The line of the values that are numbers, newest first as they are told; undefined for fewer than two of them. */
export function lineOf(values: readonly CellValue[], until: number): Line | undefined {
  const all = values.toReversed().map(({ text, num, utc }) => ({ text, num, at: Date.parse(utc) }));
  const points = all.filter((point): point is LinePoint => point.num !== null && Number.isFinite(point.num));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return undefined;
  const least = points.reduce((found, point) => (point.num < found.num ? point : found));
  const most = points.reduce((found, point) => (point.num > found.num ? point : found));
  const to = Math.max(until, last.at);
  const x = (at: number) => (drawn.width * (at - first.at)) / Math.max(1, to - first.at);
  const height = most.num - least.num;
  const y = (num: number) => (height === 0 ? drawn.height / 2 : drawn.height * (1 - (num - least.num) / height));
  // Where the cell held words, the line has a gap.
  let path = '';
  for (const [n, { num, at }] of all.entries()) {
    if (num === null) continue;
    const isOn = n > 0 && all[n - 1]?.num !== null;
    path += isOn ? `V${round(y(num))}` : `M${round(x(at))} ${round(y(num))}`;
    path += `H${round(x(all[n + 1]?.at ?? to))}`;
  }
  const ending = all.findLast(({ num }) => num !== null);
  const isHeld = ending === all.at(-1);
  return { path, least, most, first, last, until: to, end: { x: isHeld ? drawn.width : x(last.at), y: y(last.num) } };
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
