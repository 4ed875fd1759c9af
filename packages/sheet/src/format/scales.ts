/** A scale that the formatter does not know: per cent of more than one mark or of thousands, thousands with decimals behind. */
export interface OddScale {
  /** The code of its section without the commas that divide. */
  readonly code: string;
  /** What a number is multiplied by before the formatter takes it. */
  readonly factor: number;
}

const DIGIT = /^[0#?]$/;

/**
 * Each mark of per cent multiplies by 100, and each comma behind the last digit, or before the point, divides by 1000
 * (ECMA-376 part 1, 18.8.31): `0.0,%` shows a thousandth of `0.0%`, and `0,.0` is `0.0,`. Undefined where the formatter
 * knows as much.
 */
export function oddScale(tokens: readonly string[]): OddScale | undefined {
  const percents = tokens.filter((token) => token === '%').length;
  const commas = dividing(tokens);
  const isUsual = percents <= 1 && (commas.size === 0 || (percents === 0 && !isBeforePoint(tokens, commas)));
  if (isUsual) return undefined;
  const code = tokens.filter((_, at) => !commas.has(at)).join('');
  return { code, factor: 100 ** Math.max(0, percents - 1) / 1000 ** commas.size };
}

function isBeforePoint(tokens: readonly string[], commas: ReadonlySet<number>): boolean {
  return commas.has(tokens.indexOf('.') - 1);
}

/** The commas that follow a digit, with none behind them before the point or the end: others part thousands or are texts. */
function dividing(tokens: readonly string[]): Set<number> {
  const found = new Set<number>();
  let open: number[] = [];
  let isBehindDigit = false;
  for (const [at, token] of tokens.entries()) {
    if (token === ',' && isBehindDigit) {
      open.push(at);
      continue;
    }
    const isDigit = DIGIT.test(token);
    if (token === '.') for (const comma of open) found.add(comma);
    if (token === '.' || isDigit) open = [];
    isBehindDigit = token === '.' || isDigit;
  }
  for (const comma of open) found.add(comma);
  return found;
}
