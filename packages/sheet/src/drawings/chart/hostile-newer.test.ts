import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { renderFile } from '../../render-file.ts';
import { newerAxes, newerBook, newerCharts, newerPart, newerSeries } from '../../test-support/newer-chart-books.ts';

const kinds = {
  waterfall: newerSeries('waterfall', '<cx:subtotals><cx:idx val="999999999"/><cx:idx val="-4"/></cx:subtotals>'),
  histogram: newerSeries('clusteredColumn', '<cx:binning/>'),
  Pareto: `${newerSeries('clusteredColumn', '<cx:aggregation/>')}<cx:series layoutId="paretoLine"/>`,
  funnel: newerSeries('funnel'),
  box: newerSeries('boxWhisker', '<cx:visibility nonoutliers="1" outliers="1"/>'),
  treemap: newerSeries('treemap'),
  sunburst: newerSeries('sunburst'),
};

const points = (values: readonly (number | string)[]) =>
  values.map((value, n) => `<cx:pt idx="${n}">${value}</cx:pt>`).join('');
const names = (count: number, of: (n: number) => string) =>
  `<cx:strDim type="cat"><cx:lvl ptCount="${count}">${points(Array.from({ length: count }, (_, n) => of(n)))}</cx:lvl></cx:strDim>`;
const numbers = (values: readonly (number | string)[]) =>
  `<cx:numDim type="val"><cx:lvl ptCount="${values.length}">${points(values)}</cx:lvl></cx:numDim>`;

async function published(parts: readonly string[]) {
  const { pages, notShown = [] } = await renderFile({ bytes: newerBook(parts, [[1]]), name: 'book.xlsx' });
  const html = pages[0]?.html ?? '';
  expect(html).not.toMatch(/NaN|Infinity|undefined/);
  return {
    html,
    drawings: html.match(/<svg/g)?.length ?? 0,
    told: notShown.map(({ what, count }) => `${what} ${count}`),
  };
}

const parted = (data: string, series: string) => newerPart({ data, series, axes: newerAxes() });

const counts = Object.entries(kinds).map(([kind, series]) => ({
  kind,
  series,
  count: kind === 'treemap' ? 1_000_000 : 60_000,
}));

test.each(counts)('of a $kind of $count points as many are drawn as are seen', async ({ series, count }) => {
  const many = Array.from({ length: count }, (_, n) => (n * 7919) % 1000);
  const data = names(50_000, (n) => `Name ${n % 20_000}`) + numbers(many);
  const { html, drawings, told } = await published([parted(data, series)]);
  expect(drawings).toBe(1);
  expect(html.length).toBeLessThan(600 * 1024);
  expect(told).toEqual(['chart points 1']);
});

test.each(Object.entries(kinds))(
  'a %s of numbers that are none, or the largest, costs no report',
  async (_, series) => {
    const odd = [
      ['NaN', '1e999', '-5', '0', ''],
      ['1.7e308', '-1.7e308', '1.7e308'],
      ['5e-324', '4e-323'],
      [],
      ['-3', '-2'],
    ];
    const { drawings } = await published(odd.map((values) => parted(names(3, String) + numbers(values), series)));
    expect(drawings).toBe(odd.length);
  },
);

test('levels beyond those that are drawn are told', async () => {
  const levels = Array.from({ length: 10_000 }, (_, n) => `<cx:lvl ptCount="1"><cx:pt idx="0">L${n}</cx:pt></cx:lvl>`);
  const data = `<cx:strDim type="cat">${levels.join('')}</cx:strDim>${numbers([1])}`;
  for (const series of [kinds.treemap, kinds.sunburst]) {
    const { html, told } = await published([parted(data, series)]);
    expect(told).toEqual(['chart levels 1']);
    expect(html).not.toContain('>L9<');
  }
});

test('a hierarchy whose branches hold their own names ends', async () => {
  const level = (of: string) => `<cx:lvl ptCount="2"><cx:pt idx="0">${of}</cx:pt><cx:pt idx="1">B</cx:pt></cx:lvl>`;
  const data = `<cx:strDim type="cat">${level('A')}${level('B')}${level('A')}</cx:strDim>${numbers([1, 2])}`;
  expect((await published([parted(data, kinds.sunburst)])).drawings).toBe(1);
});

test.each([
  ['bins that are too small', '<cx:binning><cx:binSize val="1e-300"/></cx:binning>'],
  ['more bins than there are', '<cx:binning><cx:binCount val="999999999"/></cx:binning>'],
  ['ends that cross', '<cx:binning underflow="1e300" overflow="-1e300"><cx:binSize val="1"/></cx:binning>'],
  ['a size below nothing', '<cx:binning><cx:binSize val="-5"/><cx:binCount val="-1"/></cx:binning>'],
])('a histogram of %s ends', async (_, binning) => {
  const { html } = await published([parted(numbers([1, 2, 50]), newerSeries('clusteredColumn', binning))]);
  expect(html.match(/<text/g)?.length ?? 0).toBeLessThan(2000);
});

test('a thousand charts are drawn, and those beyond are told', async () => {
  const part = newerCharts.waterfall?.part ?? '';
  const { drawings, told } = await published(Array.from({ length: 1004 }, () => part));
  expect([drawings, told]).toEqual([1000, ['drawings 4']]);
});

test('names of a chart are text, and its table is no longer than it may be', async () => {
  const script = '&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;';
  const data = names(20_000, (n) => `${script}${n}`) + numbers(Array.from({ length: 20_000 }, (_, n) => n));
  const { html } = await published([parted(data, kinds.funnel)]);
  expect(html).not.toContain('<script');
  const table = /data-table="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(table.split('\n').length).toBeLessThanOrEqual(limits.charts.tableRows + 2);
  expect(table).toMatch(/\n[\d,]+ more rows$/);
});

test('a chart that is broken, or holds nothing, is told', async () => {
  const empty = '<cx:chartSpace><cx:chartData/><cx:chart/></cx:chartSpace>';
  const { drawings, told } = await published([
    '<cx:chartSpace><cx:chartData>',
    empty,
    parted('', newerSeries('pie3000')),
  ]);
  expect([drawings, told]).toEqual([0, ['charts 1', 'charts 2']]);
});
