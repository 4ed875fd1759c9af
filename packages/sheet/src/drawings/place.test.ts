import { pageDiff } from '@sheetwire/page/page-diff';
import { expect, test } from 'vitest';
import { type RenderedPage, readWorkbook, renderPages } from '../publish-pages.ts';
import {
  type ChartBook,
  cellAnchor,
  chartBook,
  chartFrame,
  chartPart,
  chartPlots,
  salesRows,
} from '../test-support/chart-books.ts';
import { buildXlsx, cellsXml } from '../test-support/xlsx-builder.ts';

const part = chartPart(chartPlots['clustered columns'] ?? '');

async function pageOf(book: Partial<ChartBook>): Promise<RenderedPage> {
  const { pages } = renderPages(await readWorkbook(chartBook({ charts: [part], ...book })));
  const [page] = pages;
  if (!page) throw new Error('No page');
  return page;
}

/** Which cell holds the drawing, and where it lies from there. */
function placeIn({ html }: RenderedPage): string {
  const [, cell = '', css = ''] =
    /data-cell="(\w+)"[^>]*><div data-drawing="d2" data-rows="\d+" style="([^"]*)"/.exec(html) ?? [];
  return `${cell} ${css}`;
}

const over = (from: readonly [number, number], to: readonly [number, number]) => cellAnchor(from, to, chartFrame(1));

test('a drawing lies in its first cell, which stays as high as it was', async () => {
  const page = await pageOf({ anchors: over([5, 1], [9, 11]) });
  expect(placeIn(page)).toBe('F2 left:0px;top:0px;width:256px;height:200px');
  expect(page.html).not.toContain('<tr style="height');
  expect(page.html).toContain('data-cell="I11"');
});

test('a cell that holds something gives its drawing to a blank one beneath it', async () => {
  expect(placeIn(await pageOf({ anchors: over([1, 1], [9, 11]) }))).toBe(
    'E2 left:-192px;top:0px;width:512px;height:200px',
  );
});

test('a chart without a ground of its own lies on paper, so that it is read in dark colors too', async () => {
  const clear = part.replace('</c:chartSpace>', '<c:spPr><a:noFill/></c:spPr></c:chartSpace>');
  expect((await pageOf({ charts: [clear] })).html).toContain(' data-paper=""');
  expect((await pageOf({})).html).not.toContain('data-paper');
});

test('rows and columns that are hidden take nothing of a drawing', async () => {
  const body = `<cols><col min="7" max="7" width="9" hidden="1"/></cols>${cellsXml(salesRows)}`;
  expect(placeIn(await pageOf({ body, anchors: over([5, 1], [9, 11]) }))).toBe(
    'F2 left:0px;top:0px;width:192px;height:200px',
  );
});

test('a drawing far beyond the cells adds no more cells than it needs', async () => {
  const page = await pageOf({ anchors: over([500, 1], [510, 11]) });
  expect(page.html.match(/<td/g)?.length).toBeLessThan(100);
  expect(placeIn(page)).toBe('D6 left:31808px;top:-80px;width:640px;height:200px');
});

test.each([
  ['nowhere', '<xdr:twoCellAnchor><xdr:from/><xdr:to/>'],
  [
    'outside of any sheet',
    '<xdr:twoCellAnchor><xdr:from><xdr:col>99999</xdr:col><xdr:row>1</xdr:row></xdr:from><xdr:to><xdr:col>9</xdr:col><xdr:row>9</xdr:row></xdr:to>',
  ],
])('a drawing that lies %s is told, not drawn', async (_, open) => {
  const { pages, notShown } = renderPages(
    await readWorkbook(chartBook({ charts: [part], anchors: `${open}${chartFrame(1)}</xdr:twoCellAnchor>` })),
  );
  expect(pages[0]?.html).not.toContain('data-drawing');
  expect(notShown).toEqual([{ sheet: 'Sheet1', what: 'drawings', count: 1, why: 'They are outside the sheet.' }]);
});

test('the same file is the same page, and another figure changes its cell and the chart alone', async () => {
  const changed = [salesRows[0], ['Jan', 125, 80, 4], ...salesRows.slice(2)];
  const [first, again, next] = [await pageOf({}), await pageOf({}), await pageOf({ body: cellsXml(changed) })];
  expect(pageDiff(first, again, 0)).toEqual([]);
  const ops = pageDiff(first, next, 0);
  expect(ops.map(([, , , html]) => String(html).slice(0, 24))).toEqual(['125', '<div data-drawing="d2" d']);
});

test('a figure that no chart shows changes its cell alone', async () => {
  const changed = [salesRows[0], ['Jan', 120, 80, 5], ...salesRows.slice(2)];
  expect(pageDiff(await pageOf({}), await pageOf({ body: cellsXml(changed) }), 0)).toHaveLength(1);
});

test('a sheet that is one chart is a page', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const bytes = buildXlsx({
    sheets: [{ name: 'Data', body: cellsXml(salesRows) }],
    behind: '<extra/>',
    parts: {
      'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="Sheet1" r:id="rId1"/><sheet name="Chart" r:id="rId9"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Type="${office}/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>`,
      'xl/chartsheets/sheet1.xml': `<chartsheet xmlns:r="${office}"><drawing r:id="rId1"/></chartsheet>`,
      'xl/chartsheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="rId1" Type="${office}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:r="${office}"><xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="9525" cy="9525"/>${chartFrame(1)}</xdr:absoluteAnchor></xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': `<Relationships><Relationship Id="rId1" Type="${office}/chart" Target="../charts/chart1.xml"/></Relationships>`,
      'xl/charts/chart1.xml': part,
    },
  });
  const { pages, notShown } = renderPages(await readWorkbook(bytes));
  expect(pages.map(({ name }) => name)).toEqual(['Sheet1', 'Chart']);
  expect(placeIn(pages[1] ?? { name: '', html: '', styles: [] })).toBe('A1 left:8px;top:0px;width:960px;height:600px');
  expect(notShown).toEqual([]);
});
