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
  darkTrellis: 0.75,
  lightTrellis: 0.4,
  darkGrid: 0.5,
  lightGrid: 0.4,
};

/** Angle of the gradient that draws the stripes, and the share of a stripe. */
const striped: Readonly<Record<string, readonly [angle: number, share: number]>> = {
  darkHorizontal: [180, 0.5],
  lightHorizontal: [180, 0.25],
  darkVertical: [90, 0.5],
  lightVertical: [90, 0.25],
  darkDown: [45, 0.5],
  lightDown: [45, 0.25],
  darkUp: [135, 0.5],
  lightUp: [135, 0.25],
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
  const width = Math.round(stripe * lines[1]);
  const image = `repeating-linear-gradient(${lines[0]}deg,${front} 0 ${width}px,${back} ${width}px ${stripe}px)`;
  return { ground: blended(back, front, lines[1]), image };
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
  if (attributes.type === 'path') return { ground, image: `radial-gradient(${list})` };
  const degree = Math.round(decimal(attributes.degree) ?? 0) + 90;
  return { ground, image: `linear-gradient(${degree}deg,${list})` };
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
