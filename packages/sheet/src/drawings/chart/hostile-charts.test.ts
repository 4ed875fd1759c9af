import { expect, test } from 'vitest';
import { renderFile } from '../../render-file.ts';
import { chartBook, chartPart, chartPlots, salesSeries, usualAxes } from '../../test-support/chart-books.ts';
import { cellsXml } from '../../test-support/xlsx-builder.ts';

const tail = `<c:axId val="1"/><c:axId val="2"/>`;
const points = (count: number) =>
  `<c:val><c:numLit><c:ptCount val="${count}"/>${Array.from({ length: count }, (_, n) => `<c:pt idx="${n}"><c:v>${(n * 7919) % 1000}</c:v></c:pt>`).join('')}</c:numLit></c:val>`;
const series = (inner: string, n = 0) => `<c:ser><c:idx val="${n}"/>${inner}</c:ser>`;

async function published(charts: readonly string[], body = cellsXml([[1]])) {
  const { pages, notShown = [] } = await renderFile({ bytes: chartBook({ charts, body }), name: 'book.xlsx' });
  const html = pages[0]?.html ?? '';
  expect(html).not.toMatch(/NaN|Infinity|undefined/);
  return {
    html,
    drawings: html.match(/<svg/g)?.length ?? 0,
    told: notShown.map(({ what, count }) => `${what} ${count}`),
  };
}

test.each([
  ['lineChart', 500_000],
  ['areaChart', 60_000],
  ['barChart', 60_000],
  ['scatterChart', 60_000],
])('the many points of a %s are drawn as far as they are seen', async (kind, count) => {
  const part = chartPart(`<c:${kind}><c:barDir val="col"/>${series(points(count))}${tail}</c:${kind}>${usualAxes}`);
  const { html, told } = await published([part]);
  expect(html.length).toBeLessThan(256 * 1024);
  expect(told).toEqual(['chart points 1']);
});

test('a chart that holds a million points itself is named', async () => {
  const { html, told } = await published([
    chartPart(`<c:lineChart>${series(points(1_000_000))}${tail}</c:lineChart>${usualAxes}`),
  ]);
  expect(told).toEqual(['charts 1']);
  expect(html).not.toContain('<svg');
});

test('a thousand charts are drawn, and those beyond are told', async () => {
  const part = chartPart(chartPlots['clustered columns'] ?? '');
  const { drawings, told } = await published(Array.from({ length: 1010 }, () => part));
  expect(drawings).toBe(1000);
  expect(told).toEqual(['drawings 10']);
});

test.each([
  [
    'a number that is no number',
    series(
      '<c:val><c:numLit><c:pt idx="0"><c:v>1e999</c:v></c:pt><c:pt idx="1"><c:v>x</c:v></c:pt></c:numLit></c:val>',
    ),
  ],
  [
    'the largest numbers',
    series(
      '<c:val><c:numLit><c:pt idx="0"><c:v>1.7e308</c:v></c:pt><c:pt idx="1"><c:v>-1.7e308</c:v></c:pt></c:numLit></c:val>',
    ),
  ],
  [
    'the smallest numbers',
    series(
      '<c:val><c:numLit><c:pt idx="0"><c:v>5e-324</c:v></c:pt><c:pt idx="1"><c:v>4e-323</c:v></c:pt></c:numLit></c:val>',
    ),
  ],
  ['no values', series('')],
  [
    'a place that no list has',
    series(
      '<c:val><c:numLit><c:ptCount val="999999999"/><c:pt idx="888888888"><c:v>1</c:v></c:pt><c:pt idx="-3"><c:v>1</c:v></c:pt></c:numLit></c:val>',
    ),
  ],
  ['whole columns', series('<c:val><c:numRef><c:f>Sheet1!$A:$XFD</c:f></c:numRef></c:val>')],
])('a chart of %s costs no report', async (_, ser) => {
  const kinds = ['barChart', 'lineChart', 'pieChart', 'radarChart'];
  const parts = kinds.map((kind) =>
    chartPart(`<c:${kind}><c:varyColors val="1"/>${ser}${tail}</c:${kind}>${usualAxes}`),
  );
  expect((await published(parts)).drawings).toBe(kinds.length);
});

test.each([
  [
    'steps that are too small',
    '<c:majorUnit val="0.0000001"/><c:minorUnit val="1e-300"/><c:minorTickMark val="out"/>',
    '',
  ],
  ['ends that cross', '', '<c:max val="-5"/><c:min val="1e300"/>'],
  ['powers of next to nothing', '', '<c:logBase val="1.0000001"/>'],
])('an axis of %s ends', async (_, inner, scaling) => {
  const axes = usualAxes.replace(
    '<c:axId val="2"/><c:scaling/>',
    `<c:axId val="2"/><c:scaling>${scaling}</c:scaling>${inner}`,
  );
  const { html } = await published([chartPart(`<c:lineChart>${salesSeries(0)}${tail}</c:lineChart>${axes}`)]);
  expect(html.length).toBeLessThan(256 * 1024);
});

test('names and texts of a chart are text', async () => {
  const script = '<script>alert(1)</script><image href=x onerror=alert(1)>';
  const { html } = await published([chartPart(chartPlots.pie ?? '', { title: script })]);
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<image');
});

test('a chart that is broken or is none is told', async () => {
  const { drawings, told } = await published(['<c:chartSpace><c:chart>', '<x/>']);
  expect([drawings, told]).toEqual([0, ['charts 1', 'charts 1']]);
});

const drawingsOf = (html: string) => (html.match(/<svg[\s\S]*?<\/svg>/g) ?? []).join('');

test('a thousand levels of a hundred thousand categories are drawn as far as charts have levels', async () => {
  const level = (n: number) => `<c:lvl><c:pt idx="0"><c:v>level ${n}</c:v></c:pt><c:pt idx="31999"/></c:lvl>`;
  const names = `<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:ptCount val="100000"/>${Array.from({ length: 1000 }, (_, n) => level(n)).join('')}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat>`;
  const part = chartPart(
    `<c:barChart><c:barDir val="col"/>${series(names + points(100))}${tail}</c:barChart>${usualAxes}`,
  );
  const svg = drawingsOf((await published([part])).html);
  expect(new Set(svg.match(/level \d+/g)).size).toBeLessThanOrEqual(8);
  expect(svg.length).toBeLessThan(256 * 1024);
});

const labelled =
  '<c:dLbls><c:dLblPos val="outEnd"/><c:showVal val="1"/><c:showCatName val="1"/><c:separator>\n\n\n\n\n\n\n\n\n\n</c:separator></c:dLbls>';

test('labels of the longest texts that cells have are cut', async () => {
  const long = cellsXml(Array.from({ length: 40 }, () => ['long text '.repeat(3200)]));
  const names = '<c:cat><c:strRef><c:f>Sheet1!$A$1:$A$40</c:f></c:strRef></c:cat>';
  for (const kind of ['barChart', 'pieChart']) {
    const ser = series(labelled + names + points(40));
    const { html, drawings } = await published([chartPart(`<c:${kind}>${ser}${tail}</c:${kind}>${usualAxes}`)], long);
    expect(drawings).toBe(1);
    expect(drawingsOf(html).length).toBeLessThan(256 * 1024);
  }
});

test('a pie of ten thousand slices with labels around it is drawn as far as it is seen', async () => {
  const ser = series(labelled + points(10_000));
  const { html, drawings } = await published([chartPart(`<c:pieChart>${ser}</c:pieChart>`)]);
  expect(drawings).toBe(1);
  expect(drawingsOf(html).length).toBeLessThan(768 * 1024);
});
