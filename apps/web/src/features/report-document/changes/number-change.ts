/** Where a number went. */
export type Direction = 'up' | 'down' | undefined;

/** Whether a cell's number rose or fell, from its two texts; undefined when either is no number or both are equal. */
export function directionOf(before: string, after: string): Direction {
  const from = numberIn(before);
  const to = numberIn(after);
  if (from === undefined || to === undefined || from === to) return undefined;
  return to > from ? 'up' : 'down';
}

/** The number that a formatted text shows: signs, brackets, percent, thousands and either decimal mark. */
export function numberIn(text: string): number | undefined {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const isNegative = /^\s*\(.*\)\s*$/.test(text) || /^\D*[-−‒–]/.test(text) || /\d[-−]\s*$/.test(text);
  const digits = /\d[\d.,'’\s\u00a0\u202f]*|[.,]\d+/.exec(text)?.[0];
  if (digits === undefined) return undefined;
  const value = Number(plainDigits(digits.replace(/['’\s\u00a0\u202f]/g, '')));
  if (!Number.isFinite(value)) return undefined;
  const exponent = /\d[eE]([+-]?\d{1,3})/.exec(text)?.[1];
  const size = exponent ? value * 10 ** Number(exponent) : value;
  return isNegative ? -size : size;
}

/** The last mark is the decimal one when another kind stands before it, or when it cannot part thousands. */
function plainDigits(digits: string): string {
  const mark = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (mark < 0) return digits;
  const sign = digits[mark] ?? '';
  const other = sign === '.' ? ',' : '.';
  const isOnce = digits.indexOf(sign) === mark;
  const isDecimal = isOnce && (digits.includes(other) || sign === '.' || digits.length - mark !== 4);
  const whole = digits.slice(0, mark).replace(/[.,]/g, '');
  const rest = digits.slice(mark + 1).replace(/[.,]/g, '');
  return isDecimal ? `${whole}.${rest}` : whole + rest;
}
