import { cellAnchor, chartFrame, chartPart, chartPlots } from './chart-books.ts';

const xdr = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const a = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const r = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A box whose click leads where a relation says. */
const box = (id: number, relation: string) =>
  `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="${id}" name="Box ${id}"><a:hlinkClick r:id="${relation}"/></xdr:cNvPr><xdr:cNvSpPr/></xdr:nvSpPr>` +
  `<xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr><xdr:txBody><a:bodyPr/><a:p><a:r><a:t>Go</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;

const charts = cellAnchor([1, 1], [5, 6], chartFrame(1)) + cellAnchor([7, 1], [9, 6], chartFrame(2));
const boxes =
  cellAnchor([1, 0], [3, 2], box(11, 'rId3')) +
  cellAnchor([2, 2], [4, 4], box(12, 'rId4')) +
  cellAnchor([4, 4], [6, 6], box(13, 'rId5'));
const boxLinks = ['#Other!B2', '#Sheet1!C3', '#Gone!A1']
  .map((place, n) => `<Relationship Id="rId${n + 3}" Type="${r}/hyperlink" Target="${place}"/>`)
  .join('');

/** The parts of a drawing that has two charts, boxes with links, or both. */
export const drawingParts = (shown: { readonly charts: boolean; readonly boxes: boolean }) => ({
  'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${xdr}" xmlns:a="${a}" xmlns:r="${r}">${shown.charts ? charts : ''}${shown.boxes ? boxes : ''}</xdr:wsDr>`,
  'xl/drawings/_rels/drawing1.xml.rels': `<Relationships><Relationship Id="rId1" Type="${r}/chart" Target="../charts/chart1.xml"/><Relationship Id="rId2" Type="${r}/chart" Target="../charts/chart2.xml"/>${boxLinks}</Relationships>`,
  'xl/charts/chart1.xml': chartPart(chartPlots['clustered columns'] ?? '', { legend: 'r' }),
  // Its title is a cell.
  'xl/charts/chart2.xml': chartPart(chartPlots.pie ?? '', { title: 'Share' }).replace(
    /<c:rich>.*?<\/c:rich>/,
    '<c:strRef><c:f>Sheet1!$B$1</c:f></c:strRef>',
  ),
});
