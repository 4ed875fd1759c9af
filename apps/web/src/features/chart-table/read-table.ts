/** A chart's numbers as its drawing carries them. */
export interface ChartNumbers {
  /** What the chart is called to those who do not see it. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What is said of rows that are not listed. */
  readonly more: string | undefined;
}

/** What carries numbers, behind the picture of its chart. */
interface Carrier extends Pick<Element, 'getAttribute'> {
  readonly previousElementSibling: Pick<Element, 'getAttribute'> | null;
}

/** Reads the numbers that lie beside the picture of a chart; undefined where there are none. */
export function readTable(details: Carrier | null): ChartNumbers | undefined {
  const text = details?.getAttribute('data-table');
  if (!details || text === null || text === undefined) return undefined;
  const [head = [], ...rows] = text.split('\n').map((line) => line.split('\t'));
  const last = rows.at(-1);
  const isMore = head.length > 1 && last?.length === 1;
  return {
    name: details.previousElementSibling?.getAttribute('aria-label') ?? 'Chart',
    head,
    rows: isMore ? rows.slice(0, -1) : rows,
    more: isMore ? last[0] : undefined,
  };
}

/** Whether a text is a number as it is shown: digits and signs, without words. */
export function isNumeric(text: string): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}
