import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { buildXlsx, type CellSource, cellsXml, escaped } from '../test-support/xlsx-builder.ts';

const dxfs =
  '<dxfs><dxf><fill><patternFill><bgColor rgb="FFFF0000"/></patternFill></fill></dxf>' +
  '<dxf><font><b/></font></dxf></dxfs>';
const styles =
  '<fonts><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills><fill><patternFill patternType="none"/></fill></fills><borders><border/></borders>' +
  `<cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellXfs>${dxfs}`;

const RED = 'background-color:#ff0000';
const BOLD = 'font-weight:700';
/** Monday. */
const moment = new Date(2026, 10, 23, 12);
const today = 46_349;

type Rows = readonly (readonly (CellSource | undefined)[])[];

const rule = (attributes: string, inner = '', dxf = 0) =>
  `<cfRule priority="1" dxfId="${dxf}" ${attributes}>${inner}</cfRule>`;
const formula = (text: string) => `<formula>${escaped(text)}</formula>`;
const format = (sqref: string, ...rules: readonly string[]) =>
  `<conditionalFormatting sqref="${sqref}">${rules.join('')}</conditionalFormatting>`;
const expression = (text: string, dxf = 0) => rule('type="expression"', formula(text), dxf);

interface Extra {
  readonly others?: Rows;
  readonly behind?: string;
}

async function shown(rows: Rows, further: string, { others = [], behind = '' }: Extra = {}) {
  const sheets = [
    { name: 'S', body: cellsXml(rows) + further },
    { name: 'Limits', body: cellsXml(others) },
  ];
  const { pages, ...rest } = renderPages(
    await readWorkbook(buildXlsx({ sheets, styles, behind })),
    {},
    { now: moment },
  );
  const [page] = pages;
  const found = new Map<string, string>();
  for (const [, attributes = ''] of (page?.html ?? '').matchAll(/<td([^>]*)>/g)) {
    const name = /data-cell="(\w+)"/.exec(attributes)?.[1] ?? '';
    found.set(name, page?.styles[Number(/data-s="(\d+)"/.exec(attributes)?.[1] ?? -1)] ?? '');
  }
  const marked = (css: string) => [...found].flatMap(([name, own]) => (own.includes(css) ? [name] : [])).join(' ');
  return { ...rest, marked, html: page?.html ?? '' };
}

const table: Rows = [
  ['Name', 'Amount'],
  ['a', 5],
  ['b', 20],
  ['c', 11],
];

test('a rule by formula is judged for each cell from the first of its range', async () => {
  const { marked, notShown } = await shown(table, format('A2:B4', expression('$B2>10')));
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
  const { marked, notShown } = await shown(rows, format(range, expression(text)), { others: [[5]], behind });
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
  const { marked } = await shown(rows, format('A1:H9', expression('$A1="x"')));
  expect(marked(RED)).toBe('A1 B1 C1 A3 B3 C3');
});

test('operands of comparisons are formulas', async () => {
  const comparison = (operator: string, ...texts: readonly string[]) =>
    rule(`type="cellIs" operator="${operator}"`, texts.map(formula).join(''));
  const rows = [[1], [5], [9]];
  const extra = { others: [[2]] };
  const over = async (xml: string) => (await shown(rows, format('A1:A3', xml), extra)).marked(RED);
  expect(await over(comparison('greaterThan', 'AVERAGE($A$1:$A$3)'))).toBe('A3');
  expect(await over(comparison('between', 'Limits!$A$1', 'Limits!$A$1*3'))).toBe('A2');
  expect(await over(comparison('equal', 'MIN(A$1:A$3)'))).toBe('A1');
  expect(await over(comparison('lessThan', '1/0'))).toBe('');
});

test('texts are sought as their formula says', async () => {
  const found = (type: string, text: string) =>
    format('A1:A3', rule(`type="${type}" operator="${type}"`, formula(text)));
  const rows = [['Banana'], ['Cherry'], ['nab']];
  const extra = { others: [['an']] };
  const marked = async (xml: string) => (await shown(rows, xml, extra)).marked(RED);
  expect(await marked(found('containsText', 'NOT(ISERROR(SEARCH(Limits!$A$1,A1)))'))).toBe('A1');
  expect(await marked(found('notContainsText', 'ISERROR(SEARCH("an",A1))'))).toBe('A2 A3');
  expect(await marked(found('beginsWith', 'LEFT(A1,1)="C"'))).toBe('A2');
});

test('a scale, a bar and icons may begin and end at what formulas give', async () => {
  const scale =
    '<cfRule type="colorScale" priority="1"><colorScale><cfvo type="formula" val="Limits!$A$1"/><cfvo type="num" val="$A$3"/>' +
    '<color rgb="FFFF0000"/><color rgb="FF0000FF"/></colorScale></cfRule>';
  const { marked, notShown } = await shown([[0], [5], [10]], format('A1:A3', scale), { others: [[5]] });
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
  const { marked, usesClock } = await shown(days, format('A1:A10', rule(`type="timePeriod" timePeriod="${period}"`)));
  expect(marked(RED)).toBe(places);
  expect(usesClock).toBe(true);
});

test('a rule may ask for the day of publishing', async () => {
  const { marked, usesClock } = await shown(days, format('A1:A10', expression('A1=TODAY()-1')));
  expect([marked(RED), usesClock]).toEqual(['A5', true]);
});

const extended = (rules: string, sqref: string) =>
  `<extLst><ext uri="{78C0D931}"><x14:conditionalFormattings xmlns:x14="x" xmlns:xm="m"><x14:conditionalFormatting>${rules}<xm:sqref>${sqref}</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`;

test('a rule of an extension brings its format, and may look at other sheets', async () => {
  const own = '<x14:dxf><font><b/></font><fill><patternFill><bgColor rgb="FFFF0000"/></patternFill></fill></x14:dxf>';
  const rules = `<x14:cfRule type="expression" priority="2" id="{1}"><xm:f>$A1&gt;Limits!$A$1</xm:f>${own}</x14:cfRule>`;
  const { marked, notShown } = await shown([[3], [9]], extended(rules, 'A1:A2'), { others: [[5]] });
  expect([marked(RED), marked(BOLD), notShown]).toEqual(['A2', 'A2', []]);
});

test('priority and stop hold over rules of every kind', async () => {
  const own = '<x14:dxf><font><b/></font></x14:dxf>';
  const later = `<x14:cfRule type="expression" priority="3" id="{1}"><xm:f>TRUE</xm:f>${own}</x14:cfRule>`;
  const first = '<cfRule type="expression" dxfId="0" priority="1" stopIfTrue="1"><formula>A1&gt;5</formula></cfRule>';
  const { marked } = await shown([[3], [9]], format('A1:A2', first) + extended(later, 'A1:A2'));
  expect([marked(RED), marked(BOLD)]).toEqual(['A2', 'A1']);
});

test('a rule with a function that is not evaluated is left out and named, never guessed', async () => {
  const xml = format('A1:A2', expression('OR(TRUE,NOPE(A1))'), expression('A1=', 1));
  const { marked, notShown, warnings } = await shown([[1], [2]], xml);
  expect([marked(RED), marked(BOLD)]).toEqual(['', '']);
  const what = 'rules of conditional formatting';
  expect(notShown).toEqual([
    { sheet: 'S', what, count: 1, why: 'The function NOPE is not evaluated.' },
    { sheet: 'S', what, count: 1, why: 'A formula cannot be read.' },
  ]);
  expect(warnings.join()).toContain('The rules of conditional formatting of S are not all shown (1 left out).');
});

test('a cell without a result is not judged, and its rule holds for the others', async () => {
  const xml =
    '<sheetData><row r="1"><c r="A1"><v>9</v></c><c r="B1"><f>NOPE()</f><v/></c></row><row r="2"><c r="A2"><v>9</v></c><c r="B2"><v>1</v></c></row></sheetData>';
  const sheets = [{ name: 'S', body: xml + format('A1:A2', expression('B1<5')) }];
  const { pages, notShown = [] } = renderPages(await readWorkbook(buildXlsx({ sheets, styles })), {}, { now: moment });
  expect(notShown.map(({ what }) => what)).toEqual(['formulas']);
  expect(pages[0]?.html.match(/data-s="\d+"/g)).toHaveLength(1);
});
