/** Points of each unit that a length may have. */
const points: Readonly<Record<string, number>> = { pt: 1, in: 72, cm: 72 / 2.54, mm: 72 / 25.4, pc: 12, px: 0.75 };

/** A length of OpenDocument (`2.258cm`) in points; undefined when it is none. */
export function pointsOf(length: string | undefined): number | undefined {
  const [, number = '', unit = ''] = /^(-?\d{0,9}\.?\d{0,20})(pt|in|cm|mm|pc|px)$/.exec(length?.trim() ?? '') ?? [];
  const factor = points[unit];
  const size = Number(number);
  return number === '' || factor === undefined || !Number.isFinite(size) ? undefined : size * factor;
}
