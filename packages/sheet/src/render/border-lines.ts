import type { BorderLine } from '../cell-style.ts';

/** The sides of a cell as a page names them. */
export type EdgeName = 'border-block-start' | 'border-inline-start' | 'border-block-end' | 'border-inline-end';

const lines: Readonly<Record<BorderLine['style'], string>> = {
  hair: '.5px dotted',
  dotted: '1px solid',
  dashDotDot: '1px solid',
  dashDot: '1px solid',
  dashed: '1px dashed',
  thin: '1px solid',
  slantDashDot: '2px solid',
  mediumDashDotDot: '2px solid',
  mediumDashDot: '2px solid',
  mediumDashed: '2px dashed',
  medium: '2px solid',
  double: '3px double',
  thick: '3px solid',
};

/** Lines that CSS has no border for: pixels of ink and of gap in turn. */
const dashes: Readonly<Partial<Record<BorderLine['style'], readonly number[]>>> = {
  dotted: [2, 2],
  dashDot: [9, 3, 3, 3],
  dashDotDot: [9, 3, 3, 3, 3, 3],
  mediumDashDot: [9, 3, 3, 3],
  mediumDashDotDot: [9, 3, 3, 3, 3, 3],
  slantDashDot: [11, 2, 5, 2],
};

/** Where a strip of a side lies in the cell's box. */
const places: Readonly<Record<EdgeName, readonly [isLevel: boolean, position: string]>> = {
  'border-block-start': [true, '0 0'],
  'border-inline-start': [false, '0 0'],
  'border-block-end': [true, '0 100%'],
  'border-inline-end': [false, '100% 0'],
};
const mirrored: Readonly<Partial<Record<EdgeName, string>>> = {
  'border-inline-start': '100% 0',
  'border-inline-end': '0 0',
};

/** A strip of the ground that draws a line of dashes. */
export interface Strip {
  readonly image: string;
  readonly size: string;
  readonly position: string;
}

/** Whether a line is one pixel thin. */
export function isThin(line: BorderLine): boolean {
  return Number.parseFloat(lines[line.style]) <= 1;
}

/** The border of a side; a line of dashes and dots has its room there and is drawn by a strip of the ground. */
export function borderOf(line: BorderLine, color: string): string {
  return `${lines[line.style]} ${dashes[line.style] ? '#0000' : color}`;
}

/** The strip that draws a line for which CSS has no border. */
export function stripOf(line: BorderLine, color: string, edge: EdgeName, isRightToLeft: boolean): Strip | undefined {
  const pattern = dashes[line.style];
  if (!pattern) return undefined;
  const [isLevel, place] = places[edge];
  const thickness = lines[line.style].slice(0, 3);
  const ends = pattern.map((_, n) => pattern.slice(0, n + 1).reduce((sum, px) => sum + px, 0));
  const stops = ends.map((end, n) => `${n % 2 === 0 ? color : '#0000'} ${ends[n - 1] ?? 0}px ${end}px`);
  const slant = line.style === 'slantDashDot' ? 45 : 0;
  return {
    image: `repeating-linear-gradient(${(isLevel ? 90 : 180) - slant}deg,${stops.join(',')})`,
    size: isLevel ? `100% ${thickness}` : `${thickness} 100%`,
    position: (isRightToLeft ? mirrored[edge] : undefined) ?? place,
  };
}
