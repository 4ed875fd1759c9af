import { expect, test } from 'vitest';
import { BOLD, type Rows, ruled, shownRows, today } from '../test-support/ruled-book.ts';
import { escaped } from '../test-support/xlsx-builder.ts';

/** Numbers between which a blank, a text, a truth value and an error stand: none of them counts. */
const mixed: Rows = [[0], [undefined], [10], ['90'], [40], [true], [60], [{ formula: '1/0' }], [100]];
type Point = readonly [type: string, value?: string];

const point = ([type, value]: Point, more = '') =>
  `<cfvo type="${type}"${value === undefined ? '' : ` val="${escaped(value)}"`}${more}/>`;

/** The ends of a scale from black to white, found by the numbers that are wholly black or white, and the shade between. */
async function shades(rows: Rows, ...points: readonly Point[]) {
  const colors = points.length === 2 ? ['000000', 'FFFFFF'] : ['000000', '808080', 'FFFFFF'];
  const scale = `<cfRule type="colorScale" priority="1"><colorScale>${points.map((one) => point(one)).join('')}${colors.map((rgb) => `<color rgb="FF${rgb}"/>`).join('')}</colorScale></cfRule>`;
  const { css, notShown } = await shownRows(rows, ruled(`A1:A${rows.length}`, scale));
  expect(notShown).toEqual([]);
  return rows.map((_, n) => {
    const [, shade] = /background-color:#(\w\w)/.exec(css(`A${n + 1}`)) ?? [];
    return shade === undefined ? undefined : Number.parseInt(shade, 16);
  });
}

test.each<[Point, Point, number[]]>([
  [['min'], ['max'], [0, 26, 102, 153, 255]],
  [
    ['num', '10'],
    ['num', '60'],
    [0, 0, 153, 255, 255],
  ],
  [
    ['percent', '10'],
    ['percent', '60'],
    [0, 0, 153, 255, 255],
  ],
  // The quarters of five numbers are numbers of theirs.
  [
    ['percentile', '25'],
    ['percentile', '75'],
    [0, 0, 153, 255, 255],
  ],
  [
    ['percentile', '50'],
    ['percentile', '87.5'],
    [0, 0, 0, 128, 255],
  ],
  [
    ['formula', '5+5'],
    ['formula', '$A$7'],
    [0, 0, 153, 255, 255],
  ],
])('a color scale goes from %j to %j over the numbers alone', async (from, to, expected) => {
  const found = await shades(mixed, from, to);
  expect([0, 2, 4, 6, 8].map((n) => found[n])).toEqual(expected);
  expect([1, 3, 5, 7].map((n) => found[n])).toEqual([undefined, undefined, undefined, undefined]);
});

test.each<[Point, number[]]>([
  [
    ['percentile', '50'],
    [0, 32, 128, 170, 255],
  ],
  [
    ['percent', '50'],
    [0, 26, 102, 153, 255],
  ],
  [
    ['num', '60'],
    [0, 22, 85, 128, 255],
  ],
])('the middle of three colors lies at %j', async (middle, expected) => {
  const found = await shades(mixed, ['min'], middle, ['max']);
  expect([0, 2, 4, 6, 8].map((n) => found[n])).toEqual(expected);
});

test('percents count from the least number, which may lie below 0', async () => {
  expect(await shades([[-100], [-50], [0], [100]], ['percent', '25'], ['percent', '50'])).toEqual([0, 0, 255, 255]);
});

async function lengths(rows: Rows, from: Point, to: Point) {
  const bar = `<cfRule type="dataBar" priority="1"><dataBar minLength="0" maxLength="100">${point(from)}${point(to)}<color rgb="FF638EC6"/></dataBar></cfRule>`;
  const { css } = await shownRows(rows, ruled(`A1:A${rows.length}`, bar));
  return rows.map((_, n) => Number(/ (\d+)%,transparent/.exec(css(`A${n + 1}`))?.[1] ?? 0));
}

test.each<[Point, Point, number[]]>([
  [['min'], ['max'], [0, 10, 40, 60, 100]],
  [
    ['num', '10'],
    ['num', '60'],
    [0, 0, 60, 100, 100],
  ],
  [
    ['num', '-100'],
    ['num', '100'],
    [50, 55, 70, 80, 100],
  ],
  [
    ['percent', '10'],
    ['percent', '60'],
    [0, 0, 60, 100, 100],
  ],
  [
    ['percentile', '25'],
    ['percentile', '75'],
    [0, 0, 60, 100, 100],
  ],
  [
    ['formula', '$A$3'],
    ['formula', '2*$A$9'],
    [0, 0, 16, 26, 47],
  ],
])('a bar reaches from %j to %j', async (from, to, expected) => {
  const found = await lengths(mixed, from, to);
  expect([0, 2, 4, 6, 8].map((n) => found[n])).toEqual(expected);
});

async function steps(rows: Rows, points: readonly Point[], more = '') {
  const icons = `<cfRule type="iconSet" priority="1"><iconSet iconSet="3Signs">${point(['percent', '0'])}${points.map((one) => point(one, more)).join('')}</iconSet></cfRule>`;
  const { html, notShown } = await shownRows(rows, ruled(`A1:A${rows.length}`, icons));
  expect(notShown).toEqual([]);
  return rows.map((_, n) => /aria-label="(.)/.exec(html(`A${n + 1}`))?.[1] ?? '-').join('');
}

test.each<[string, Point[], string, string]>([
  [
    'percents',
    [
      ['percent', '40'],
      ['percent', '60'],
    ],
    '',
    'r-r-y-g-g',
  ],
  [
    'percents, beyond',
    [
      ['percent', '40'],
      ['percent', '60'],
    ],
    ' gte="0"',
    'r-r-r-y-g',
  ],
  [
    'numbers',
    [
      ['num', '10'],
      ['num', '100'],
    ],
    '',
    'r-y-y-y-g',
  ],
  [
    'numbers, beyond',
    [
      ['num', '10'],
      ['num', '100'],
    ],
    ' gte="0"',
    'r-r-y-y-y',
  ],
  [
    'percentiles',
    [
      ['percentile', '50'],
      ['percentile', '75'],
    ],
    '',
    'r-r-y-g-g',
  ],
  [
    'percentiles between numbers',
    [
      ['percentile', '33'],
      ['percentile', '67'],
    ],
    '',
    'r-r-y-g-g',
  ],
  [
    'formulas',
    [
      ['formula', 'AVERAGE($A$1,$A$9)'],
      ['formula', 'MAX($A$1:$A$7)'],
    ],
    '',
    'r-r-r-g-g',
  ],
])('icons turn at %s', async (_, points, more, expected) => {
  expect(await steps(mixed, points, more)).toBe(expected);
});

test('icons of equal numbers are the highest', async () => {
  expect(
    await steps(
      [[5], [5], [5]],
      [
        ['percent', '33'],
        ['percent', '67'],
      ],
    ),
  ).toBe('ggg');
});

async function marked(rows: Rows, attributes: string, inner = ''): Promise<string> {
  const rule = `<cfRule ${attributes} dxfId="1" priority="1">${inner}</cfRule>`;
  const report = await shownRows(rows, ruled(`A1:A${rows.length}`, rule));
  expect(report.notShown).toEqual([]);
  return report.marked(BOLD);
}

const tied: Rows = [[7], [3], ['x'], [7], [undefined], [9], [{ formula: 'NA()' }], [3], [5]];

test.each([
  ['type="top10" rank="2"', 'A1 A4 A6'],
  ['type="top10" rank="1"', 'A6'],
  ['type="top10" rank="99"', 'A1 A2 A4 A6 A8 A9'],
  ['type="top10" bottom="1" rank="1"', 'A2 A8'],
  ['type="top10" bottom="1" rank="3"', 'A2 A8 A9'],
  // Of six numbers: three, then one and a half, which is one, then at least one.
  ['type="top10" percent="1" rank="50"', 'A1 A4 A6'],
  ['type="top10" percent="1" rank="25"', 'A6'],
  ['type="top10" percent="1" rank="1"', 'A6'],
  ['type="top10" percent="1" bottom="1" rank="25"', 'A2 A8'],
])('equal numbers rank alike, and texts, blanks and errors not at all: %s', async (attributes, places) => {
  expect(await marked(tied, attributes)).toBe(places);
});

/** Their mean is 5, their deviation 2. */
const spread: Rows = [[2], [4], [4], [4], [5], [5], [7], [9], ['x'], [undefined], [{ formula: 'NA()' }]];

test.each([
  ['', 'A7 A8'],
  [' equalAverage="1"', 'A5 A6 A7 A8'],
  [' aboveAverage="0"', 'A1 A2 A3 A4'],
  [' aboveAverage="0" equalAverage="1"', 'A1 A2 A3 A4 A5 A6'],
  [' stdDev="3"', ''],
  [' aboveAverage="0" stdDev="1"', 'A1'],
])('averages are those of the numbers: aboveAverage%s', async (attributes, places) => {
  expect(await marked(spread, `type="aboveAverage"${attributes}`)).toBe(places);
});

/** From Monday, 23 November 2026. */
const days = (...away: readonly number[]): Rows => away.map((day) => [today + day]);

test.each([
  ['today', 'A6 A7'],
  ['yesterday', 'A5'],
  ['tomorrow', 'A8'],
  // Today and the six days before.
  ['last7Days', 'A4 A5 A6 A7'],
  // From Sunday to Saturday.
  ['thisWeek', 'A5 A6 A7 A8 A9'],
  ['lastWeek', 'A2 A3 A4'],
  ['nextWeek', 'A10'],
  ['thisMonth', 'A1 A2 A3 A4 A5 A6 A7 A8 A9 A10'],
])('a date may have a time: %s', async (period, places) => {
  const rows = [...days(-9, -8, -7, -6, -1, 0, 0.999, 1, 5, 6), ['text'], [undefined]];
  expect(await marked(rows, `type="timePeriod" timePeriod="${period}"`)).toBe(places);
});

test.each([
  ['lastMonth', 'A2 A3'],
  ['thisMonth', 'A4 A5'],
  ['nextMonth', 'A6 A7'],
])('months are those of the calendar: %s', async (period, places) => {
  expect(await marked(days(-54, -53, -23, -22, 7, 8, 38, 39), `type="timePeriod" timePeriod="${period}"`)).toBe(places);
});

const blanks: Rows = [['x'], [undefined], ['  '], ['\u00a0'], ['\n'], [{ formula: 'NA()' }], [0], [false]];

test.each([
  ['type="containsBlanks"', '<formula>LEN(TRIM(A1))=0</formula>', 'A2 A3'],
  ['type="containsBlanks"', '', 'A2 A3'],
  ['type="notContainsBlanks"', '<formula>LEN(TRIM(A1))&gt;0</formula>', 'A1 A4 A5 A7 A8'],
  ['type="notContainsBlanks"', '', 'A1 A4 A5 A7 A8'],
  ['type="containsErrors"', '', 'A6'],
  ['type="notContainsErrors"', '', 'A1 A2 A3 A4 A5 A7 A8'],
])('spaces alone are blank, and an error neither is nor is not: %s %s', async (attributes, inner, places) => {
  expect(await marked(blanks, attributes, inner)).toBe(places);
});
