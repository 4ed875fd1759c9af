import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../../publish-pages.ts';
import { chartBook, chartPart, chartPlots, salesSeries, usualAxes } from '../../test-support/chart-books.ts';

/** Pixels of the box that the charts of these books have. */
const [width, height] = [448, 300];

async function svgOf(part: string): Promise<string> {
  const { pages } = renderPages(await readWorkbook(chartBook({ charts: [part] })));
  return /<svg[\s\S]*<\/svg>/.exec(pages[0]?.html ?? '')?.[0] ?? '';
}

const plot = (kind: string) => chartPlots[kind] ?? '';

/** The texts that are numbers, in their order. */
function numbersIn(svg: string): number[] {
  return [...svg.matchAll(/<text[^>]*>(-?\d+)%?</g)].map(([, text]) => Number(text));
}

/** Where a text stands. */
function placeOf(svg: string, text: string): readonly [x: number, y: number] {
  const [, x, y] = new RegExp(`<text x="([^"]*)" y="([^"]*)"[^>]*>${text}<`).exec(svg) ?? [];
  return [Number(x), Number(y)];
}

/** The first line of the axes: from where, in which direction and how long. */
function axesIn(
  svg: string,
): { readonly x: number; readonly y: number; readonly way: string; readonly length: number }[] {
  return [
    ...svg.matchAll(/<path d="M([\d.]+) ([\d.]+)([hv])([\d.]+)[^"]*" fill="none" stroke="#868686"><\/path><g/g),
  ].map(([, x, y, way = '', length]) => ({ x: Number(x), y: Number(y), way, length: Number(length) }));
}

test('an axis has as many steps as its labels have room for', async () => {
  const points = numbersIn(await svgOf(chartPart(plot('scatter'), { title: 'Sales', legend: 'r' })));
  // Along 300 pixels there is room for short numbers, and upwards for lines of them.
  expect(points).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 0, 20, 40, 60, 80, 100, 120, 140, 160, 180]);
  const large = plot('scatter').replace(
    '<c:axId val="1"/><c:scaling/>',
    '<c:axId val="1"/><c:scaling/><c:numFmt formatCode="&quot;about &quot;#,##0.000" sourceLinked="0"/>',
  );
  const texts = [...(await svgOf(chartPart(large, { legend: 'r' }))).matchAll(/>about ([\d.]+)</g)].map(
    ([, text]) => text,
  );
  expect(texts).toEqual(['0.000', '10.000', '20.000']);
});

test('small letters of an axis make room for more steps', async () => {
  const axes = (size: number) =>
    usualAxes.replace(
      '<c:crossAx val="1"/>',
      `<c:txPr><a:p><a:pPr><a:defRPr sz="${size}"/></a:pPr></a:p></c:txPr><c:crossAx val="1"/>`,
    );
  const bars = (size: number) =>
    chartPart(
      `<c:barChart><c:barDir val="col"/>${salesSeries(0)}<c:axId val="1"/><c:axId val="2"/></c:barChart>${axes(size)}`,
    );
  expect(numbersIn(await svgOf(bars(1000)))).toHaveLength(10);
  expect(numbersIn(await svgOf(bars(3000)))).toEqual([0, 50, 100, 150, 200]);
});

test('values below bars that lie take the height of a line, whatever side their axis says', async () => {
  const depth = async (part: string) => {
    const line = axesIn(await svgOf(chartPart(part))).find(({ way }) => way === 'h');
    return height - (line?.y ?? 0);
  };
  const said = plot('bars that lie').replace('<c:axPos val="l"/>', '<c:axPos val="b"/>');
  expect(await depth(plot('bars that lie'))).toBe(await depth(said));
});

test('areas reach from the first mark of their axis to the last by themselves, and bars lie between marks', async () => {
  const [from] =
    /<path d="M([\d.]+),/
      .exec(await svgOf(chartPart(plot('areas'))))
      ?.slice(1)
      .map(Number) ?? [];
  const upright = (svg: string) => axesIn(svg).find(({ way }) => way === 'v')?.x ?? 0;
  expect(from).toBeCloseTo(upright(await svgOf(chartPart(plot('areas')))), 0);
  const between = plot('areas').replace('<c:crossAx val="1"/>', '<c:crossAx val="1"/><c:crossBetween val="between"/>');
  const svg = await svgOf(chartPart(between));
  expect(Number(/<path d="M([\d.]+),/.exec(svg)?.[1])).toBeGreaterThan(upright(svg) + 20);
  // Marks on both sides of each bar, though the axis says that places lie upon them.
  const onMarks = plot('clustered columns').replace(
    '<c:crossAx val="1"/>',
    '<c:crossAx val="1"/><c:crossBetween val="midCat"/>',
  );
  expect(await svgOf(chartPart(onMarks))).toBe(await svgOf(chartPart(plot('clustered columns'))));
});

test('a pie fills the height that its edges leave', async () => {
  const untitled = chartPart(plot('pie')).replace('<c:plotArea>', '<c:autoTitleDeleted val="1"/><c:plotArea>');
  const radius = /A([\d.]+),/.exec(await svgOf(untitled))?.[1];
  expect(Number(radius)).toBeCloseTo(height / 2 - 6, 0);
});

test('a title stands a share of the height below the edge, and the plot below it', async () => {
  const svg = await svgOf(chartPart(plot('clustered columns'), { title: 'Sales' }));
  const [x, y] = placeOf(svg, 'Sales');
  expect(x).toBeCloseTo(width / 2, 0);
  expect(y).toBeGreaterThan(30);
  expect(y).toBeLessThan(38);
  const top = axesIn(svg).find(({ way }) => way === 'v')?.y ?? 0;
  expect(top).toBeGreaterThan(55);
  expect(top).toBeLessThan(65);
});

test('the names round a web stand free of it and of its numbers, which have room for half a height', async () => {
  const svg = await svgOf(chartPart(plot('radar'), { legend: 'r' }));
  const steps = numbersIn(svg);
  expect(steps).toEqual([-50, 0, 50, 100, 150, 200]);
  expect(placeOf(svg, '200')[1] - placeOf(svg, 'Jan')[1]).toBeGreaterThan(16);
  const flat = chartPart(plot('radar'), {
    legend: 'r',
    title: 'A title in three lines that leaves little room to the web '.repeat(3),
  });
  expect(numbersIn(await svgOf(flat)).length).toBeLessThan(steps.length);
});

test('the key of bubbles is round', async () => {
  const svg = await svgOf(chartPart(plot('bubbles'), { legend: 'r' }));
  expect(svg).toMatch(/<path d="M[\d.]+ [\d.]+a[^"]*" fill="#4f81bd"/);
});
