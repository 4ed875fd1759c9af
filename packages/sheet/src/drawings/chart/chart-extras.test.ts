import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../../publish-pages.ts';
import { chartBook, chartPart, salesSeries, usualAxes } from '../../test-support/chart-books.ts';

async function svgOf(part: string): Promise<string> {
  const { pages, notShown } = renderPages(await readWorkbook(chartBook({ charts: [part] })));
  expect(notShown ?? []).toEqual([]);
  const svg = /<svg[\s\S]*<\/svg>/.exec(pages[0]?.html ?? '')?.[0] ?? '';
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  return svg;
}

const ids = '<c:axId val="1"/><c:axId val="2"/>';
const columns = (inner: string, more = '') =>
  chartPart(`<c:barChart><c:barDir val="col"/>${salesSeries(0, inner)}${ids}</c:barChart>${usualAxes}${more}`);

/** Error bars of a kind, in a colour that nothing else has. */
function errors(kind: string, inner: string, side = 'both'): string {
  const look = '<c:spPr><a:ln><a:solidFill><a:srgbClr val="112233"/></a:solidFill></a:ln></c:spPr>';
  return `<c:errBars><c:errBarType val="${side}"/><c:errValType val="${kind}"/><c:noEndCap val="1"/>${inner}${look}</c:errBars>`;
}

/** The lengths of the error bars of a chart, in pixels, from the first point on. */
function lengths(svg: string): number[] {
  const d = /<path d="([^"]*)" fill="none" stroke="#112233"/.exec(svg)?.[1] ?? '';
  return [...d.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map(([, x1, y1, x2, y2]) =>
    Math.hypot(Number(x2) - Number(x1), Number(y2) - Number(y1)),
  );
}

/** Pixels of a value: 120 is the first column of the sales. */
function pxPerUnit(svg: string): number {
  const y = (text: string) => Number(new RegExp(`y="([^"]*)">${text}<`).exec(svg)?.[1]);
  return (y('0') - y('100')) / 100;
}

const own = (name: string, values: readonly number[]) =>
  `<c:${name}><c:numLit><c:ptCount val="${values.length}"/>${values.map((value, n) => `<c:pt idx="${n}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numLit></c:${name}>`;

test.each([
  ['fixed', errors('fixedVal', '<c:val val="20"/>', 'plus'), [20, 20, 20, 20]],
  ['per cent of the value', errors('percentage', '<c:val val="10"/>', 'minus'), [12, 9.5, 14, 16]],
  ['the standard error', errors('stdErr', '', 'plus'), [13.9, 13.9, 13.9, 13.9]],
  [
    'the standard deviation about the mean',
    errors('stdDev', '<c:val val="1"/>', 'plus'),
    // Mean 128.75, deviation 27.8: the last point lies above its end.
    [36.5, 61.5, 16.5, 3.5],
  ],
  ['numbers of their own', errors('cust', own('plus', [5, 10, 15, 20]), 'plus'), [5, 10, 15, 20]],
  ['one number for all', errors('cust', own('minus', [8]), 'minus'), [8, 8, 8, 8]],
])('error bars reach %s', async (_, bars, reach) => {
  const svg = await svgOf(columns(bars));
  const unit = pxPerUnit(svg);
  const found = lengths(svg).map((length) => length / unit);
  expect(found).toHaveLength(reach.length);
  for (const [n, length] of reach.entries()) expect(found[n]).toBeCloseTo(length, 0);
});

test('error bars of a line and of points stand at their points, those of points along both axes', async () => {
  const line = chartPart(
    `<c:lineChart>${salesSeries(0, errors('fixedVal', '<c:val val="20"/>'))}${ids}</c:lineChart>${usualAxes}`,
  );
  expect(lengths(await svgOf(line))).toHaveLength(8);
  const across = errors('fixedVal', '<c:val val="2"/>').replace('<c:errBars>', '<c:errBars><c:errDir val="x"/>');
  const points = `<c:scatterChart><c:scatterStyle val="lineMarker"/>${salesSeries(0, across, 'xVal')}${ids}</c:scatterChart>${usualAxes.replaceAll('catAx', 'valAx')}`;
  expect(lengths(await svgOf(chartPart(points)))).toHaveLength(8);
});

test('error bars have caps, and the axis has room for them', async () => {
  const bars = errors('fixedVal', '<c:val val="90"/>').replace('<c:noEndCap val="1"/>', '');
  const svg = await svgOf(columns(bars));
  expect(svg).toContain('>300<');
  expect(svg.match(/h8/g)?.length).toBe(8);
});

test('a data table names the places and tells each number beneath its place', async () => {
  const table =
    '<c:dTable><c:showHorzBorder val="1"/><c:showVertBorder val="1"/><c:showOutline val="1"/><c:showKeys val="1"/></c:dTable>';
  const svg = await svgOf(columns('', table));
  const texts = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</g)].map(([, x, y, text]) => ({
    x: Number(x),
    y: Number(y),
    text,
  }));
  const at = (text: string) => texts.filter((one) => one.text === text);
  // The names of the places stand once, over their numbers.
  expect(at('Feb')).toHaveLength(1);
  expect(at('95')[0]?.x).toBe(at('Feb')[0]?.x);
  expect(at('95')[0]?.y).toBeGreaterThan(at('Feb')[0]?.y ?? 0);
  expect(at('Revenue')[0]?.y).toBe(at('95')[0]?.y);
});

test('a pie with a second plot and a surface are drawn in a plainer way, which is told', async () => {
  const told = async (plot: string) => {
    const { notShown } = renderPages(await readWorkbook(chartBook({ charts: [chartPart(plot)] })));
    return notShown?.map(({ what, why }) => `${what}: ${why}`);
  };
  expect(await told(`<c:ofPieChart>${salesSeries(0)}</c:ofPieChart>`)).toEqual([
    'chart effects: A pie with a second plot is drawn as one pie.',
  ]);
  expect(await told(`<c:surfaceChart>${salesSeries(0)}${ids}</c:surfaceChart>${usualAxes}`)).toEqual([
    'chart effects: A surface is drawn as areas.',
  ]);
});

test('a label whose words stand in a cell says them', async () => {
  const cell =
    '<c:tx><c:strRef><c:f>Sheet1!$D$5</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>old</c:v></c:pt></c:strCache></c:strRef></c:tx>';
  const svg = await svgOf(
    columns(`<c:dLbls><c:dLbl><c:idx val="2"/>${cell}<c:showVal val="1"/></c:dLbl><c:showVal val="1"/></c:dLbls>`),
  );
  expect(svg).toContain('>16<');
  expect(svg).toContain('>95<');
  expect(svg).not.toMatch(/text-anchor="middle"[^>]*>(?:<[^>]*>)*140</);
});

/** A title that is a cell, and what the file remembers of it. */
const cellTitle = (ref: string, cached: string) =>
  `<c:title><c:tx><c:strRef><c:f>${ref}</c:f>${cached}</c:strRef></c:tx></c:title>`;
const cache = (text: string) => `<c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${text}</c:v></c:pt></c:strCache>`;

test.each([
  ['nothing', ''],
  ['what it said before', cache('old')],
  ['a 0', cache('0')],
])('a title that is a cell says what the cell says where the file remembers %s', async (_, cached) => {
  const part = columns('').replace('<c:plotArea>', `${cellTitle('Sheet1!$A$1', cached)}<c:plotArea>`);
  const titled = part.replace('<c:axPos val="l"/>', `<c:axPos val="l"/>${cellTitle('Sheet1!$D$3', cached)}`);
  const svg = await svgOf(titled);
  expect(svg).toContain('aria-label="Column chart: Month. Revenue');
  for (const text of ['>Month<', '>9<']) expect(svg).toContain(text);
  expect(svg).not.toMatch(/>old<|Axis Title/);
});

test('a title that is a cell of another workbook says what the file remembers', async () => {
  const part = columns('').replace('<c:plotArea>', `${cellTitle('[1]Gone!$A$1', cache('kept'))}<c:plotArea>`);
  expect(await svgOf(part)).toContain('Column chart: kept.');
});

test('an axis in thousands says so, with or without a title', async () => {
  const units =
    '<c:dispUnits><c:builtInUnit val="thousands"/><c:dispUnitsLbl><c:layout/></c:dispUnitsLbl></c:dispUnits>';
  const title = '<c:title><c:tx><c:rich><a:p><a:r><a:t>USD</a:t></a:r></a:p></c:rich></c:tx></c:title>';
  const axes = (more: string) => usualAxes.replace('<c:crossAx val="1"/>', `${more}<c:crossAx val="1"/>${units}`);
  const part = (more: string) =>
    chartPart(`<c:barChart><c:barDir val="col"/>${salesSeries(0)}${ids}</c:barChart>${axes(more)}`);
  expect(await svgOf(part(''))).toContain('>Thousands<');
  const both = await svgOf(part(title));
  expect(both).toContain('>Thousands<');
  expect(both).toContain('>USD<');
});

test('a title below labels that stand at zero within the plot stays in the chart', async () => {
  const title = '<c:title><c:tx><c:rich><a:p><a:r><a:t>Month name</a:t></a:r></a:p></c:rich></c:tx></c:title>';
  const axes = usualAxes.replace('<c:axPos val="b"/>', `<c:axPos val="b"/>${title}`);
  const svg = await svgOf(chartPart(`<c:barChart><c:barDir val="col"/>${salesSeries(1)}${ids}</c:barChart>${axes}`));
  const height = Number(/viewBox="0 0 [\d.]+ ([\d.]+)"/.exec(svg)?.[1]);
  const y = Number(/y="([\d.]+)"[^>]*>Month name</.exec(svg)?.[1]);
  expect(height - y).toBeGreaterThan(8);
});

test('stacked areas lie upon a missing number as upon 0', async () => {
  const body =
    '<c:val><c:numLit><c:ptCount val="3"/><c:pt idx="0"><c:v>10</c:v></c:pt><c:pt idx="2"><c:v>10</c:v></c:pt></c:numLit></c:val>';
  const full =
    '<c:val><c:numLit><c:ptCount val="3"/><c:pt idx="0"><c:v>30</c:v></c:pt><c:pt idx="1"><c:v>30</c:v></c:pt><c:pt idx="2"><c:v>30</c:v></c:pt></c:numLit></c:val>';
  const look = '<c:spPr><a:solidFill><a:srgbClr val="112233"/></a:solidFill></c:spPr>';
  const svg = await svgOf(
    chartPart(
      `<c:areaChart><c:grouping val="stacked"/><c:ser><c:idx val="0"/>${full}</c:ser><c:ser><c:idx val="1"/>${look}${body}</c:ser>${ids}</c:areaChart>${usualAxes}`,
    ),
  );
  const d = /<path d="([^"]*)" fill="#112233"/.exec(svg)?.[1] ?? '';
  const ys = [...d.matchAll(/[ML,]?([\d.]+),([\d.]+)/g)].map(([, , y]) => Number(y));
  // Up: 40, 30, 40; back: 30, 30, 30.
  expect(ys).toHaveLength(6);
  expect(ys[1]).toBeCloseTo(ys[3] ?? 0, 0);
  expect(Math.max(...ys)).toBeCloseTo(ys[3] ?? 0, 0);
});

test('labels show the cells that a series names for them, and fields what they stand for', async () => {
  const c15 = 'xmlns:c15="http://schemas.microsoft.com/office/drawing/2012/chart"';
  const field = (type: string) => `<a:fld id="{1}" type="${type}"><a:t>[${type}]</a:t></a:fld>`;
  const words = `<c:tx><c:rich><a:p>${field('CELLRANGE')}<a:r><a:t>: </a:t></a:r>${field('VALUE')}</a:p></c:rich></c:tx>`;
  const shows = `<c:extLst><c:ext uri="{CE6537A1-D6FC-4f65-9D91-7224C49458BB}" ${c15}><c15:showDataLabelsRange val="1"/></c:ext></c:extLst>`;
  const labels = `<c:dLbls><c:dLbl><c:idx val="1"/>${words}<c:showVal val="1"/></c:dLbl>${shows}</c:dLbls>`;
  const range = `<c:extLst><c:ext uri="{02D57815-91ED-43cb-92C2-25804820EDAC}" ${c15}><c15:datalabelsRange><c15:f>Sheet1!$D$2:$D$5</c15:f><c15:dlblRangeCache><c:ptCount val="1"/><c:pt idx="0"><c:v>old</c:v></c:pt></c15:dlblRangeCache></c15:datalabelsRange></c:ext></c:extLst>`;
  const series = salesSeries(0, labels).replace('</c:ser>', `${range}</c:ser>`);
  const svg = await svgOf(chartPart(`<c:barChart><c:barDir val="col"/>${series}${ids}</c:barChart>${usualAxes}`));
  expect(svg).toContain('>9: 95<');
  expect(svg).toContain('>16<');
  expect(svg).not.toContain('[');
});

const fill = (inner: string) => `<c:spPr>${inner}</c:spPr>`;
const gradient =
  '<a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="FF0000"/></a:gs><a:gs pos="100000"><a:srgbClr val="0000FF"/></a:gs></a:gsLst></a:gradFill>';

test.each([
  ['gradients', columns(fill(gradient)), 'Gradients are drawn as their middle color.'],
  ['pictures', columns(fill('<a:blipFill/>')), 'Picture fills are drawn in gray.'],
  [
    'shapes over it',
    columns('').replace('</c:chartSpace>', '<c:userShapes r:id="rId1"/></c:chartSpace>'),
    'Shapes on a chart are not drawn.',
  ],
  [
    'lines between series',
    columns('').replace('<c:axId', '<c:serLines/><c:axId'),
    'Lines between series are not drawn.',
  ],
  [
    'drop lines of areas',
    chartPart(`<c:areaChart>${salesSeries(0)}<c:dropLines/>${ids}</c:areaChart>${usualAxes}`),
    'Drop lines of areas are not drawn.',
  ],
  [
    'the ground of its style',
    columns('').replace('<c:chart>', '<c:style val="42"/><c:chart>'),
    'The background of its chart style is not drawn.',
  ],
])('what is plainer than in the file is told: %s', async (_, part, why) => {
  const { pages, notShown } = renderPages(await readWorkbook(chartBook({ charts: [part] })));
  expect(pages[0]?.html).toContain('<svg');
  expect(notShown).toEqual([{ sheet: 'Sheet1', what: 'chart effects', count: 1, why }]);
});

/** The colors of the columns of two series in a style of charts. */
async function colorsIn(style: string): Promise<string[]> {
  const both = `<c:barChart><c:barDir val="col"/>${salesSeries(0)}${salesSeries(1)}${ids}</c:barChart>${usualAxes}`;
  const svg = await svgOf(chartPart(both).replace('<c:chart>', `${style}<c:chart>`));
  return [...new Set(Array.from(svg.matchAll(/<path d="[^"]*z" fill="(#\w+)"/g), ([, color = '']) => color))];
}

test('a style of charts gives series the accents, grays, or shades of one accent', async () => {
  const accents = await colorsIn('');
  expect(accents).toEqual(['#4f81bd', '#c0504d']);
  for (const number of [2, 10, 26]) expect(await colorsIn(`<c:style val="${number}"/>`)).toEqual(accents);
  const grays = await colorsIn('<c:style val="1"/>');
  for (const gray of grays) expect(gray).toMatch(/^#(..)\1\1$/);
  expect(grays).toHaveLength(2);
  const [dark = '', light = ''] = await colorsIn('<c:style val="3"/>');
  const red = (color: string) => Number.parseInt(color.slice(1, 3), 16);
  expect(red(dark)).toBeLessThan(0x4f);
  expect(red(light)).toBeGreaterThan(0x4f);
  expect(await colorsIn('<c:style val="11"/>')).toEqual([dark, light]);
  expect(await colorsIn('<c:style val="4"/>')).not.toEqual([dark, light]);
  const newer =
    '<mc:AlternateContent><mc:Choice Requires="c14"><c14:style val="103"/></mc:Choice><mc:Fallback><c:style val="3"/></mc:Fallback></mc:AlternateContent>';
  expect(await colorsIn(newer)).toEqual([dark, light]);
});

test('one series of a shaded style has the accent itself', async () => {
  const svg = await svgOf(columns('').replace('<c:chart>', '<c:style val="4"/><c:chart>'));
  expect(svg).toContain('fill="#c0504d"');
});

test('what is below zero has the fill that the file gives it, else that of the chart', async () => {
  const fill =
    '<c:extLst><c:ext uri="{6F2FDCE9-48DA-4B69-8628-5D25D57E5C99}"><c14:invertSolidFillFmt xmlns:c14="x"><c14:spPr><a:solidFill><a:srgbClr val="AA1122"/></a:solidFill></c14:spPr></c14:invertSolidFillFmt></c:ext></c:extLst>';
  const inverted = salesSeries(1).replace('<c:cat>', '<c:invertIfNegative val="1"/><c:cat>');
  const plot = (series: string) =>
    `<c:barChart><c:barDir val="col"/>${series}<c:axId val="1"/><c:axId val="2"/></c:barChart>${usualAxes}`;
  expect(await svgOf(chartPart(plot(inverted)))).toContain('fill="#ffffff" stroke="#000000"');
  const svg = await svgOf(chartPart(plot(inverted.replace('</c:ser>', `${fill}</c:ser>`))));
  expect(svg).toContain('fill="#aa1122"');
  expect(svg).not.toContain('stroke="#000000"');
});
