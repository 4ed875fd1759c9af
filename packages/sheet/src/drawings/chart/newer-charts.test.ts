import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../../publish-pages.ts';
import { cellAnchor } from '../../test-support/chart-books.ts';
import {
  newerAxes,
  newerBook,
  newerCharts,
  newerData,
  newerFrame,
  newerPart,
  newerSeries,
} from '../../test-support/newer-chart-books.ts';
import { pictureXml, pngOf } from '../../test-support/picture-book.ts';
import { type CellSource, cellsXml } from '../../test-support/xlsx-builder.ts';
import { plainOf } from '../../write/page/tags.ts';

/** What a drawing shows. */
interface Shown {
  readonly svg: string;
  readonly texts: readonly string[];
  readonly table: readonly string[];
  readonly notShown: readonly string[];
}

async function shownOf(bytes: Uint8Array): Promise<Shown> {
  const { pages, notShown = [] } = renderPages(await readWorkbook(bytes), {}, { topic: 'A/B/C' });
  const html = pages[0]?.html ?? '';
  const svg = /<svg[\s\S]*<\/svg>/.exec(html)?.[0] ?? '';
  const table = /data-table="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  return {
    svg,
    texts: [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text),
    table: plainOf(table).split('\n'),
    notShown: notShown.map(({ what, count, why }) => `${count} ${what}: ${why}`),
  };
}

async function shown(kind: string): Promise<Shown> {
  const { part, rows } = newerCharts[kind] ?? { part: '', rows: [] };
  return await shownOf(newerBook([part], rows));
}

/** The boxes of the paths of a colour: left, upper edge, width and height. */
function boxes(svg: string, color: string): number[][] {
  return [...svg.matchAll(/<path d="([^"]*)" fill="([^"]*)"/g)]
    .filter(([, , fill]) => fill === color)
    .flatMap(([, d = '']) =>
      [...d.matchAll(/M([\d.-]+) ([\d.-]+)h([\d.-]+)v([\d.-]+)h[\d.-]+z/g)].map((found) =>
        found.slice(1, 5).map(Number),
      ),
    );
}

const [first, second, third, fourth] = ['#4f81bd', '#c0504d', '#9bbb59', '#8064a2'];
const column = (values: readonly number[]): CellSource[][] => [['Value'], ...values.map((value) => [value])];

test('each step of a waterfall begins where the one before ended, totals stand on the ground', async () => {
  const { svg, texts, notShown } = await shown('waterfall');
  const [up, down, total] = [boxes(svg, first), boxes(svg, second), boxes(svg, third)];
  // The key in the legend is the last of each.
  expect([up.length, down.length, total.length]).toEqual([2, 3, 3]);
  const ground = (total[0]?.[1] ?? 0) + (total[0]?.[3] ?? 0);
  expect((total[1]?.[1] ?? 0) + (total[1]?.[3] ?? 0)).toBeCloseTo(ground, 0);
  // Sales stand on the opening, returns hang from the top of the sales.
  expect((up[0]?.[1] ?? 0) + (up[0]?.[3] ?? 0)).toBeCloseTo(total[0]?.[1] ?? 0, 0);
  expect(down[0]?.[1]).toBeCloseTo(up[0]?.[1] ?? 0, 0);
  expect(texts).toEqual(expect.arrayContaining(['Increase', 'Decrease', 'Total', '-35', 'Cash', 'Opening']));
  expect(svg).toContain('aria-label="Waterfall chart: Cash. Figures, Opening to Closing."');
  expect(svg.match(/<path d="(M[\d.]+ [\d.]+H[\d.]+){4}"/)).not.toBeNull();
  expect(notShown).toEqual([]);
});

test('a histogram has a column for each bin of the size that the file says', async () => {
  const { svg, texts, table } = await shown('histogram');
  expect(texts.slice(0, 5)).toEqual(['[21, 31]', '(31, 41]', '(41, 51]', '(51, 61]', '(61, 71]']);
  expect(boxes(svg, first)).toHaveLength(5);
  expect(table).toEqual(['\tFigures', '[21, 31]\t7', '(31, 41]\t5', '(41, 51]\t2', '(51, 61]\t2', '(61, 71]\t2']);
});

test.each([
  ['automatic bins by Scott', '<cx:binning/>', ['[1, 5.9]', '(5.9, 10.8]']],
  ['so many bins', '<cx:binning><cx:binCount val="3"/></cx:binning>', ['[1, 4]', '(4, 7]', '(7, 10]']],
  [
    'bins that begin with their ends',
    '<cx:binning intervalClosed="l"><cx:binSize val="3"/></cx:binning>',
    ['[1, 4)', '[4, 7)', '[7, 10]'],
  ],
  [
    'bins under and over all',
    '<cx:binning underflow="3" overflow="8"><cx:binSize val="2.5"/></cx:binning>',
    ['≤ 3', '(3, 5.5]', '(5.5, 8]', '> 8'],
  ],
  [
    'so many bins, those under and over among them',
    '<cx:binning underflow="2" overflow="8"><cx:binCount val="4"/></cx:binning>',
    ['≤ 2', '(2, 5]', '(5, 8]', '> 8'],
  ],
])('a histogram has %s', async (_, binning, labels) => {
  const part = newerPart({
    data: newerData(undefined, '$A$2:$A$11'),
    series: newerSeries('clusteredColumn', binning),
    axes: newerAxes('0'),
  });
  const { table } = await shownOf(newerBook([part], column([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])));
  expect(table.slice(1).map((line) => line.split('\t')[0])).toEqual(labels);
  const counts = table.slice(1).map((line) => Number(line.split('\t')[1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10);
});

test('a Pareto chart sums each category, sorts its columns and draws the share that is reached', async () => {
  const { svg, texts, table } = await shown('Pareto');
  expect(table).toEqual([
    '\tFigures\tFigures (cumulative)',
    'Wrong item\t64\t46%',
    'Late\t50\t81%',
    'Broken\t17\t94%',
    'Price\t9\t100%',
  ]);
  expect(texts).toEqual(expect.arrayContaining(['0%', '100%', 'Wrong item']));
  expect(svg).toMatch(/<path d="M[^"]*" fill="none" stroke="#c0504d" stroke-width="3"/);
  expect(svg).toContain('aria-label="Pareto chart: Complaints.');
});

test('the bars of a funnel stand about its middle, the first above', async () => {
  const { svg, texts } = await shown('funnel');
  const bars = boxes(svg, first);
  const middles = bars.map(([x = 0, , width = 0]) => x + width / 2);
  expect(bars).toHaveLength(4);
  for (const middle of middles) expect(middle).toBeCloseTo(middles[0] ?? 0, 0);
  expect((bars[1]?.[2] ?? 0) / (bars[0]?.[2] ?? 1)).toBeCloseTo(0.43, 2);
  expect(bars[3]?.[1]).toBeGreaterThan(bars[0]?.[1] ?? 0);
  expect(texts).toEqual(expect.arrayContaining(['Visits', '1000', '60']));
});

test('a box reaches from quartile to quartile, its whiskers to what is no outlier', async () => {
  const { svg, texts, notShown } = await shown('box and whisker');
  expect(svg).toContain('aria-label="Box and whisker chart: Scores. First, Second, North to South."');
  expect(texts).toEqual(expect.arrayContaining(['North', 'South', 'First', 'Second']));
  // An outlier of the first series, the marks of its means, and the inner points of the second.
  expect(svg.match(/a2\.5 2\.5 0 1 0 5 0/g)?.length).toBeGreaterThan(8);
  expect(notShown).toEqual([]);
});

test('a treemap has a room for each leaf, as large as its value, in the color of its branch', async () => {
  const { svg, texts, notShown } = await shown('treemap');
  const sizes = (color: string) => boxes(svg, color).map(([, , width = 0, height = 0]) => width * height);
  const fruit = sizes(first).sort((a, b) => b - a);
  expect([sizes(first).length, sizes(second).length, sizes(third).length]).toEqual([4, 4, 2]);
  expect((fruit[0] ?? 0) / (fruit[1] ?? 1)).toBeCloseTo(35 / 20, 1);
  expect(texts).toEqual(expect.arrayContaining(['Fruit', 'Bakery', 'Dairy', 'Orange', 'Milk', 'Sold']));
  expect(svg).toContain('aria-label="Treemap chart: Sold. Figures');
  expect(notShown).toEqual([]);
});

test('a treemap with banners names its branches above their leaves, which tell their values', async () => {
  const { texts } = await shown('treemap with banners');
  expect(texts).toEqual(expect.arrayContaining(['Fruit', 'Orange, 35']));
});

test('a sunburst has a ring for each level, blank names belong to the one above', async () => {
  const { svg, texts } = await shown('sunburst');
  const pieces = (color: string) =>
    [...svg.matchAll(/<path d="([^"]*)" fill="([^"]*)"/g)]
      .filter(([, , fill]) => fill === color)
      .reduce((sum, [, d = '']) => sum + (d.match(/M/g)?.length ?? 0), 0);
  // Fruit, citrus, stone and three items; bakery, bread, cake and two; dairy and milk.
  expect([pieces(first), pieces(second), pieces(third), pieces(fourth)]).toEqual([6, 5, 2, 0]);
  expect(texts).toEqual(expect.arrayContaining(['Citrus', 'Milk', 'Cake']));
});

test('a point keeps the color that the file gives it', async () => {
  const { part, rows } = newerCharts.waterfall ?? { part: '', rows: [] };
  const own =
    '<cx:dataPt idx="1"><cx:spPr><a:solidFill><a:srgbClr val="112233"/></a:solidFill></cx:spPr></cx:dataPt><cx:dataLabels';
  const { svg } = await shownOf(newerBook([part.replace('<cx:dataLabels', own)], rows));
  expect(boxes(svg, '#112233')).toHaveLength(1);
});

test('the cells count, a hidden row is none, and what the file remembers stands in where there are no cells', async () => {
  const remembered =
    '<cx:strDim type="cat"><cx:f>Gone!$A$1:$A$2</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">Old</cx:pt><cx:pt idx="1">Older</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:f>Gone!$B$1:$B$2</cx:f><cx:lvl ptCount="2" formatCode="0.0"><cx:pt idx="0">5</cx:pt><cx:pt idx="1">7</cx:pt></cx:lvl></cx:numDim>';
  const part = newerPart({ data: remembered, series: newerSeries('funnel') });
  expect((await shownOf(newerBook([part], []))).table).toEqual(['\tFigures', 'Old\t5.0', 'Older\t7.0']);
  const live = newerCharts.funnel ?? { part: '', rows: [] };
  const body = cellsXml(live.rows).replace('<row r="3">', '<row r="3" hidden="1">');
  expect((await shownOf(newerBook([live.part], [], { body }))).table).toEqual([
    '\tFigures',
    'Visits\t1000',
    'Trials\t180',
    'Orders\t60',
  ]);
});

test('a map is told; a picture that the file holds for it is drawn instead', async () => {
  const map = newerPart({ data: newerData('$A$2:$A$5', '$B$2:$B$5', 'colorVal'), series: newerSeries('regionMap') });
  expect((await shownOf(newerBook([map], []))).notShown).toEqual(['1 charts: Map charts are not drawn.']);
  const book = newerBook([map], [], {
    anchors: cellAnchor([5, 1], [12, 16], newerFrame(1, pictureXml({ reference: 'r:embed="rId7"' }))),
    relations:
      '<Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../media/a.png"/>',
    parts: { 'xl/media/a.png': pngOf(40, 20) },
  });
  const { pages } = renderPages(await readWorkbook(book), {}, { topic: 'A/B/C' });
  expect(pages[0]?.html).toMatch(/<div data-drawing="d2"[^>]*><img src="\/linkedfiles\/A\/B\/C\/picture-/);
});

test('a title that is a cell says what the cell says', async () => {
  const { part = '', rows = [] } = newerCharts.waterfall ?? {};
  const titled = part.replace('<cx:v>Cash</cx:v>', '<cx:f>Sheet1!$B$1</cx:f><cx:v>old</cx:v>');
  const { svg } = await shownOf(newerBook([titled], rows));
  expect(svg).toContain(`aria-label="Waterfall chart: ${String(rows[0]?.[1])}.`);
});
