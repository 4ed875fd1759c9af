/** What a spreadsheet takes for a formula: in wide letters too, and behind characters that it skips or that nobody sees. */
const FORMULA = /^(?:[\s\p{C}]*[=+\-@|＝＋－＠｜]|[\t\r])/u;
/**
 * Where a reader that parts by semicolons or tabs begins another cell: a quote within its cell holds nothing together,
 * so that quoting alone does not help there. What separates is taken at once, whether a formula follows or not.
 */
const INNER_CELL = /([;\t\r\n][\s\p{C}"]*)([=+\-@|＝＋－＠｜][^;\t\r\n]*)?/gu;
const NUMBER = /^[+-]?\s?\p{Sc}?\s?[.,]?\d[\d.,'’\s]*(?:e[+-]?\d+)?(?:%|\p{Sc}|[a-z]{1,4})?$/iu;

/**
 * More than the currency, spaces, digits, unit and arrow of a number, such as a bracket or another sign, may be run. A
 * currency of letters stands apart from the digits: `-R$5` is a cell, `-R$ 5` is none.
 */
const SIGNED = /^[+-](?:[\s\p{Sc}]|\p{L}{1,3}[.$]?\s)*(?:[.,]?\d[\p{L}\p{N}\p{Sc}\p{So}\s.,'’%‰/:↑→↓]*)?$/u;

/** One line of a CSV file (RFC 4180) of fields that are safe already. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(quoted).join(',')}\r\n`;
}

/** A text that no spreadsheet runs: what it would take for a formula stands behind an apostrophe. */
export function csvText(text: string): string {
  const whole = text.replaceAll(INNER_CELL, (found, lead: string, rest: string | undefined) =>
    rest === undefined || NUMBER.test(rest.trim()) ? found : `${lead}'${rest}`,
  );
  return FORMULA.test(text) ? `'${whole}` : whole;
}

/** A number as it is shown, with the minus that programs read; its literals may be a formula, which no number is. */
export function csvNumber(shown: string): string {
  const text = shown.trim().replace('\u2212', '-');
  return NUMBER.test(text) ? text : csvText(text);
}

/** What a spreadsheet would run of the text of a numeric cell, as whoever published it wrote it. */
export function isFormula(text: string): boolean {
  const shown = text.trim();
  return FORMULA.test(text) && !NUMBER.test(shown) && !SIGNED.test(shown);
}

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
