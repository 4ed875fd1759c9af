const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const grouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const twoWays = /^[+-]?\d{1,3},\d{3}$/;

/**
 * A number as controls show it, with a point; or as pages show it in every language, with commas between thousands. One comma
 * before three digits may be meant as either, which differs by a thousand: `two ways`. Undefined for what is no number.
 */
export function readNumber(value: string): number | 'two ways' | undefined {
  const text = value.trim();
  if (twoWays.test(text)) return 'two ways';
  if (!plain.test(text) && !grouped.test(text)) return undefined;
  const number = Number(text.replaceAll(',', ''));
  return Number.isFinite(number) ? number : undefined;
}
