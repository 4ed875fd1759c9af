import { limits } from '@sheetwire/contract/limits';
import type { Fill } from '../cell-style.ts';
import { blended, type Palette, resolveColor } from './color.ts';
import { type Attributes, decimal } from './xml.ts';

/** The share of the pattern's own colour in a dotted pattern. */
const dotted: Readonly<Record<string, number>> = {
  darkGray: 0.75,
  mediumGray: 0.5,
  lightGray: 0.25,
  gray125: 0.125,
  gray0625: 0.0625,
  darkGrid: 0.5,
};

/** The share of a stripe, and the angles of the gradients that draw the stripes, one over the other. */
const striped: Readonly<Record<string, readonly [share: number, ...angles: number[]]>> = {
  darkHorizontal: [0.5, 180],
  lightHorizontal: [0.25, 180],
  darkVertical: [0.5, 90],
  lightVertical: [0.25, 90],
  darkDown: [0.5, 45],
  lightDown: [0.25, 45],
  darkUp: [0.5, 135],
  lightUp: [0.25, 135],
  lightGrid: [0.25, 180, 90],
  lightTrellis: [0.25, 45, 135],
  darkTrellis: [0.5, 45, 135],
};
const stripe = 4;

/** A pattern fill by its name and its two colours (automatic: black on white); undefined for none. */
export function patternFill(pattern: string, ink: string | undefined, ground: string | undefined): Fill | undefined {
  if (pattern === 'none') return undefined;
  const front = ink ?? '#000000';
  const back = ground ?? '#ffffff';
  const share = dotted[pattern];
  if (share !== undefined) return { ground: blended(back, front, share) };
  const lines = striped[pattern];
  if (!lines) return { ground: ink ?? back };
  const [own, ...angles] = lines;
  const width = Math.round(stripe * own);
  const images = angles.map((angle, n) => {
    const between = n < angles.length - 1 ? '#0000' : back;
    return `repeating-linear-gradient(${angle}deg,${front} 0 ${width}px,${between} ${width}px ${stripe}px)`;
  });
  return { ground: blended(back, front, 1 - (1 - own) ** angles.length), images };
}

interface GradientStop {
  readonly position: number;
  readonly color: string;
}

/** A gradient fill; the ground is its middle colour, for the ink and for what cannot draw it. */
function gradientFill(attributes: Attributes, stops: readonly GradientStop[]): Fill | undefined {
  const ordered = [...stops].sort((a, b) => a.position - b.position);
  const first = ordered[0];
  const last = ordered.at(-1);
  if (!first || !last) return undefined;
  const ground = blended(first.color, last.color, 0.5);
  if (ordered.length === 1 || ordered.length > limits.workbook.gradientStops) return { ground };
  const list = ordered.map((stop) => `${stop.color} ${Math.round(stop.position * 1000) / 10}%`).join(',');
  if (attributes.type === 'path') {
    return { ground, images: [`radial-gradient(farthest-side at ${heartOf(attributes)},${list})`] };
  }
  const degree = Math.round(decimal(attributes.degree) ?? 0) + 90;
  return { ground, images: [`linear-gradient(${degree}deg,${list})`] };
}

/** Where a gradient begins that grows to all sides: within the cell, or at one of its corners. */
function heartOf({ left, right, top, bottom }: Attributes): string {
  return [
    [left, right],
    [top, bottom],
  ]
    .map(([from, to]) => `${Math.round(50 * (fraction(from) + fraction(to)))}%`)
    .join(' ');
}

function fraction(written: string | undefined): number {
  return Math.max(0, Math.min(1, decimal(written) ?? 0));
}

/** One colour, or none where it is automatic. */
export function flatFill(color: string | undefined): Fill | undefined {
  return color === undefined ? undefined : { ground: color };
}

/** Reads one fill of the styles part after the other. */
export class FillReader {
  readonly #palette: Palette;
  #pattern: { type: string | undefined; ink?: string | undefined; ground?: string | undefined } = { type: undefined };
  #gradient: Attributes = {};
  #stops: GradientStop[] = [];

  constructor(palette: Palette) {
    this.#palette = palette;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'fill':
        this.#pattern = { type: undefined };
        this.#stops = [];
        break;
      case 'patternFill':
        this.#pattern = { type: attributes.patternType };
        break;
      case 'fgColor':
        this.#pattern.ink = resolveColor(attributes, this.#palette);
        break;
      case 'bgColor':
        this.#pattern.ground = resolveColor(attributes, this.#palette);
        break;
      case 'gradientFill':
        this.#gradient = attributes;
        break;
      case 'stop':
        this.#stops.push({ position: decimal(attributes.position) ?? 0, color: '#ffffff' });
        break;
      case 'color':
        this.#colorStop(resolveColor(attributes, this.#palette));
        break;
    }
  }

  #colorStop(color: string | undefined): void {
    const last = this.#stops.pop();
    if (last) this.#stops.push({ position: last.position, color: color ?? '#000000' });
  }

  /** The fill that was read last; a differential one is solid when it names no pattern, and its colour is the ground's. */
  fill(isDifferential: boolean): Fill | undefined {
    const { type, ink, ground } = this.#pattern;
    if (this.#stops.length > 0) return gradientFill(this.#gradient, this.#stops);
    if (isDifferential && (type === undefined || type === 'solid')) return flatFill(ground ?? ink);
    return patternFill(type ?? 'none', ink, ground);
  }
}
