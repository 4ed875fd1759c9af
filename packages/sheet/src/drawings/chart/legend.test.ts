import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../../publish-pages.ts';
import { chartBook, chartPart, chartPlots, salesSeries, usualAxes } from '../../test-support/chart-books.ts';

async function svgOf(part: string): Promise<string> {
  const { pages } = renderPages(await readWorkbook(chartBook({ charts: [part] })));
  return /<svg[\s\S]*<\/svg>/.exec(pages[0]?.html ?? '')?.[0] ?? '';
}

/** The names in the legend, from above. */
function namesIn(svg: string, names: readonly string[]): string[] {
  const place = (name: string) =>
    Number(new RegExp(`y="([^"]*)"[^>]*>${name.replace(/[()]/g, '\\$&')}<`).exec(svg)?.[1]);
  return [...names].filter((name) => svg.includes(`>${name}<`)).sort((a, b) => place(a) - place(b));
}

const both = ['Revenue', 'Cost'];
const plot = (kind: string) => chartPlots[kind] ?? '';

test.each([
  ['clustered columns', ['Revenue', 'Cost']],
  ['stacked columns', ['Cost', 'Revenue']],
  ['stacked areas', ['Cost', 'Revenue']],
  ['bars that lie', ['Cost', 'Revenue']],
])('a legend beside %s is read as they stand', async (kind, names) => {
  expect(namesIn(await svgOf(chartPart(plot(kind), { legend: 'r' })), both)).toEqual(names);
});

test('bars of which the first stands on top are named from the first on', async () => {
  const reversed = plot('bars that lie').replace(
    '<c:scaling/>',
    '<c:scaling><c:orientation val="maxMin"/></c:scaling>',
  );
  expect(namesIn(await svgOf(chartPart(reversed, { legend: 'r' })), both)).toEqual(['Revenue', 'Cost']);
});

test('trends stand in the legend behind the series, named by kind and series, or as their author named them', async () => {
  const trend = (kind: string, inner = '') =>
    `<c:trendline>${inner}<c:trendlineType val="${kind}"/><c:period val="2"/></c:trendline>`;
  const series = salesSeries(0, trend('linear') + trend('movingAvg') + trend('exp', '<c:name>Outlook</c:name>'));
  const part = `<c:barChart><c:barDir val="col"/>${series}<c:axId val="1"/><c:axId val="2"/></c:barChart>${usualAxes}`;
  const names = ['Outlook', '2 per. Mov. Avg. (Revenue)', 'Linear (Revenue)', 'Revenue'];
  expect(namesIn(await svgOf(chartPart(part, { legend: 'r' })), names)).toEqual([
    'Revenue',
    'Linear (Revenue)',
    '2 per. Mov. Avg. (Revenue)',
    'Outlook',
  ]);
});

test('a legend stands where its author set it, and never beyond the chart', async () => {
  const set = (x: number, y: number) =>
    chartPart(plot('clustered columns'), { legend: 'r' }).replace(
      '<c:legendPos val="r"/>',
      `<c:legendPos val="r"/><c:layout><c:manualLayout><c:xMode val="edge"/><c:yMode val="edge"/><c:x val="${x}"/><c:y val="${y}"/></c:manualLayout></c:layout>`,
    );
  const placeIn = (svg: string) => {
    const [, x, y] = /<text x="([^"]*)" y="([^"]*)"[^>]*>Revenue</.exec(svg) ?? [];
    return [Number(x), Number(y)];
  };
  const [width, height] = [448, 300];
  const [x = 0, y = 0] = placeIn(await svgOf(set(0.5, 0.25)));
  expect(x).toBeGreaterThan(width * 0.5);
  expect(x).toBeLessThan(width * 0.55);
  expect(y).toBeGreaterThan(height * 0.25);
  expect(y).toBeLessThan(height * 0.33);
  const [far = 0] = placeIn(await svgOf(set(1, 1)));
  expect(far).toBeLessThan(width);
});

test('keys are squares beside bars alone, and as long as a line where there are lines too', async () => {
  const keyOf = (svg: string) => {
    const paths = [...svg.matchAll(/<path d="M[\d.]+ [\d.]+h([\d.]+)v([\d.]+)h-[\d.]+z" fill="#4f81bd"/g)];
    return paths.map(([, w, h]) => [Number(w), Number(h)]).at(-1);
  };
  expect(keyOf(await svgOf(chartPart(plot('clustered columns'), { legend: 'r' })))).toEqual([7.3, 7.3]);
  const combined = plot('columns and a line on a second axis');
  expect(keyOf(await svgOf(chartPart(combined, { legend: 'r' })))).toEqual([25.6, 7.3]);
});
