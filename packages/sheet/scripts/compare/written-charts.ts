import { cellAnchor, chartBook, chartFrame } from '../../src/test-support/chart-books.ts';
import { cellsXml } from '../../src/test-support/xlsx-builder.ts';
import { withTheme } from './every-chart.ts';
import {
  accent,
  chartEdge,
  dotted,
  dPoint,
  letters,
  look,
  noLine,
  noMarker,
  small,
  soft,
  stroke,
  tint,
} from './excel-words.ts';

/** Six months of what the charts show; days are numbers of days. */
const rows = [
  ['Month', 'Revenue', 'Cost', 'Profit', 'Size', 'Open', 'High', 'Low', 'Close', 'Day'],
  ['Jan', 120, 80, 40, 4, 20, 25, 18, 23, 46023],
  ['Feb', 95, 60, 35, 9, 23, 27, 21, 22, 46054],
  ['Mar', 140, 90, 50, 1, 22, 26, 19, 25, 46082],
  ['Apr', 160, 100, 60, 16, 26, 30, 23, 25, 46113],
  ['May', 130, 85, 45, 7, 25, 29, 22, 28, 46143],
  ['Jun', 165, 110, 65, 12, 28, 33, 26, 31, 46174],
] as const;

const c = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const a = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const r = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface AxisWords {
  readonly id?: number;
  readonly side?: string;
  readonly format?: string;
  readonly grid?: boolean;
  readonly scaling?: string;
  readonly crosses?: string;
  readonly crossId?: number;
  readonly between?: string;
  readonly gone?: boolean;
}

function axis(kind: 'catAx' | 'valAx' | 'dateAx', words: AxisWords = {}): string {
  const { id = kind === 'valAx' ? 2 : 1, side = kind === 'valAx' ? 'l' : 'b', crosses = 'autoZero' } = words;
  const grid = words.grid ? `<c:majorGridlines>${look(soft)}</c:majorGridlines>` : '';
  const format = words.format ?? 'General';
  const own =
    kind === 'valAx'
      ? `<c:crossBetween val="${words.between ?? 'between'}"/>`
      : kind === 'dateAx'
        ? '<c:auto val="1"/><c:lblOffset val="100"/><c:baseTimeUnit val="months"/>'
        : '<c:auto val="1"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/>';
  return (
    `<c:${kind}><c:axId val="${id}"/><c:scaling>${words.scaling ?? ''}<c:orientation val="minMax"/></c:scaling>` +
    `<c:delete val="${words.gone ? 1 : 0}"/><c:axPos val="${side}"/>${grid}` +
    `<c:numFmt formatCode="${format}" sourceLinked="${words.format === undefined ? 1 : 0}"/>` +
    '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>' +
    `${look(kind === 'valAx' && !words.grid ? noLine : soft)}${small}` +
    `<c:crossAx val="${words.crossId ?? 3 - id}"/><c:crosses val="${crosses}"/>${own}</c:${kind}>`
  );
}

const inPercent = { format: '0%' };
const usualAxes = axis('catAx') + axis('valAx', { grid: true });
const pointAxes =
  axis('valAx', { id: 1, side: 'b', grid: true, between: 'midCat' }) + axis('valAx', { grid: true, between: 'midCat' });
const ids = '<c:axId val="1"/><c:axId val="2"/>';

const columns = {
  revenue: 'B',
  cost: 'C',
  profit: 'D',
  open: 'F',
  high: 'G',
  low: 'H',
  close: 'I',
  size: 'E',
} as const;
type Column = keyof typeof columns;

const numbers = (name: string, column: string) =>
  `<c:${name}><c:numRef><c:f>Sheet1!$${column}$2:$${column}$7</c:f></c:numRef></c:${name}>`;
const months = '<c:cat><c:strRef><c:f>Sheet1!$A$2:$A$7</c:f></c:strRef></c:cat>';

interface SeriesWords {
  readonly shape?: string;
  /** After the look of the series. */
  readonly inner?: string;
  readonly end?: string;
  readonly across?: string;
  readonly values?: string;
}

function series(n: number, column: Column, words: SeriesWords = {}): string {
  const letter = columns[column];
  return (
    `<c:ser><c:idx val="${n}"/><c:order val="${n}"/><c:tx><c:strRef><c:f>Sheet1!$${letter}$1</c:f></c:strRef></c:tx>` +
    `${look(words.shape ?? accent(n))}${words.inner ?? ''}${words.across ?? months}${numbers(words.values ?? 'val', letter)}${words.end ?? ''}</c:ser>`
  );
}

const inks: readonly Column[] = ['revenue', 'cost', 'profit'];
const several = (words: (n: number) => SeriesWords = () => ({}), count = 3) =>
  inks
    .slice(0, count)
    .map((column, n) => series(n, column, words(n)))
    .join('');
const upright = '<c:invertIfNegative val="0"/>';

function bars(
  direction: string,
  grouping: string,
  around: { gap: number; overlap?: number; inner?: string; axes?: string },
): string {
  const overlap = around.overlap === undefined ? '' : `<c:overlap val="${around.overlap}"/>`;
  const lying = axis('catAx', { side: 'l' }) + axis('valAx', { side: 'b', grid: true });
  return (
    `<c:barChart><c:barDir val="${direction}"/><c:grouping val="${grouping}"/><c:varyColors val="0"/>` +
    `${around.inner ?? several(() => ({ inner: upright }))}<c:gapWidth val="${around.gap}"/>${overlap}${ids}</c:barChart>` +
    (around.axes ?? (direction === 'bar' ? lying : usualAxes))
  );
}

function lines(words: (n: number) => SeriesWords, axes = usualAxes, count = 3): string {
  return `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${several(words, count)}<c:marker val="1"/>${ids}</c:lineChart>${axes}`;
}

const plainLine = (n: number): SeriesWords => ({ shape: stroke(n), inner: noMarker, end: '<c:smooth val="0"/>' });

function areas(grouping: string): string {
  const format = grouping === 'percentStacked' ? inPercent : {};
  const axes = axis('catAx') + axis('valAx', { grid: true, between: 'midCat', ...format });
  return `<c:areaChart><c:grouping val="${grouping}"/><c:varyColors val="0"/>${several()}${ids}</c:areaChart>${axes}`;
}

function points(style: string, words: SeriesWords): string {
  const across = numbers('xVal', 'E');
  return `<c:scatterChart><c:scatterStyle val="${style}"/><c:varyColors val="0"/>${series(0, 'revenue', { across, values: 'yVal', ...words })}${ids}</c:scatterChart>${pointAxes}`;
}

const slices = Array.from({ length: 6 }, (_, n) => dPoint(n)).join('');
const shown = (what: string, place = '') =>
  `<c:dLbls>${look(`<a:noFill/>${noLine}`)}${small}${place}${['LegendKey', 'Val', 'CatName', 'SerName', 'Percent', 'BubbleSize'].map((one) => `<c:show${one} val="${one === what ? 1 : 0}"/>`).join('')}</c:dLbls>`;

function round(kind: 'pie' | 'doughnut', labels = ''): string {
  const own = series(0, 'revenue', { inner: slices + labels }).replace(look(accent(0)), '');
  const hole = kind === 'doughnut' ? '<c:holeSize val="50"/>' : '';
  return `<c:${kind}Chart><c:varyColors val="1"/>${own}<c:firstSliceAng val="0"/>${hole}</c:${kind}Chart>`;
}

function radar(style: string, words: (n: number) => SeriesWords): string {
  return `<c:radarChart><c:radarStyle val="${style}"/><c:varyColors val="0"/>${several(words, 2)}${ids}</c:radarChart>${axis('catAx', { grid: true })}${axis('valAx', { grid: true })}`;
}

function stock(names: readonly Column[], bars = ''): string {
  const own = names.map((name, n) =>
    series(n, name, { shape: '<a:ln w="28575"><a:noFill/></a:ln>', inner: noMarker, end: '<c:smooth val="0"/>' }),
  );
  const line = look(`<a:ln w="9525">${tint(75_000)}</a:ln>`);
  return `<c:stockChart>${own.join('')}<c:hiLowLines>${line}</c:hiLowLines>${bars}${ids}</c:stockChart>${usualAxes}`;
}

const upDown = `<c:upDownBars><c:gapWidth val="150"/><c:upBars>${look(`<a:solidFill><a:schemeClr val="lt1"/></a:solidFill><a:ln w="9525">${tint(65_000)}</a:ln>`)}</c:upBars><c:downBars>${look(`${tint(75_000)}<a:ln w="9525">${tint(65_000)}</a:ln>`)}</c:downBars></c:upDownBars>`;
const one = (words: SeriesWords) => series(0, 'revenue', { ...words, inner: upright + (words.inner ?? '') });
const second =
  axis('valAx', { id: 4, side: 'r', crosses: 'max', crossId: 3 }) + axis('catAx', { id: 3, crossId: 4, gone: true });

/** The plots of the kinds of charts as Excel has written them since 2013, each with all its looks, by what they are. */
const writtenPlots: Readonly<Record<string, string>> = {
  'clustered columns': bars('col', 'clustered', { gap: 219, overlap: -27 }),
  'stacked columns': bars('col', 'stacked', { gap: 150, overlap: 100 }),
  'columns of 100 %': bars('col', 'percentStacked', {
    gap: 150,
    overlap: 100,
    axes: axis('catAx') + axis('valAx', { grid: true, ...inPercent }),
  }),
  'bars that lie': bars('bar', 'clustered', { gap: 182 }),
  'stacked bars': bars('bar', 'stacked', { gap: 150, overlap: 100 }),
  lines: lines(plainLine),
  'lines with markers': lines((n) => ({ ...plainLine(n), inner: dotted(n) })),
  'smooth lines': lines((n) => ({ ...plainLine(n), end: '<c:smooth val="1"/>' })),
  areas: areas('standard'),
  'stacked areas': areas('stacked'),
  'areas of 100 %': areas('percentStacked'),
  pie: round('pie'),
  'pie with labels': round('pie', shown('Val', '<c:dLblPos val="inEnd"/>')),
  doughnut: round('doughnut'),
  scatter: points('lineMarker', {
    shape: '<a:ln w="25400"><a:noFill/></a:ln>',
    inner: dotted(0),
    end: '<c:smooth val="0"/>',
  }),
  'scatter with lines': points('lineMarker', {
    shape: stroke(0, 19_050),
    inner: dotted(0),
    end: '<c:smooth val="0"/>',
  }),
  bubbles: `<c:bubbleChart><c:varyColors val="0"/>${one({ across: numbers('xVal', 'E'), values: 'yVal', end: numbers('bubbleSize', 'C') })}<c:bubbleScale val="100"/><c:showNegBubbles val="0"/>${ids}</c:bubbleChart>${pointAxes}`,
  radar: radar('marker', plainLine),
  'filled radar': radar('filled', (n) => ({ shape: accent(n) })),
  'stock of high, low and close': stock(['high', 'low', 'close']).replace(
    /(<c:idx val="2"\/>.*?)<c:symbol val="none"\/>/,
    '$1<c:symbol val="dash"/><c:size val="7"/>',
  ),
  'stock of open, high, low and close': stock(['open', 'high', 'low', 'close'], upDown),
  'columns and a line': `${bars('col', 'clustered', { gap: 219, overlap: -27, inner: several(() => ({ inner: upright }), 2), axes: '' })}<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${series(2, 'profit', plainLine(2))}<c:marker val="1"/>${ids}</c:lineChart>${usualAxes}`,
  'columns and a line on a second axis': `${bars('col', 'clustered', { gap: 219, overlap: -27, inner: one({}), axes: '' })}<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${series(1, 'low', plainLine(1))}<c:marker val="1"/><c:axId val="3"/><c:axId val="4"/></c:lineChart>${usualAxes}${second}`,
  'columns with labels': bars('col', 'clustered', {
    gap: 219,
    overlap: -27,
    inner: one({ inner: shown('Val', '<c:dLblPos val="outEnd"/>') }),
  }),
  'columns with a trend': bars('col', 'clustered', {
    gap: 219,
    inner: one({
      inner: `<c:trendline>${look(`<a:ln w="19050" cap="rnd">${accent(1)}</a:ln>`)}<c:trendlineType val="linear"/><c:dispRSqr val="0"/><c:dispEq val="0"/></c:trendline>`,
    }),
  }),
  'columns with errors': bars('col', 'clustered', {
    gap: 219,
    inner: one({
      inner: `<c:errBars><c:errBarType val="both"/><c:errValType val="percentage"/><c:noEndCap val="0"/><c:val val="5"/>${look(`<a:ln w="9525">${tint(65_000)}</a:ln>`)}</c:errBars>`,
    }),
  }),
  'an axis of powers': bars('col', 'clustered', {
    gap: 219,
    inner: series(0, 'size', { inner: upright }),
    axes: axis('catAx') + axis('valAx', { grid: true, scaling: '<c:logBase val="10"/>' }),
  }),
  'an axis of dates': lines(
    (n) => ({ ...plainLine(n), across: numbers('cat', 'J') }),
    axis('dateAx', { format: 'mmm\\ yy' }) + axis('valAx', { grid: true }),
  ),
};

function part(title: string, plot: string): string {
  const words = `<a:p><a:pPr>${letters(1400)}</a:pPr><a:r><a:rPr lang="en-US" sz="1400" b="0">${tint(65_000)}</a:rPr><a:t>${title}</a:t></a:r></a:p>`;
  return (
    `<c:chartSpace xmlns:c="${c}" xmlns:a="${a}" xmlns:r="${r}"><c:roundedCorners val="0"/><c:chart>` +
    `<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/>${words}</c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>` +
    `<c:plotArea><c:layout/>${plot}${look(`<a:noFill/>${noLine}`)}</c:plotArea>` +
    `<c:legend><c:legendPos val="b"/><c:overlay val="0"/>${small}</c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>` +
    `${chartEdge}</c:chartSpace>`
  );
}

/** A workbook of charts that leave nothing to the program that shows them. */
export function writtenChartBook(other: Uint8Array): Uint8Array {
  const charts = Object.entries(writtenPlots).map(([title, plot]) => part(title, plot));
  const anchors = charts.map((_, n) => cellAnchor([11, 1 + 18 * n], [19, 16 + 18 * n], chartFrame(n + 1))).join('');
  return withTheme(
    chartBook({ charts, anchors, body: `<sheetFormatPr defaultRowHeight="15"/>${cellsXml(rows)}` }),
    other,
  );
}
