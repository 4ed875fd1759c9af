import { cellAnchor } from './chart-books.ts';
import { buildXlsx, type CellSource, cellsXml } from './xlsx-builder.ts';

const cx = 'http://schemas.microsoft.com/office/drawing/2014/chartex';
const a = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const r = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const xdr = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const mc = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** A chart of a newer kind as a test has it. */
export interface NewerChartSource {
  /** What stands within `cx:data`; several are several. */
  readonly data: string | readonly string[];
  /** What stands within `cx:plotAreaRegion`. */
  readonly series: string;
  readonly axes?: string;
  readonly title?: string;
  readonly legend?: string;
}

/** The part of a chart of a newer kind. */
export function newerPart({ data, series, axes = '', title, legend }: NewerChartSource): string {
  const lists = typeof data === 'string' ? [data] : data;
  const named =
    title === undefined
      ? ''
      : `<cx:title pos="t"><cx:tx><cx:txData><cx:v>${title}</cx:v></cx:txData></cx:tx></cx:title>`;
  const entries = legend === undefined ? '' : `<cx:legend pos="${legend}"/>`;
  return `<cx:chartSpace xmlns:cx="${cx}" xmlns:a="${a}" xmlns:r="${r}"><cx:chartData>${lists.map((list, n) => `<cx:data id="${n}">${list}</cx:data>`).join('')}</cx:chartData><cx:chart>${named}<cx:plotArea><cx:plotAreaRegion>${series}</cx:plotAreaRegion>${axes}</cx:plotArea>${entries}</cx:chart></cx:chartSpace>`;
}

/** A series with its layout; `inner` stands before its data. */
export function newerSeries(
  kind: string,
  layout = '',
  more: { inner?: string; data?: number; name?: string } = {},
): string {
  const { inner = '<cx:dataLabels><cx:visibility value="1"/></cx:dataLabels>', data = 0, name = 'Figures' } = more;
  return `<cx:series layoutId="${kind}"><cx:tx><cx:txData><cx:v>${name}</cx:v></cx:txData></cx:tx>${inner}<cx:dataId val="${data}"/><cx:layoutPr>${layout}</cx:layoutPr></cx:series>`;
}

/** The cells that categories and values refer to. */
export function newerData(categories: string | undefined, values: string, kind = 'val'): string {
  const names = categories === undefined ? '' : `<cx:strDim type="cat"><cx:f>Sheet1!${categories}</cx:f></cx:strDim>`;
  return `${names}<cx:numDim type="${kind}"><cx:f>Sheet1!${values}</cx:f></cx:numDim>`;
}

/** An axis of categories and one of values. */
export function newerAxes(gap = '0.5', percent = ''): string {
  return `<cx:axis id="0"><cx:catScaling gapWidth="${gap}"/><cx:tickLabels/></cx:axis><cx:axis id="1"><cx:valScaling/><cx:majorGridlines/><cx:tickLabels/></cx:axis>${percent}`;
}

export interface NewerBook {
  readonly part: string;
  readonly rows: readonly (readonly CellSource[])[];
}

const nameLabels = '<cx:dataLabels pos="inEnd"><cx:visibility categoryName="1" value="0"/></cx:dataLabels>';
const shares =
  '<cx:axis id="2"><cx:valScaling max="1" min="0"/><cx:units unit="percentage"/><cx:tickLabels/></cx:axis>';
const paretoLine = '<cx:series layoutId="paretoLine" ownerIdx="0"><cx:axisId val="2"/></cx:series>';

const steps = [
  ['Step', 'Change'],
  ['Opening', 120],
  ['Sales', 60],
  ['Returns', -35],
  ['Costs', -80],
  ['Closing', 65],
] as const;
const ages = [['Age'], ...[21, 23, 24, 27, 29, 31, 31, 33, 34, 36, 38, 41, 44, 47, 52, 58, 63, 71].map((age) => [age])];
const complaints = [
  ['Reason', 'Count'],
  ['Late', 42],
  ['Broken', 17],
  ['Wrong item', 64],
  ['Price', 9],
  ['Late', 8],
] as const;
const stages = [
  ['Stage', 'People'],
  ['Visits', 1000],
  ['Sign-ups', 430],
  ['Trials', 180],
  ['Orders', 60],
] as const;
const scores: (readonly CellSource[])[] = [
  ['Team', 'First', 'Second'],
  ...[4, 6, 7, 8, 9, 10, 24].map((score, n) => ['North', score, score + n] as const),
  ...[3, 5, 5, 6, 12, 14].map((score, n) => ['South', score + 2, score + 4 - n] as const),
];
const shop = [
  ['Group', 'Kind', 'Item', 'Sold'],
  ['Fruit', 'Citrus', 'Lemon', 20],
  ['', '', 'Orange', 35],
  ['', 'Stone', 'Plum', 15],
  ['Bakery', 'Bread', 'Rye', 30],
  ['', '', 'Wheat', 25],
  ['', 'Cake', '', 12],
  ['Dairy', '', 'Milk', 40],
] as const;
const tree = newerData('$A$2:$C$8', '$D$2:$D$8', 'size');

/** A chart of each newer kind, by what people call it, with the cells that it shows. */
export const newerCharts: Readonly<Record<string, NewerBook>> = {
  waterfall: {
    rows: steps,
    part: newerPart({
      data: newerData('$A$2:$A$6', '$B$2:$B$6'),
      series: newerSeries('waterfall', '<cx:subtotals><cx:idx val="0"/><cx:idx val="4"/></cx:subtotals>', {
        inner: '<cx:dataLabels pos="outEnd"><cx:visibility value="1"/></cx:dataLabels>',
      }),
      axes: newerAxes(),
      title: 'Cash',
      legend: 't',
    }),
  },
  histogram: {
    rows: ages,
    part: newerPart({
      data: newerData(undefined, '$A$2:$A$19'),
      series: newerSeries('clusteredColumn', '<cx:binning intervalClosed="r"><cx:binSize val="10"/></cx:binning>'),
      axes: newerAxes('0'),
      title: 'Ages',
    }),
  },
  Pareto: {
    rows: complaints,
    part: newerPart({
      data: newerData('$A$2:$A$6', '$B$2:$B$6'),
      series: newerSeries('clusteredColumn', '<cx:aggregation/>') + paretoLine,
      axes: newerAxes('0.1', shares),
      title: 'Complaints',
    }),
  },
  funnel: {
    rows: stages,
    part: newerPart({
      data: newerData('$A$2:$A$5', '$B$2:$B$5'),
      series: newerSeries('funnel'),
      axes: '<cx:axis id="1"><cx:catScaling gapWidth="0.06"/><cx:tickLabels/></cx:axis>',
      title: 'Orders',
    }),
  },
  'box and whisker': {
    rows: scores,
    part: newerPart({
      data: [newerData('$A$2:$A$14', '$B$2:$B$14'), newerData('$A$2:$A$14', '$C$2:$C$14')],
      series:
        newerSeries('boxWhisker', '<cx:visibility meanLine="0" meanMarker="1" nonoutliers="0" outliers="1"/>', {
          inner: '',
          name: 'First',
        }) +
        newerSeries('boxWhisker', '<cx:visibility meanMarker="1" nonoutliers="1" outliers="1"/>', {
          inner: '',
          data: 1,
          name: 'Second',
        }),
      axes: newerAxes('1'),
      title: 'Scores',
      legend: 'b',
    }),
  },
  treemap: {
    rows: shop,
    part: newerPart({
      data: tree,
      series: newerSeries('treemap', '<cx:parentLabelLayout val="overlapping"/>', { inner: nameLabels }),
      title: 'Sold',
      legend: 't',
    }),
  },
  'treemap with banners': {
    rows: shop,
    part: newerPart({
      data: tree,
      series: newerSeries('treemap', '<cx:parentLabelLayout val="banner"/>', {
        inner: nameLabels.replace('value="0"', 'value="1"'),
      }),
      title: 'Sold',
    }),
  },
  sunburst: {
    rows: shop,
    part: newerPart({ data: tree, series: newerSeries('sunburst', '', { inner: nameLabels }), title: 'Sold' }),
  },
};

/** The element of a drawing part that shows chart `n`, with what older programs show instead. */
export function newerFrame(n: number, fallback = '<xdr:sp/>'): string {
  const frame = `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="${n + 1}" name="Chart ${n}"/></xdr:nvGraphicFramePr><a:graphic><a:graphicData uri="${cx}"><cx:chart xmlns:cx="${cx}" r:id="rId${n}"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
  return `<mc:AlternateContent xmlns:mc="${mc}"><mc:Choice xmlns:cx1="x" Requires="cx1">${frame}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
}

/** A workbook of one sheet with charts of newer kinds over it. */
export function newerBook(
  charts: readonly string[],
  rows: readonly (readonly CellSource[])[],
  more: { anchors?: string; relations?: string; parts?: Record<string, string | Uint8Array>; body?: string } = {},
): Uint8Array {
  const usual = charts.map((_, n) => cellAnchor([5, 1 + 18 * n], [12, 16 + 18 * n], newerFrame(n + 1))).join('');
  const relations = charts.map(
    (_, n) =>
      `<Relationship Id="rId${n + 1}" Type="http://schemas.microsoft.com/office/2014/relationships/chartEx" Target="../charts/chartEx${n + 1}.xml"/>`,
  );
  const body = more.body ?? cellsXml(rows);
  return buildXlsx({
    sheets: [{ body: `${body}<drawing r:id="rId1"/>`, relations: [['rId1', 'drawing', '../drawings/drawing1.xml']] }],
    parts: {
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${xdr}" xmlns:a="${a}" xmlns:r="${r}">${more.anchors ?? usual}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': `<Relationships>${relations.join('')}${more.relations ?? ''}</Relationships>`,
      ...Object.fromEntries(charts.map((chart, n) => [`xl/charts/chartEx${n + 1}.xml`, chart])),
      ...more.parts,
    },
  });
}
