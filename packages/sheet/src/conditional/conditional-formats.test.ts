import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { GREEN, RED, ruled, shownRows, shownSheets } from '../test-support/ruled-book.ts';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';

const numbers = [[1], [5], [5], [9], ['text'], [-3]];
const red = (rest: string, inner = '') => `<cfRule ${rest} dxfId="0" priority="1">${inner}</cfRule>`;
const is = (operator: string, ...formulas: readonly string[]) =>
  red(`type="cellIs" operator="${operator}"`, formulas.map((text) => `<formula>${text}</formula>`).join(''));

test.each([
  ['greaterThan', ['4'], 'A2 A3 A4 A5'],
  ['greaterThanOrEqual', ['9'], 'A4 A5'],
  ['lessThan', ['0'], 'A6'],
  ['lessThanOrEqual', ['1'], 'A1 A6'],
  ['equal', ['5'], 'A2 A3'],
  ['equal', ['"TEXT"'], 'A5'],
  ['notEqual', ['5'], 'A1 A4 A5 A6'],
  ['between', ['9', '5'], 'A2 A3 A4'],
  ['notBetween', ['0', '6'], 'A4 A5 A6'],
  ['equal', ['$A$2'], 'A2 A3'],
])('a value is %s %j', async (operator, formulas, places) => {
  const { marked, notShown } = await shownRows(numbers, ruled('A1:A6', is(operator, ...formulas)));
  expect(marked(RED)).toBe(places);
  expect(notShown).toEqual([]);
});

test('a reference moves with the cell that is judged', async () => {
  const rows = [
    [1, 2],
    [3, 2],
    [2, 2],
  ] as const;
  expect((await shownRows(rows, ruled('A1:A3', is('greaterThan', 'B1')))).marked(RED)).toBe('A2');
});

test.each(['C1:C3 A1:A3', 'A1:A3 C1:C3', 'C2 A1:A3 C3 C1'])(
  'references begin at the corner of the box around %s',
  async (ranges) => {
    const rows = [
      [1, 2, 3],
      [3, 2, 1],
      [5, 5, 5],
    ] as const;
    expect((await shownRows(rows, ruled(ranges, is('greaterThan', '$B1')))).marked(RED)).toBe('C1 A2');
    const rule = red('type="expression"', '<formula>A1&gt;$B1</formula>');
    expect((await shownRows(rows, ruled(ranges, rule))).marked(RED)).toBe('C1 A2');
  },
);

test.each(['C1 A2', 'A2 C1'])('no range needs to have the corner at which references of %s begin', async (ranges) => {
  const rows = [
    [0, 0, 9],
    [0, 9, 0],
  ] as const;
  const rule = red('type="expression"', '<formula>A1=9</formula>');
  expect((await shownRows(rows, ruled(ranges, rule))).marked(RED)).toBe('C1');
});

test.each([
  ['type="containsText" operator="containsText" text="AN"', 'A1 A3'],
  ['type="notContainsText" operator="notContains" text="an"', 'A2 A4 A5'],
  ['type="beginsWith" operator="beginsWith" text="b"', 'A1'],
  ['type="endsWith" operator="endsWith" text="a"', 'A1'],
  ['type="containsBlanks"', 'A5'],
  ['type="notContainsBlanks"', 'A1 A2 A3 A4'],
  ['type="duplicateValues"', ''],
  ['type="uniqueValues"', 'A1 A2 A3 A4 A5'],
])('texts: %s', async (rule, places) => {
  const { marked } = await shownRows([['Banana'], ['Cherry'], ['Mango'], [7], ['  ']], ruled('A1:A5', red(rule)));
  expect(marked(RED)).toBe(places);
});

test.each([
  ['type="top10" rank="2"', 'A3 A4'],
  ['type="top10" rank="2" bottom="1"', 'A1 A2'],
  ['type="top10" rank="25" percent="1"', 'A4'],
  ['type="aboveAverage"', 'A4'],
  ['type="aboveAverage" aboveAverage="0"', 'A1 A2 A3'],
  ['type="aboveAverage" stdDev="1"', 'A4'],
  ['type="duplicateValues"', ''],
])('ranks: %s', async (rule, places) => {
  const { marked } = await shownRows([[1], [2], [3], [40]], ruled('A1:A4', red(rule)));
  expect(marked(RED)).toBe(places);
});

test('rules count by priority over the whole sheet, and one that stops ends it', async () => {
  const rule = (priority: number, dxf: number, stops = '') =>
    `<cfRule type="cellIs" operator="greaterThan" dxfId="${dxf}" priority="${priority}"${stops}><formula>0</formula></cfRule>`;
  const both = await shownRows([[1]], ruled('A1', rule(2, 0)) + ruled('A1:B2', rule(1, 3), rule(3, 1)));
  expect(both.css('A1')).toContain(GREEN);
  expect(both.css('A1')).toContain('font-weight:700');
  const stopped = await shownRows([[1]], ruled('A1', rule(1, 0, ' stopIfTrue="1"'), rule(2, 1)));
  expect(stopped.css('A1')).toContain(RED);
  expect(stopped.css('A1')).not.toContain('font-weight');
});

const whiteToBlue = (priority: number) =>
  `<cfRule type="colorScale" priority="${priority}"><colorScale><cfvo type="min"/><cfvo type="max"/>` +
  '<color rgb="FFFFFFFF"/><color rgb="FF0000FF"/></colorScale></cfRule>';
const filling = (priority: number, dxf = 0) =>
  `<cfRule type="cellIs" operator="greaterThan" dxfId="${dxf}" priority="${priority}"><formula>1</formula></cfRule>`;

test.each([
  ['a scale before a rule with a fill', [whiteToBlue(1), filling(2)], '#0000ff'],
  ['a rule with a fill before a scale', [whiteToBlue(2), filling(1)], '#ff0000'],
  ['a scale between two rules with fills', [filling(3), whiteToBlue(2), filling(1, 3)], '#00ff00'],
  ['a rule without a fill before a scale', [filling(1, 1), whiteToBlue(2), filling(3)], '#0000ff'],
])('the first by priority colors a cell: %s', async (_, rules, color) => {
  const { css } = await shownRows([[1], [9]], ruled('A1:A2', ...rules));
  expect(css('A2')).toContain(`background-color:${color}`);
});

test('a rule sets the number format', async () => {
  const rule = '<cfRule type="cellIs" operator="lessThan" dxfId="2" priority="1"><formula>1</formula></cfRule>';
  expect((await shownRows([[0.5], [2]], ruled('A1:A2', rule))).html('A1')).toBe('50.0%');
});

test('a scale colours by place between its points', async () => {
  const scale =
    '<cfRule type="colorScale" priority="1"><colorScale><cfvo type="min"/><cfvo type="percentile" val="50"/><cfvo type="max"/>' +
    '<color rgb="FFFF0000"/><color rgb="FFFFFFFF"/><color rgb="FF0000FF"/></colorScale></cfRule>';
  const { css } = await shownRows([[0], [10], [20], ['x']], ruled('A1:A4', scale));
  expect([css('A1'), css('A2'), css('A3')].map((text) => /background-color:(#\w+)/.exec(text)?.[1])).toEqual([
    '#ff0000',
    '#ffffff',
    '#0000ff',
  ]);
  expect(css('A4')).toBe('');
});

const bar = (inner = '', ext = '') =>
  `<cfRule type="dataBar" priority="1"><dataBar${inner}><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar>${ext}</cfRule>`;

test('a bar is as long as its number, between a tenth and nine tenths of the cell', async () => {
  const { css } = await shownRows([[0], [50], [100]], ruled('A1:A3', bar()));
  expect(['A1', 'A2', 'A3'].map((name) => / (\d+)%,transparent/.exec(css(name))?.[1])).toEqual(['10', '50', '90']);
});

test('a bar of a later program has its own ends, an axis, and a colour of its own below 0', async () => {
  const tie = '<extLst><ext uri="x"><x14:id xmlns:x14="x">{1}</x14:id></ext></extLst>';
  const more =
    '<extLst><ext uri="y"><x14:conditionalFormattings xmlns:x14="x" xmlns:xm="m"><x14:conditionalFormatting>' +
    '<x14:cfRule type="dataBar" id="{1}"><x14:dataBar minLength="0" maxLength="100" gradient="0"><x14:cfvo type="autoMin"/>' +
    '<x14:cfvo type="num"><xm:f>30</xm:f></x14:cfvo><x14:negativeFillColor rgb="FFAA0000"/></x14:dataBar></x14:cfRule>' +
    '<xm:sqref>A1:A2</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>';
  const { css, notShown } = await shownRows([[-10], [30]], ruled('A1:A2', bar('', tie)) + more);
  expect(css('A1')).toContain('#aa0000 0%,#aa0000 25%');
  expect(css('A2')).toContain('#638ec6 25%,#638ec6 100%');
  expect(notShown).toEqual([]);
});

/** A bar of a later program over A1:A2, with attributes and parts of its own. */
const laterBar = (attributes: string, parts = '') =>
  '<extLst><ext uri="y"><x14:conditionalFormattings xmlns:x14="x" xmlns:xm="m"><x14:conditionalFormatting>' +
  `<x14:cfRule type="dataBar" priority="1" id="{2}"><x14:dataBar minLength="0" maxLength="100" gradient="0"${attributes}>` +
  `<x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/><x14:fillColor rgb="FF638EC6"/>${parts}</x14:dataBar></x14:cfRule>` +
  '<xm:sqref>A1:A2</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>';

test('the axis of a bar has a color of its own', async () => {
  const { css } = await shownRows([[-10], [30]], laterBar('', '<x14:axisColor rgb="FF112233"/>'));
  expect(css('A1')).toContain('#112233');
  expect(css('A1')).not.toContain('#000000');
});

test('bars without an axis keep the colour of numbers below 0', async () => {
  const { css } = await shownRows([[-10], [-5], [30]], laterBar(' axisPosition="none"').replace('A1:A2', 'A1:A3'));
  expect(css('A2')).toContain('#ff0000 0%,#ff0000 13%');
  expect(css('A3')).toContain('#638ec6 0%,#638ec6 100%');
});

test('bars of numbers below 0 alone grow to the left from the largest', async () => {
  const ends = laterBar('').replaceAll('autoM', 'm').replace('A1:A2', 'A1:A3');
  const { css } = await shownRows([[-10], [-4], [-2]], ends);
  expect(['A1', 'A2', 'A3'].map((name) => /#ff0000 (\S+)%,#ff0000 100%/.exec(css(name))?.[1])).toEqual([
    '0',
    '75',
    undefined,
  ]);
});

test('bars of one number below 0 are full, as those of one above it', async () => {
  const ends = laterBar('').replaceAll('autoM', 'm');
  expect((await shownRows([[-5], [-5]], ends)).css('A1')).toContain('#ff0000 0%,#ff0000 100%');
  expect((await shownRows([[5], [5]], ends)).css('A1')).toContain('#638ec6 0%,#638ec6 100%');
});

test.each([
  ['', 'left', 'right'],
  [' direction="leftToRight"', 'left', 'left'],
  [' direction="rightToLeft"', 'right', 'right'],
])(
  'a bar with the direction "%s" grows from the %s, on a sheet that runs the other way from the %s',
  async (...told) => {
    const [attributes, side, other] = told;
    const from = async (view: string) => {
      const bodies = [`${view}${cellsXml([[5], [30]])}${laterBar(attributes)}`];
      const to = /linear-gradient\(to (left|right)/.exec((await shownSheets(bodies)).css('A2'))?.[1];
      return to === 'left' ? 'right' : 'left';
    };
    expect(await from('')).toBe(side);
    expect(await from('<sheetViews><sheetView rightToLeft="1" workbookViewId="0"/></sheetViews>')).toBe(other);
  },
);

test('an icon stands for the step of a number, in words too', async () => {
  const icons =
    '<cfRule type="iconSet" priority="1"><iconSet iconSet="3Arrows"><cfvo type="percent" val="0"/><cfvo type="percent" val="33"/><cfvo type="percent" val="67"/></iconSet></cfRule>';
  const { html } = await shownRows([[1], [5], [10], ['x']], ruled('A1:A4', icons));
  const words = ['A1', 'A2', 'A3', 'A4'].map((name) => /aria-label="([^"]*)"/.exec(html(name))?.[1]);
  expect(words).toEqual(['down', 'sideways', 'up', undefined]);
  expect(html('A1')).toMatch(/<\/span>1$/);
});

test('icons and bars may stand alone, and sets may be turned round', async () => {
  const icons =
    '<cfRule type="iconSet" priority="1"><iconSet iconSet="3TrafficLights1" showValue="0" reverse="1"><cfvo type="num" val="0"/><cfvo type="num" val="5"/><cfvo type="num" val="8"/></iconSet></cfRule>';
  const { html } = await shownRows([[1], [9]], ruled('A1:A2', icons));
  expect(html('A1')).toMatch(/aria-label="green".*<\/span>$/);
  expect(html('A2')).toMatch(/aria-label="red".*<\/span>$/);
});

test('a rule over whole columns costs what is used', async () => {
  const { marked } = await shownRows([[1], [5]], ruled('A1:XFD1048576', is('greaterThan', '4')));
  expect(marked(RED)).toBe('A2');
});

const sides = ['general', 'left', 'center', 'right'];
const fonts =
  '<fonts><font><sz val="11"/><name val="Calibri"/></font></fonts><fills><fill/></fills><borders><border/></borders>';
const alignedStyles = `${fonts}<cellXfs>${sides.map((side) => `<xf><alignment horizontal="${side}"/></xf>`).join('')}</cellXfs>`;

async function alignedCells(attributes: string, set = '3TrafficLights1'): Promise<string[]> {
  const row = sides.map((_, n) => [n + 1, n] as const);
  const rule =
    `<cfRule type="iconSet" priority="1"><iconSet iconSet="${set}"${attributes}><cfvo type="percent" val="0"/>` +
    '<cfvo type="percent" val="33"/><cfvo type="percent" val="67"/></iconSet></cfRule>';
  const body = cellsXml([row]) + ruled('A1:D1', rule);
  const [page] = renderPages(await readWorkbook(buildXlsx({ sheets: [{ body }], styles: alignedStyles }))).pages;
  return [...(page?.html ?? '').matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, html = '']) => html);
}

test('an icon without a value stands where its cell sets it', async () => {
  const cells = await alignedCells(' showValue="0"');
  expect(cells.map((html) => html.startsWith('<span style="float:left">'))).toEqual([true, false, false, false]);
  expect(cells.every((html) => /<\/svg>(?:<\/span>)?$/.test(html))).toBe(true);
});

test('an icon beside a value stands at the start of its cell', async () => {
  const cells = await alignedCells('');
  expect(cells.map((html) => /^<span style="float:left"><svg .*<\/span>\d$/.test(html))).toEqual(sides.map(() => true));
});

test.each(['', ' showValue="0"'])(
  'an icon%s stays where the format of its number shows nothing',
  async (attributes) => {
    const hidden = '<numFmts><numFmt numFmtId="200" formatCode=";;;"/></numFmts>';
    const rule =
      `<cfRule type="iconSet" priority="1"><iconSet iconSet="3Arrows"${attributes}><cfvo type="num" val="0"/>` +
      '<cfvo type="num" val="5"/><cfvo type="num" val="8"/></iconSet></cfRule>';
    const body = cellsXml([[[9, 0]]]) + ruled('A1', rule);
    const styles = `${hidden}${fonts}<cellXfs><xf numFmtId="200"/></cellXfs>`;
    const [page] = renderPages(await readWorkbook(buildXlsx({ sheets: [{ body }], styles }))).pages;
    expect(page?.html).toMatch(/<td[^>]*><span style="float:left"><svg[^>]* aria-label="up".*<\/span><\/td>/);
  },
);

test('the lights of the second set stand in frames, those of the first do not', async () => {
  const frames = async (set: string) => (await alignedCells('', set)).map((html) => html.split('<rect ').length - 1);
  expect(await frames('3TrafficLights2')).toEqual([1, 1, 1, 1]);
  expect(await frames('3TrafficLights1')).toEqual([0, 0, 0, 0]);
});
