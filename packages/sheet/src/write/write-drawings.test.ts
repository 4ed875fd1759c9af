import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readWorkbook, renderPages } from '../publish-pages.ts';
import { cellAnchor, chartBook, chartFrame, chartPart, chartPlots } from '../test-support/chart-books.ts';
import { newerBook, newerCharts } from '../test-support/newer-chart-books.ts';
import { anchored, drawingBook, pictureXml, pngOf } from '../test-support/picture-book.ts';
import { makeBook } from './report-book.ts';
import { finish } from './test-support/finish.ts';
import { writeXlsx } from './write-xlsx.ts';

const facts = { topic: 'A/B/C', publishedAt: undefined, sender: '', shownDate: null, metadata: {} };

/** The parts of a file of what a workbook shows. */
async function taken(book: Uint8Array, picture?: Uint8Array<ArrayBuffer>) {
  const { pages } = renderPages(await readWorkbook(book), {}, { topic: 'A/B/C' });
  const [, address = ''] = /<img src="([^"]*)"/.exec(pages[0]?.html ?? '') ?? [];
  const pictures = new Map(picture ? [[address, picture]] : []);
  const made = finish(makeBook({ pages, facts, baseUrl: 'https://portal.example', pictures }));
  const bytes = new Uint8Array(await new Blob(finish(writeXlsx(made))).arrayBuffer());
  const parts = unzipSync(bytes);
  const text = (path: string) => Buffer.from(parts[path] ?? []).toString('utf8');
  return { bytes, parts, text };
}

test('a chart is a chart in the file, with its title and its numbers, where it lay', async () => {
  const chart = chartPart(chartPlots['columns and a line on a second axis'] ?? '', { title: 'Sales & more' });
  const { bytes, text } = await taken(
    chartBook({ charts: [chart], anchors: cellAnchor([5, 1], [12, 16], chartFrame(1)) }),
  );
  const part = text('xl/charts/chart1.xml');
  expect(part).toContain('<a:t>Sales &amp; more</a:t>');
  expect(part).toMatch(
    /<c:barChart>.*<c:tx><c:v>Revenue<\/c:v>.*<c:v>Jan<\/c:v>.*<c:v>120<\/c:v>.*<\/c:barChart><c:lineChart>.*Cost/,
  );
  expect(part).toContain('<c:axId val="4"/>');
  expect(text('xl/drawings/drawing1.xml')).toMatch(/<xdr:col>5<\/xdr:col>.*<xdr:row>1<\/xdr:row>/);
  // Our own reader draws it again, the same numbers in it.
  const again = renderPages(await readWorkbook(bytes));
  expect(again.pages[0]?.html).toContain(
    'aria-label="Combination chart: Sales &amp;amp; more. Revenue, Cost, Jan to Apr."'.replace('&amp;amp;', '&amp;'),
  );
  expect(again.notShown ?? []).toEqual([]);
});

test.each(Object.keys(chartPlots))('%s come back as they went', async (kind) => {
  const source = chartBook({ charts: [chartPart(chartPlots[kind] ?? '')] });
  const table = (html: string) => /data-table="([^"]*)"/.exec(html)?.[1];
  const { pages } = renderPages(await readWorkbook(source));
  const again = renderPages(await readWorkbook((await taken(source)).bytes));
  expect(table(again.pages[0]?.html ?? '')).toBe(table(pages[0]?.html ?? ''));
});

test('a histogram is a chart of its bins; what no plain chart stands for is left out and told', async () => {
  const { part: bins = '', rows = [] } = newerCharts.histogram ?? {};
  expect((await taken(newerBook([bins], rows))).text('xl/charts/chart1.xml')).toContain('<c:v>(31, 41]</c:v>');
  const { part: tree = '', rows: shop = [] } = newerCharts.treemap ?? {};
  const left = await taken(newerBook([tree], shop));
  expect(left.parts['xl/charts/chart1.xml']).toBeUndefined();
  expect(left.text('xl/sharedStrings.xml')).toContain('1 picture');
});

test('a picture lies in the file where it lay on its page; without its bytes it is told', async () => {
  const png = new Uint8Array(pngOf(40, 20));
  const book = drawingBook(anchored(pictureXml()), { 'a.png': png });
  const { parts, text } = await taken(book, png);
  expect(parts['xl/media/image1.png']).toEqual(png);
  expect(text('xl/drawings/drawing1.xml')).toMatch(/<xdr:oneCellAnchor>.*descr="A logo".*r:embed="rId1"/);
  expect(text('[Content_Types].xml')).toContain('Extension="png"');
  expect(text('xl/sharedStrings.xml')).not.toContain('1 picture');
  expect((await taken(book)).text('xl/sharedStrings.xml')).toContain('1 picture');
});

test('a picture that is cut stays so, one that is turned is told', async () => {
  const png = new Uint8Array(pngOf(40, 20));
  const cut = drawingBook(anchored(pictureXml({ crop: '<a:srcRect l="10000" b="20000"/>' })), { 'a.png': png });
  expect((await taken(cut, png)).text('xl/drawings/drawing1.xml')).toMatch(
    /<a:srcRect l="(?:9999|10000|10001)" t="0" r="-?\d{1,2}" b="(?:19999|20000|20001)"\/>/,
  );
  const turned = drawingBook(anchored(pictureXml({ frame: '<a:xfrm rot="600000"/>' })), { 'a.png': png });
  expect((await taken(turned, png)).text('xl/sharedStrings.xml')).toContain('1 picture');
});
