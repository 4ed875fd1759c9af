import { escaped } from '../../src/test-support/xlsx-builder.ts';
import { type Case, dated, formats } from './case-sheet.ts';

const numbers = [1, 5, 5, 9, 'text', -3, undefined, { formula: '1/0' }] as const;
const texts = ['Banana', 'cherry', 'Mango', 7, '  ', undefined, 'an', { formula: 'NA()' }] as const;
const ranked = [10, 40, 20, 40, 30, 'text', undefined, 5] as const;

type Format = (typeof formats)[number];

/** A rule with formulas, and a format by name. */
export function rule(
  attributes: string,
  formulas: readonly string[] = [],
  format: Format = 'red',
  priority = 1,
): string {
  const inner = formulas.map((text) => `<formula>${escaped(text)}</formula>`).join('');
  return `<cfRule ${attributes} dxfId="${formats.indexOf(format)}" priority="${priority}">${inner}</cfRule>`;
}

const comparison = (operator: string, ...limits: readonly string[]): Case => ({
  label: `${operator} ${limits.join(' ')}`,
  values: numbers,
  rules: rule(`type="cellIs" operator="${operator}"`, limits),
});
const judged = (label: string, attributes: string, ...formulas: readonly string[]): Case => ({
  label,
  values: texts,
  rules: rule(attributes, formulas),
});

/** Comparisons, formulas, texts, blanks and errors. */
export const conditionCases: readonly Case[] = [
  comparison('greaterThan', '4'),
  comparison('greaterThanOrEqual', '9'),
  comparison('lessThan', '0'),
  comparison('lessThanOrEqual', '1'),
  comparison('equal', '5'),
  comparison('notEqual', '5'),
  comparison('between', '1', '5'),
  comparison('notBetween', '1', '5'),
  comparison('equal', '0'),
  comparison('equal', '"TEXT"'),
  { label: 'formula @>AVERAGE(#)', values: ranked, rules: rule('type="expression"', ['@>AVERAGE(#)']) },
  { label: 'formula MOD(ROW(),2)', values: ranked, rules: rule('type="expression"', ['MOD(ROW(),2)=0']) },
  {
    label: 'duplicates',
    values: ['a', 'A', 1, 1, '1', undefined, 'b', undefined],
    rules: rule('type="duplicateValues"'),
  },
  { label: 'unique', values: ['a', 'A', 1, 1, '1', undefined, 'b', undefined], rules: rule('type="uniqueValues"') },
  judged('contains an', 'type="containsText" operator="containsText" text="an"', 'NOT(ISERROR(SEARCH("an",@)))'),
  judged('contains not an', 'type="notContainsText" operator="notContains" text="an"', 'ISERROR(SEARCH("an",@))'),
  judged('begins with b', 'type="beginsWith" operator="beginsWith" text="b"', 'LEFT(@,LEN("b"))="b"'),
  judged('ends with o', 'type="endsWith" operator="endsWith" text="o"', 'RIGHT(@,LEN("o"))="o"'),
  judged('blanks', 'type="containsBlanks"', 'LEN(TRIM(@))=0'),
  judged('no blanks', 'type="notContainsBlanks"', 'LEN(TRIM(@))>0'),
  judged('errors', 'type="containsErrors"', 'ISERROR(@)'),
  judged('no errors', 'type="notContainsErrors"', 'NOT(ISERROR(@))'),
];

const ranks = (label: string, attributes: string): Case => ({ label, values: ranked, rules: rule(attributes) });
const away = [-40, -14, -8, -7, -6, -1, 0, 1, 6, 7, 31] as const;

/** Ranks, averages and periods around a day, given as a serial number. */
export function rankCases(today: number): readonly Case[] {
  const periods = [
    'today',
    'yesterday',
    'tomorrow',
    'last7Days',
    'thisWeek',
    'lastWeek',
    'nextWeek',
    'thisMonth',
    'lastMonth',
    'nextMonth',
  ];
  return [
    ranks('top 2', 'type="top10" rank="2"'),
    ranks('bottom 2', 'type="top10" bottom="1" rank="2"'),
    ranks('top 50 %', 'type="top10" percent="1" rank="50"'),
    ranks('bottom 10 %', 'type="top10" percent="1" bottom="1" rank="10"'),
    ranks('above average', 'type="aboveAverage"'),
    ranks('below average', 'type="aboveAverage" aboveAverage="0"'),
    ranks('above or equal', 'type="aboveAverage" equalAverage="1"'),
    ranks('below or equal', 'type="aboveAverage" aboveAverage="0" equalAverage="1"'),
    ranks('1 deviation above', 'type="aboveAverage" stdDev="1"'),
    ranks('1 deviation below', 'type="aboveAverage" aboveAverage="0" stdDev="1"'),
    ...periods.map((period) => ({
      label: period,
      values: away.map((days) => [today + days, dated] as const),
      rules: rule(`type="timePeriod" timePeriod="${period}"`),
    })),
  ];
}

const positive = (format: Format, priority: number, more = '') =>
  rule(`type="cellIs" operator="greaterThan"${more}`, ['0'], format, priority);
const large = (format: Format, priority: number, more = '') =>
  rule(`type="cellIs" operator="greaterThan"${more}`, ['5'], format, priority);
const scale =
  '<cfRule type="colorScale" priority="2"><colorScale><cfvo type="min"/><cfvo type="max"/><color rgb="FFFFFFFF"/><color rgb="FF5A8AC6"/></colorScale></cfRule>';
const some = [-2, 1, 3, 6, 9] as const;

/** What formats do, and which of several rules counts. */
export const orderCases: readonly Case[] = [
  ...formats.map((name) => ({ label: name, values: some, rules: positive(name, 1) })),
  { label: 'green over red', values: some, rules: large('green', 1) + positive('red', 2) },
  { label: 'red over green', values: some, rules: large('green', 2) + positive('red', 1) },
  { label: 'green stops bold', values: some, rules: large('green', 1, ' stopIfTrue="1"') + positive('bold', 2) },
  { label: 'green and bold', values: some, rules: large('green', 1) + positive('bold', 2) },
  { label: 'green over a scale', values: some, rules: large('green', 1) + scale },
  { label: 'a scale over green', values: some, rules: large('green', 3) + scale },
  { label: 'green stops a scale', values: some, rules: large('green', 1, ' stopIfTrue="1"') + scale },
];
