import type { ShownText } from './shown-text.ts';

/** A number as the formatter writes it. */
type Write = (value: number) => ShownText;

/**
 * A number under a format with a fraction. One that rounds to 1 is part of the whole number: 0.99 under `# ?/?` is `1`,
 * not `1 1/1`. One that does not is none: the formatter rounds the whole number to a tenth before it cuts it, so that
 * 99 31/32 would be 100 31/32.
 */
export function mixedFraction(value: number, write: Write): ShownText {
  const shown = write(value);
  const [, above, below] = FRACTION.exec(shown.text) ?? [];
  if (above === undefined || below === undefined) return shown;
  const [sign, size] = [Math.sign(value), Math.abs(value)];
  if (size < NOTHING && size > 0) return write(0);
  const whole = Math.trunc(size);
  // What is hardly more than a whole number is that number, where a format has no place for it beside the fraction.
  if (above === '0' && whole > 0) return write(sign * whole);
  if (above === below) return write(sign * Math.ceil(size));
  if (Number(above) > Number(below) || Math.round(size * 10) / 10 <= whole + ROUNDS_UP) return shown;
  return whole > 0 ? write(sign * (size - 1)) : withoutWhole(shown, sign, write);
}
const FRACTION = /(?<!\d)(\d{1,9}) {0,9}\/ {0,9}(\d{1,9})(?!\d)/;
/** Smaller than this the formatter takes for its least fraction. */
const NOTHING = 1e-18;
/** A share of one that rounds to a whole number at the first decimal: what is less is cut rightly. */
const ROUNDS_UP = 0.95;

/** The text of a fraction without a whole number, in the room of one of as many digits that the formatter cuts rightly. */
function withoutWhole(shown: ShownText, sign: number, write: Write): ShownText {
  const [fraction = '', above = '', below = ''] = FRACTION.exec(shown.text) ?? [];
  const [least, lower] = [10 ** (above.length - 1), 10 ** (below.length - 1)];
  for (const size of [least / Number(below), least / (lower + 1), least / (lower + Math.max(1, 0.9 * lower))]) {
    if (size >= ROUNDS_UP) continue;
    const frame = write(sign * size);
    const [stand, up = '', down = ''] = FRACTION.exec(frame.text) ?? [];
    const fits = up.length === above.length && down.length === below.length;
    if (stand !== undefined && fits) return { ...frame, text: frame.text.replace(stand, () => fraction) };
  }
  return { ...shown, text: shown.text.slice(shown.text.indexOf(fraction)) };
}
