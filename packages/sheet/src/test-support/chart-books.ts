import { buildXlsx, cellsXml, escaped } from './xlsx-builder.ts';

const c = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const a = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const r = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';
const xdr = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';

/** Months with two columns of figures, as the charts of tests show them. */
export const salesRows = [
  ['Month', 'Revenue', 'Cost', 'Size'],
  ['Jan', 120, 80, 4],
  ['Feb', 95, 60, 9],
  ['Mar', 140, 90, 1],
  ['Apr', 160, -20, 16],
] as const;

/** A series of the sales: B or C of the sheet, with months as categories. */
export function salesSeries(index: number, extra = '', from: 'cat' | 'xVal' = 'cat'): string {
  const column = index === 0 ? 'B' : 'C';
  const values = from === 'cat' ? 'val' : 'yVal';
  const across =
    from === 'cat'
      ? '<c:cat><c:strRef><c:f>Sheet1!$A$2:$A$5</c:f></c:strRef></c:cat>'
      : '<c:xVal><c:numRef><c:f>Sheet1!$D$2:$D$5</c:f></c:numRef></c:xVal>';
  return `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:strRef><c:f>Sheet1!$${column}$1</c:f></c:strRef></c:tx>${extra}${across}<c:${values}><c:numRef><c:f>Sheet1!$${column}$2:$${column}$5</c:f></c:numRef></c:${values}></c:ser>`;
}

const axisIds = '<c:axId val="1"/><c:axId val="2"/>';
/** An axis of categories below, and one of values at the left. */
export const usualAxes =
  '<c:catAx><c:axId val="1"/><c:scaling/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx>' +
  '<c:valAx><c:axId val="2"/><c:scaling/><c:axPos val="l"/><c:majorGridlines/><c:crossAx val="1"/></c:valAx>';
const pointAxes = usualAxes.replaceAll('catAx', 'valAx');

const both = (extra = '') => salesSeries(0, extra) + salesSeries(1, extra);
const bars = (direction: string, grouping: string, extra = '') =>
  `<c:barChart><c:barDir val="${direction}"/><c:grouping val="${grouping}"/>${both()}${extra}${axisIds}</c:barChart>${usualAxes}`;
const labels = '<c:dLbls><c:showVal val="1"/></c:dLbls>';

/** The plots of the kinds of charts, by what people call them. */
export const chartPlots: Readonly<Record<string, string>> = {
  'clustered columns': bars('col', 'clustered'),
  'stacked columns': bars('col', 'stacked', '<c:overlap val="100"/>'),
  'columns of 100 %': bars('col', 'percentStacked', '<c:overlap val="100"/>'),
  'bars that lie': bars('bar', 'clustered'),
  lines: `<c:lineChart><c:grouping val="standard"/>${both()}<c:marker val="1"/>${axisIds}</c:lineChart>${usualAxes}`,
  'smooth lines': `<c:lineChart><c:grouping val="standard"/>${salesSeries(0).replace('</c:ser>', '<c:smooth val="1"/></c:ser>')}${axisIds}</c:lineChart>${usualAxes}`,
  areas: `<c:areaChart><c:grouping val="standard"/>${both()}${axisIds}</c:areaChart>${usualAxes}`,
  'stacked areas': `<c:areaChart><c:grouping val="stacked"/>${both()}${axisIds}</c:areaChart>${usualAxes}`,
  pie: `<c:pieChart><c:varyColors val="1"/>${salesSeries(0, labels)}</c:pieChart>`,
  doughnut: `<c:doughnutChart><c:varyColors val="1"/>${salesSeries(0)}<c:holeSize val="60"/></c:doughnutChart>`,
  scatter: `<c:scatterChart><c:scatterStyle val="lineMarker"/>${salesSeries(0, '', 'xVal')}${axisIds}</c:scatterChart>${pointAxes}`,
  bubbles: `<c:bubbleChart>${salesSeries(0, '', 'xVal').replace('</c:ser>', '<c:bubbleSize><c:numRef><c:f>Sheet1!$D$2:$D$5</c:f></c:numRef></c:bubbleSize></c:ser>')}${axisIds}</c:bubbleChart>${pointAxes}`,
  radar: `<c:radarChart><c:radarStyle val="marker"/>${both()}${axisIds}</c:radarChart>${usualAxes}`,
  'filled radar': `<c:radarChart><c:radarStyle val="filled"/>${both()}${axisIds}</c:radarChart>${usualAxes}`,
  stock: `<c:stockChart>${both()}<c:hiLowLines/><c:upDownBars/>${axisIds}</c:stockChart>${usualAxes}`,
  'columns and a line on a second axis': `<c:barChart><c:barDir val="col"/>${salesSeries(0)}${axisIds}</c:barChart><c:lineChart>${salesSeries(1)}<c:axId val="3"/><c:axId val="4"/></c:lineChart>${usualAxes}<c:catAx><c:axId val="3"/><c:delete val="1"/><c:axPos val="b"/><c:crossAx val="4"/></c:catAx><c:valAx><c:axId val="4"/><c:axPos val="r"/><c:crossAx val="3"/><c:crosses val="max"/></c:valAx>`,
  'columns with labels and a trend': `<c:barChart><c:barDir val="col"/>${salesSeries(0, `${labels}<c:trendline><c:trendlineType val="linear"/><c:dispEq val="1"/></c:trendline>`)}${axisIds}</c:barChart>${usualAxes}`,
  'columns in space': `<c:bar3DChart><c:barDir val="col"/>${both()}${axisIds}</c:bar3DChart>${usualAxes}`,
};

/** A chart part around a plot. */
export function chartPart(plot: string, around: { title?: string; legend?: string } = {}): string {
  const title =
    around.title === undefined
      ? ''
      : `<c:title><c:tx><c:rich><a:p><a:r><a:t>${escaped(around.title)}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
  const legend = around.legend === undefined ? '' : `<c:legend><c:legendPos val="${around.legend}"/></c:legend>`;
  return `<c:chartSpace xmlns:c="${c}" xmlns:a="${a}" xmlns:r="${r}"><c:chart>${title}<c:plotArea>${plot}</c:plotArea>${legend}<c:plotVisOnly val="1"/></c:chart></c:chartSpace>`;
}

/** The element of a drawing part that shows chart `n`. */
export function chartFrame(n: number): string {
  return `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="${n + 1}" name="Chart ${n}"/></xdr:nvGraphicFramePr><a:graphic><a:graphicData uri="${c}"><c:chart xmlns:c="${c}" r:id="rId${n}"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
}

/** An anchor from a cell to a cell, both counted from 0. */
export function cellAnchor(from: readonly [number, number], to: readonly [number, number], thing: string): string {
  const point = (name: string, [column, row]: readonly [number, number]) =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  return `<xdr:twoCellAnchor>${point('from', from)}${point('to', to)}${thing}<xdr:clientData/></xdr:twoCellAnchor>`;
}

export interface ChartBook {
  /** Chart parts. */
  readonly charts: readonly string[];
  /** The anchors of the drawing part; by themselves each chart lies below the one before, beside the cells. */
  readonly anchors?: string;
  /** What stands within `worksheet`. */
  readonly body?: string;
  /** The version of Excel that the file says; that of 2007 by itself, which means no where it says nothing. */
  readonly version?: string;
}

/** A workbook of one sheet with the sales and charts over it. */
export function chartBook({ charts, anchors, body = cellsXml(salesRows), version }: ChartBook): Uint8Array {
  const usual = charts.map((_, n) => cellAnchor([5, 1 + 18 * n], [12, 16 + 18 * n], chartFrame(n + 1))).join('');
  const relations = charts.map(
    (_, n) => `<Relationship Id="rId${n + 1}" Type="${r}/chart" Target="../charts/chart${n + 1}.xml"/>`,
  );
  return buildXlsx({
    sheets: [{ body: `${body}<drawing r:id="rId1"/>`, relations: [['rId1', 'drawing', '../drawings/drawing1.xml']] }],
    parts: {
      ...(version !== undefined && {
        'docProps/app.xml': `<Properties><AppVersion>${version}</AppVersion></Properties>`,
      }),
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${xdr}" xmlns:a="${a}" xmlns:r="${r}">${anchors ?? usual}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': `<Relationships xmlns="${packageRels}">${relations.join('')}</Relationships>`,
      ...Object.fromEntries(charts.map((chart, n) => [`xl/charts/chart${n + 1}.xml`, chart])),
    },
  });
}
