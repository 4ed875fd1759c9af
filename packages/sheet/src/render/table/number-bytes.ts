import { latinDigits } from '@sheetwire/page/text-width';

const ZERO = 0x30;
const COMMA = 0x2c;
const POINT = 0x2e;
const GROUP = 3;
/** Digits that are split off at once, so that they are taken apart as small integers. */
const BLOCK = 9;
const block = 10 ** BLOCK;

/** How many digits stand behind the point, and whether commas part those before it. */
interface DigitForm {
  readonly places: number;
  readonly isGrouped: boolean;
}

/** Writes the digits of a whole number below 10^15 at a place, one of them before the point; answers the place behind them. */
export function writeDigits(bytes: Uint8Array, from: number, whole: number, { places, isGrouped }: DigitForm): number {
  const count = Math.max(digitsIn(whole), places + 1);
  const commas = isGrouped ? Math.trunc((count - places - 1) / GROUP) : 0;
  const end = from + count + commas + (places > 0 ? 1 : 0);
  const low = whole < block ? whole : whole % block;
  const high = (whole - low) / block;
  let rest = low;
  let at = end;
  for (let n = 0; n < count; n++) {
    if (n === BLOCK) rest = high;
    if (n === places && n > 0) bytes[--at] = POINT;
    else if (isGrouped && n > places && (n - places) % GROUP === 0) bytes[--at] = COMMA;
    const next = (rest / 10) | 0;
    bytes[--at] = ZERO + rest - 10 * next;
    rest = next;
  }
  return end;
}

function digitsIn(whole: number): number {
  let count = 1;
  for (let limit = 10; whole >= limit; limit *= 10) count++;
  return count;
}

/** How wide written digits are, in widths of a digit, added to what stands before them. */
export function lettersOf(bytes: Uint8Array, { first, last }: { first: number; last: number }, before: number): number {
  let digits = before;
  for (let at = first; at < last; at++) digits += latinDigits[bytes[at] ?? 0] ?? 0;
  return digits;
}

/** Numbers from here on are rounded by the whole formatter. */
const mostScaled = 1e11;
/** So near to the middle between two results what is beyond the fifteenth digit decides. */
const near = 0.01;

/**
 * A size times a power of ten, rounded as spreadsheets do (at the fifteenth digit first); below 0 where that takes the
 * whole formatter.
 */
export function scaled(size: number, scale: number): number {
  const product = size * scale;
  if (Number.isInteger(size)) return product;
  if (product >= mostScaled) return -1;
  const floor = Math.floor(product);
  const rest = product - floor;
  if (rest > 0.5 + near) return floor + 1;
  return rest < 0.5 - near ? floor : -1;
}
