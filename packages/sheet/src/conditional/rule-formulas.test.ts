import { expect, test } from 'vitest';
import { BOLD, RED, type Rows, ruled, shownRows, shownSheets, today } from '../test-support/ruled-book.ts';
import { cellsXml, escaped } from '../test-support/xlsx-builder.ts';

const rule = (attributes: string, inner = '', dxf = 0) =>
  `<cfRule priority="1" dxfId="${dxf}" ${attributes}>${inner}</cfRule>`;
const formula = (text: string) => `<formula>${escaped(text)}</formula>`;
const expression = (text: string, dxf = 0) => rule('type="expression"', formula(text), dxf);

const table: Rows = [
  ['Name', 'Amount'],
  ['a', 5],
  ['b', 20],
  ['c', 11],
];

test('a rule by formula is judged for each cell from the first of its range', async () => {
  const { marked, notShown } = await shownRows(table, ruled('A2:B4', expression('$B2>10')));
  expect(marked(RED)).toBe('A3 B3 A4 B4');
  expect(notShown).toEqual([]);
});

test.each([
  ['MOD(ROW(),2)=0', 'A2:A5', 'A2 A4'],
  ['COUNTIF($A$1:$A$5,A1)>1', 'A1:A5', 'A1 A2'],
  ['A1=MAX($A$1:$A$5)', 'A1:A5', 'A4'],
  ['A1>AVERAGE(A$1:A$5)', 'A1:A5', 'A4 A5'],
  ['AND(ISNUMBER(A1),A1>=LARGE($A$1:$A$5,2))', 'A1:A5', 'A4 A5'],
  ['A1<>A1048576', 'A2:A5', 'A2 A4 A5'],
  ['$A1>Limits!$A$1', 'A1:A5', 'A4 A5'],
  ['A1>Limit', 'A1:A5', 'A4 A5'],
  ['SUM(IF($A$1:$A1=3,1,0))>0', 'A1:A5', 'A1 A2 A3 A4 A5'],
  ['OR(A1={1,9})', 'A1:A5', 'A3 A4'],
  ['A1', 'A1:A5', 'A1 A2 A3 A4 A5'],
  ['"text"', 'A1:A5', ''],
  ['1/0', 'A1:A5', ''],
  ['TRUE', 'A1:A2', 'A1 A2'],
])('=%s over %s', async (text, range, places) => {
  const rows = [[3], [3], [1], [9], [6]];
  const behind = '<definedNames><definedName name="Limit">Limits!$A$1</definedName></definedNames>';
  const { marked, notShown } = await shownRows(rows, ruled(range, expression(text)), { others: [[5]], behind });
  expect(marked(RED)).toBe(places);
  expect(notShown).toEqual([]);
});

test('empty cells of a range are judged too, as far as the sheet has values', async () => {
  const rows: Rows = [
    ['x', undefined, 1],
    [undefined, undefined, 2],
    ['x', undefined, 3],
  ];
  const holes = cellsXml(rows).replaceAll('<c/>', '');
  expect(holes).not.toContain('<c/>');
  const { marked } = await shownRows(rows, ruled('A1:H9', expression('$A1="x"')));
  expect(marked(RED)).toBe('A1 B1 C1 A3 B3 C3');
});

test('operands of comparisons are formulas', async () => {
  const comparison = (operator: string, ...texts: readonly string[]) =>
    rule(`type="cellIs" operator="${operator}"`, texts.map(formula).join(''));
  const rows = [[1], [5], [9]];
  const extra = { others: [[2]] };
  const over = async (xml: string) => (await shownRows(rows, ruled('A1:A3', xml), extra)).marked(RED);
  expect(await over(comparison('greaterThan', 'AVERAGE($A$1:$A$3)'))).toBe('A3');
  expect(await over(comparison('between', 'Limits!$A$1', 'Limits!$A$1*3'))).toBe('A2');
  expect(await over(comparison('equal', 'MIN(A$1:A$3)'))).toBe('A1');
  expect(await over(comparison('lessThan', '1/0'))).toBe('');
});

test('texts are sought as their formula says', async () => {
  const found = (type: string, text: string) =>
    ruled('A1:A3', rule(`type="${type}" operator="${type}"`, formula(text)));
  const rows = [['Banana'], ['Cherry'], ['nab']];
  const extra = { others: [['an']] };
  const marked = async (xml: string) => (await shownRows(rows, xml, extra)).marked(RED);
  expect(await marked(found('containsText', 'NOT(ISERROR(SEARCH(Limits!$A$1,A1)))'))).toBe('A1');
  expect(await marked(found('notContainsText', 'ISERROR(SEARCH("an",A1))'))).toBe('A2 A3');
  expect(await marked(found('beginsWith', 'LEFT(A1,1)="C"'))).toBe('A2');
});

test('a scale, a bar and icons may begin and end at what formulas give', async () => {
  const scale =
    '<cfRule type="colorScale" priority="1"><colorScale><cfvo type="formula" val="Limits!$A$1"/><cfvo type="num" val="$A$3"/>' +
    '<color rgb="FFFF0000"/><color rgb="FF0000FF"/></colorScale></cfRule>';
  const { marked, notShown } = await shownRows([[0], [5], [10]], ruled('A1:A3', scale), { others: [[5]] });
  expect([marked(RED), marked('background-color:#0000ff'), notShown]).toEqual(['A1 A2', 'A3', []]);
});

const days: Rows = [-40, -8, -7, -6, -1, 0, 1, 6, 7, 30].map((away) => [today + away]);
test.each([
  ['today', 'A6'],
  ['yesterday', 'A5'],
  ['tomorrow', 'A7'],
  ['last7Days', 'A4 A5 A6'],
  ['thisWeek', 'A5 A6 A7'],
  ['lastWeek', 'A2 A3 A4'],
  ['nextWeek', 'A8 A9'],
  ['thisMonth', 'A2 A3 A4 A5 A6 A7 A8 A9'],
  ['lastMonth', 'A1'],
  ['nextMonth', 'A10'],
])('the period %s is that of the day of publishing', async (period, places) => {
  const { marked, usesClock } = await shownRows(
    days,
    ruled('A1:A10', rule(`type="timePeriod" timePeriod="${period}"`)),
  );
  expect(marked(RED)).toBe(places);
  expect(usesClock).toBe(true);
});

test('a rule may ask for the day of publishing', async () => {
  const { marked, usesClock } = await shownRows(days, ruled('A1:A10', expression('A1=TODAY()-1')));
  expect([marked(RED), usesClock]).toEqual(['A5', true]);
});

const extended = (rules: string, sqref: string) =>
  `<extLst><ext uri="{78C0D931}"><x14:conditionalFormattings xmlns:x14="x" xmlns:xm="m"><x14:conditionalFormatting>${rules}<xm:sqref>${sqref}</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`;

test('a rule of an extension brings its format, and may look at other sheets', async () => {
  const own = '<x14:dxf><font><b/></font><fill><patternFill><bgColor rgb="FFFF0000"/></patternFill></fill></x14:dxf>';
  const rules = `<x14:cfRule type="expression" priority="2" id="{1}"><xm:f>$A1&gt;Limits!$A$1</xm:f>${own}</x14:cfRule>`;
  const { marked, notShown } = await shownRows([[3], [9]], extended(rules, 'A1:A2'), { others: [[5]] });
  expect([marked(RED), marked(BOLD), notShown]).toEqual(['A2', 'A2', []]);
});

test('priority and stop hold over rules of every kind', async () => {
  const own = '<x14:dxf><font><b/></font></x14:dxf>';
  const later = `<x14:cfRule type="expression" priority="3" id="{1}"><xm:f>TRUE</xm:f>${own}</x14:cfRule>`;
  const first = '<cfRule type="expression" dxfId="0" priority="1" stopIfTrue="1"><formula>A1&gt;5</formula></cfRule>';
  const { marked } = await shownRows([[3], [9]], ruled('A1:A2', first) + extended(later, 'A1:A2'));
  expect([marked(RED), marked(BOLD)]).toEqual(['A2', 'A1']);
});

test('a rule with a function that is not evaluated is left out and named, never guessed', async () => {
  const xml = ruled('A1:A2', expression('OR(TRUE,NOPE(A1))'), expression('A1=', 1));
  const { marked, notShown, warnings } = await shownRows([[1], [2]], xml);
  expect([marked(RED), marked(BOLD)]).toEqual(['', '']);
  const what = 'conditional formatting rules';
  expect(notShown).toEqual([
    { sheet: 'S', what, count: 1, why: 'The function NOPE is not evaluated.' },
    { sheet: 'S', what, count: 1, why: 'A formula cannot be read.' },
  ]);
  expect(warnings.join()).toContain('The conditional formatting rules of S are not all shown (1 left out).');
});

test('a cell without a result is not judged, and its rule holds for the others', async () => {
  const xml =
    '<sheetData><row r="1"><c r="A1"><v>9</v></c><c r="B1"><f>NOPE()</f><v/></c></row><row r="2"><c r="A2"><v>9</v></c><c r="B2"><v>1</v></c></row></sheetData>';
  const { pages, notShown = [] } = await shownSheets([xml + ruled('A1:A2', expression('B1<5'))]);
  expect(notShown.map(({ what }) => what)).toEqual(['formulas']);
  expect(pages[0]?.html.match(/data-s="\d+"/g)).toHaveLength(1);
});

const scaleOf = (points: string) =>
  `<x14:cfRule type="colorScale" priority="1" id="{1}"><x14:colorScale>${points}<x14:color rgb="FFFF0000"/><x14:color rgb="FF0000FF"/></x14:colorScale></x14:cfRule>`;

test('a scale of an extension may begin and end on other sheets', async () => {
  const points = '<x14:cfvo type="formula"><xm:f>Limits!$A$1</xm:f></x14:cfvo><x14:cfvo type="max"/>';
  const { css, notShown } = await shownRows([[0], [5], [10]], extended(scaleOf(points), 'A1:A3'), { others: [[5]] });
  expect([1, 2, 3].map((row) => css(`A${row}`))).toEqual(
    ['#ff0000', '#ff0000', '#0000ff'].map((color) => expect.stringContaining(`background-color:${color}`)),
  );
  expect(notShown).toEqual([]);
});

const iconRule = (attributes: string, icons: string, ends = [0, 33, 67]) =>
  `<x14:cfRule type="iconSet" priority="1" id="{1}"><x14:iconSet ${attributes}>` +
  `${ends.map((end) => `<x14:cfvo type="percent"><xm:f>${end}</xm:f></x14:cfvo>`).join('')}${icons}</x14:iconSet></x14:cfRule>`;
const ownIcons =
  '<x14:cfIcon iconSet="3Flags" iconId="0"/><x14:cfIcon iconSet="NoIcons" iconId="0"/><x14:cfIcon iconSet="3Stars" iconId="2"/>';

test.each([
  ['iconSet="3Stars"', '', ['empty star', 'half star', 'full star']],
  ['iconSet="3Triangles"', '', ['down', 'unchanged', 'up']],
  ['iconSet="5Boxes"', '', ['0 of 4 boxes', '2 of 4 boxes', '4 of 4 boxes']],
  ['iconSet="3Arrows" custom="1"', ownIcons, ['red flag', undefined, 'full star']],
  ['iconSet="3Arrows" custom="1" reverse="1"', ownIcons, ['full star', undefined, 'red flag']],
])('icons of an extension: %s %s', async (attributes, icons, words) => {
  const ends = attributes.includes('5Boxes') ? [0, 20, 40, 60, 80] : undefined;
  const xml = extended(iconRule(attributes, icons, ends), 'A1:A3');
  const { html, notShown } = await shownRows([[0], [50], [100]], xml);
  expect([1, 2, 3].map((row) => /aria-label="([^"]*)"/.exec(html(`A${row}`))?.[1])).toEqual(words);
  expect(notShown).toEqual([]);
});

test('a bar that stands in an extension alone is drawn', async () => {
  const bar =
    '<x14:cfRule type="dataBar" priority="1" id="{9}"><x14:dataBar minLength="0" maxLength="100" gradient="0"><x14:cfvo type="num"><xm:f>0</xm:f></x14:cfvo>' +
    '<x14:cfvo type="formula"><xm:f>Limits!$A$1</xm:f></x14:cfvo><x14:fillColor rgb="FF00AA00"/><x14:negativeFillColor rgb="FFAA0000"/></x14:dataBar></x14:cfRule>';
  const { css, notShown } = await shownRows([[5], [10]], extended(bar, 'A1:A2'), { others: [[10]] });
  expect([css('A1'), css('A2')].map((text) => / (\d+)%,transparent/.exec(text)?.[1])).toEqual(['50', '100']);
  expect([css('A1'), notShown]).toEqual([expect.stringContaining('#00aa00'), []]);
});

test.each(['constructor', 'NoSuchSet', ''])('icons of a set %j that nobody knows are named', async (set) => {
  const { notShown } = await shownRows([[1]], extended(iconRule(`iconSet="${set}"`, ''), 'A1'));
  expect(notShown).toEqual([
    { sheet: 'S', what: 'conditional formatting rules', count: 1, why: 'Rules of this kind are not shown.' },
  ]);
});
