import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../../publish-pages.ts';
import { chartBook, chartPart, salesSeries, usualAxes } from '../../test-support/chart-books.ts';

/** A file that says the version of its program, a newer Excel's, or none. */
type Version = '12.0000' | '16.0300' | '3.1' | '';

async function svgOf(plot: string, version: Version): Promise<string> {
  const part = chartPart(plot, { title: 'Sales', legend: 'r' });
  const { pages } = renderPages(await readWorkbook(chartBook({ charts: [part], version })));
  return /<svg[\s\S]*<\/svg>/.exec(pages[0]?.html ?? '')?.[0] ?? '';
}

const ids = '<c:axId val="1"/><c:axId val="2"/>';
const said = usualAxes.replaceAll('<c:axPos', '<c:delete val="0"/><c:axPos');
const columns = (inner = '', axes = said) =>
  `<c:barChart><c:barDir val="col"/>${salesSeries(0, inner)}${ids}</c:barChart>${axes}`;
const newer: readonly Version[] = ['16.0300', '3.1', ''];

/** The colours of the columns. */
const fills = (svg: string) => new Set(Array.from(svg.matchAll(/<path d="[^"]*z" fill="(#\w+)"/g), ([, fill]) => fill));

test.each(newer)(
  'an axis that says nothing of it is deleted, but in files of Excel 2007 (version "%s")',
  async (version) => {
    expect(await svgOf(columns('', usualAxes), '12.0000')).toContain('>100<');
    expect(await svgOf(columns('', usualAxes), version)).not.toContain('>100<');
    expect(await svgOf(columns(), version)).toContain('>100<');
  },
);

test.each(newer)('a title that says nothing of it lies over the plot (version "%s")', async (version) => {
  const top = (svg: string) => Math.min(...Array.from(svg.matchAll(/y="([\d.]+)">\d+</g), ([, y]) => Number(y)));
  const [older, later] = [await svgOf(columns(), '12.0000'), await svgOf(columns(), version)];
  expect(top(older) - top(later)).toBeGreaterThan(15);
});

test.each(newer)('a line that says nothing of it is smooth (version "%s")', async (version) => {
  const lines = `<c:lineChart>${salesSeries(0)}${ids}</c:lineChart>${said}`;
  const isSmooth = (svg: string) => /<path d="M[^"]*C[^"]*" fill="none"/.test(svg);
  expect(isSmooth(await svgOf(lines, '12.0000'))).toBe(false);
  expect(isSmooth(await svgOf(lines, version))).toBe(true);
  const straight = lines.replace('</c:ser>', '<c:smooth val="0"/></c:ser>');
  expect(isSmooth(await svgOf(straight, version))).toBe(false);
});

test.each(newer)(
  'the columns of one series that say nothing of it have colors of their own (version "%s")',
  async (version) => {
    expect(fills(await svgOf(columns(), '12.0000')).size).toBe(1);
    expect(fills(await svgOf(columns(), version)).size).toBe(4);
    const alike = columns().replace('<c:ser>', '<c:varyColors val="0"/><c:ser>');
    expect(fills(await svgOf(alike, version)).size).toBe(1);
  },
);

test.each(newer)('labels show what they do not refuse to show (version "%s")', async (version) => {
  const labels = '<c:dLbls><c:showVal val="1"/></c:dLbls>';
  expect(await svgOf(columns(labels), '12.0000')).toContain('>120<');
  expect(await svgOf(columns(labels), version)).toContain('>Revenue, Jan, 120<');
  const only = labels.replace('</c:dLbls>', '<c:showCatName val="0"/><c:showSerName val="0"/></c:dLbls>');
  expect(await svgOf(columns(only), version)).toContain('>120<');
});

test('what a file says of its program may be broken', async () => {
  const part = chartPart(columns('', usualAxes));
  const { pages } = renderPages(await readWorkbook(chartBook({ charts: [part], version: '16<' })));
  expect(pages[0]?.html).toContain('<svg');
});

test.each(newer)('a chart that says nothing of its corners has round ones (version "%s")', async (version) => {
  const part = (said: string) => chartPart(columns()).replace('<c:chart>', `${said}<c:chart>`);
  const svg = async (said: string, of: Version) => {
    const { pages } = renderPages(await readWorkbook(chartBook({ charts: [part(said)], version: of })));
    return /<svg.*?<rect[^>]*>/s.exec(pages[0]?.html ?? '')?.[0] ?? '';
  };
  expect(await svg('', '12.0000')).not.toContain(' rx=');
  expect(await svg('', version)).toContain(' rx="9.3"');
  expect(await svg('<c:roundedCorners val="0"/>', version)).not.toContain(' rx=');
  expect(await svg('<c:roundedCorners val="1"/>', '12.0000')).toContain(' rx="9.3"');
});
