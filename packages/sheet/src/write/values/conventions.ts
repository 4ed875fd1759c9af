/** How a report writes what can be read in two ways, as far as its other cells tell. */
export interface Conventions {
  readonly decimal: '.' | ',';
  /** Undefined: nothing tells, so such a date is not certain. */
  readonly isDayFirst: boolean | undefined;
}

/** Numbers as our own publishers write them; nothing is known of dates. */
export const plainConventions: Conventions = { decimal: '.', isDayFirst: undefined };

const DIGITS = /\d[\d.,]*\d/;
const DAY_AND_MONTH = /^\s*(\d{1,2})(?:-(\d{1,2})-|\/(\d{1,2})\/)\d{4}\b/;

/** Reads the conventions from the texts of numeric cells; where they contradict each other nothing is concluded. */
export function conventionsOf(texts: Iterable<string>): Conventions {
  let commas = 0;
  let points = 0;
  let dayFirst = 0;
  let monthFirst = 0;
  for (const text of texts) {
    const decimal = decimalIn(text);
    if (decimal === ',') commas++;
    if (decimal === '.') points++;
    const [, first, dashed, slashed] = DAY_AND_MONTH.exec(text) ?? [];
    if (Number(first) > 12) dayFirst++;
    if (Number(dashed ?? slashed) > 12) monthFirst++;
  }
  const isDayFirst = dayFirst > 0 !== monthFirst > 0 ? dayFirst > 0 : undefined;
  return { decimal: commas > 0 && points === 0 ? ',' : '.', isDayFirst };
}

function decimalIn(text: string): '.' | ',' | undefined {
  const core = DIGITS.exec(text)?.[0];
  return core === undefined ? undefined : certainDecimal(core);
}

/** The decimal mark of digits with points or commas, where there is but one way to read them. */
export function certainDecimal(core: string): '.' | ',' | undefined {
  const point = core.lastIndexOf('.');
  const comma = core.lastIndexOf(',');
  if (point < 0 && comma < 0) return undefined;
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const mark = point >= 0 ? '.' : ',';
  const other = mark === '.' ? ',' : '.';
  if (core.indexOf(mark) !== core.lastIndexOf(mark)) return other;
  const [before = '', after = ''] = core.split(mark);
  const looksGrouped = after.length === 3 && /^[1-9]\d{0,2}$/.test(before);
  return looksGrouped ? undefined : mark;
}
