import type { ChartColumn, TakenChart } from '../drawings/taken-drawing.ts';
import { xml, xmlHead } from './xml-text.ts';

const spaces =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

/** Series that are drawn alike on the same axes. */
interface Group {
  /** Without what follows the kind. */
  readonly kind: string;
  readonly grouping: 'clustered' | 'standard' | 'stacked' | 'percentStacked';
  readonly isSecond: boolean;
  readonly series: Series[];
}

interface Series {
  readonly number: number;
  readonly values: ChartColumn;
  readonly across: ChartColumn | undefined;
  readonly sizes: ChartColumn | undefined;
}

/** A chart of a page as a chart of a spreadsheet, with its numbers in it. */
export function chartXml(chart: TakenChart): string {
  const groups = groupsOf(chart);
  const title =
    chart.title === ''
      ? '<c:autoTitleDeleted val="1"/>'
      : `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr lang="en-US"/><a:t>${xml(chart.title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>`;
  const plots = groups.map(groupXml).join('');
  const plot = `<c:plotArea><c:layout/>${plots}${axesXml(groups)}</c:plotArea>`;
  const legend = '<c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend>';
  return `${xmlHead}<c:chartSpace ${spaces}><c:roundedCorners val="0"/><c:chart>${title}${plot}${legend}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
}

function groupsOf({ columns }: TakenChart): Group[] {
  const groups = new Map<string, Group>();
  const names = columns.findLast(({ word }) => word === 'name');
  let number = 0;
  for (const [n, column] of columns.entries()) {
    const [, kind = '', stack = '', second = ''] = /^([a-z]+)([+%]?)(2?)$/.exec(column.word) ?? [];
    if (kind === '' || kind === 'name' || kind === 'x' || kind === 'size') continue;
    const isPoint = kind === 'scatter' || kind === 'bubble';
    const next = columns[n + 1];
    const group = groups.get(column.word) ?? {
      kind,
      grouping: groupingOf(kind, stack),
      isSecond: second !== '',
      series: [],
    };
    groups.set(column.word, group);
    group.series.push({
      number: number++,
      values: column,
      across: isPoint ? columns[n - 1] : names,
      sizes: next?.word === 'size' ? next : undefined,
    });
  }
  return [...groups.values()];
}

function groupingOf(kind: string, stack: string): Group['grouping'] {
  if (stack === '+') return 'stacked';
  if (stack === '%') return 'percentStacked';
  return kind === 'col' || kind === 'bar' ? 'clustered' : 'standard';
}

function groupXml(group: Group): string {
  const { kind, grouping, isSecond } = group;
  const series = group.series.map((one) => seriesXml(one, kind)).join('');
  const axes = isSecond ? '<c:axId val="3"/><c:axId val="4"/>' : '<c:axId val="1"/><c:axId val="2"/>';
  const stacked = grouping === 'stacked' || grouping === 'percentStacked';
  switch (kind) {
    case 'col':
    case 'bar':
      return `<c:barChart><c:barDir val="${kind}"/><c:grouping val="${grouping}"/><c:varyColors val="0"/>${series}<c:gapWidth val="150"/>${stacked ? '<c:overlap val="100"/>' : ''}${axes}</c:barChart>`;
    case 'area':
      return `<c:areaChart><c:grouping val="${grouping}"/><c:varyColors val="0"/>${series}${axes}</c:areaChart>`;
    case 'pie':
      return `<c:pieChart><c:varyColors val="1"/>${series}<c:firstSliceAng val="0"/></c:pieChart>`;
    case 'doughnut':
      return `<c:doughnutChart><c:varyColors val="1"/>${series}<c:firstSliceAng val="0"/><c:holeSize val="50"/></c:doughnutChart>`;
    case 'scatter':
      return `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${series}${axes}</c:scatterChart>`;
    case 'bubble':
      return `<c:bubbleChart><c:varyColors val="0"/>${series}<c:bubbleScale val="100"/>${axes}</c:bubbleChart>`;
    case 'radar':
      return `<c:radarChart><c:radarStyle val="marker"/><c:varyColors val="0"/>${series}${axes}</c:radarChart>`;
    default:
      return `<c:lineChart><c:grouping val="${grouping}"/><c:varyColors val="0"/>${series}<c:marker val="1"/>${axes}</c:lineChart>`;
  }
}

function seriesXml({ number, values, across, sizes }: Series, kind: string): string {
  const named = `<c:idx val="${number}"/><c:order val="${number}"/><c:tx><c:v>${xml(values.head)}</c:v></c:tx>`;
  if (kind === 'scatter' || kind === 'bubble') {
    const x = across ? `<c:xVal>${numbersXml(across)}</c:xVal>` : '';
    const size = sizes ? `<c:bubbleSize>${numbersXml(sizes)}</c:bubbleSize>` : '';
    const inverts = kind === 'bubble' ? notInverted : '';
    const own = kind === 'bubble' ? `${size}<c:bubble3D val="0"/>` : straight;
    return `<c:ser>${named}${inverts}${x}<c:yVal>${numbersXml(values)}</c:yVal>${own}</c:ser>`;
  }
  const names = across ? `<c:cat>${textsXml(across)}</c:cat>` : '';
  const isBar = kind === 'col' || kind === 'bar';
  const isLine = !isBar && !notLines.has(kind);
  return `<c:ser>${named}${isBar ? notInverted : ''}${names}<c:val>${numbersXml(values)}</c:val>${isLine ? straight : ''}</c:ser>`;
}

const notLines: ReadonlySet<string> = new Set(['area', 'pie', 'doughnut', 'radar']);

/** What spreadsheets would have so where it is left unsaid. */
const straight = '<c:smooth val="0"/>';
const notInverted = '<c:invertIfNegative val="0"/>';

function numbersXml({ values, format }: ChartColumn): string {
  const points = values.map((value, n) => (value === undefined ? '' : `<c:pt idx="${n}"><c:v>${value}</c:v></c:pt>`));
  return `<c:numLit><c:formatCode>${xml(format)}</c:formatCode><c:ptCount val="${values.length}"/>${points.join('')}</c:numLit>`;
}

function textsXml({ texts }: ChartColumn): string {
  const points = texts.map((text, n) => `<c:pt idx="${n}"><c:v>${xml(text)}</c:v></c:pt>`);
  return `<c:strLit><c:ptCount val="${texts.length}"/>${points.join('')}</c:strLit>`;
}

/** The axes that the groups lie on: below and at the left, or the other way round for bars that lie. */
function axesXml(groups: readonly Group[]): string {
  if (groups.every(({ kind }) => kind === 'pie' || kind === 'doughnut')) return '';
  const isPoint = groups.some(({ kind }) => kind === 'scatter' || kind === 'bubble');
  const isLying = groups.some(({ kind }) => kind === 'bar');
  const across = (id: number, cross: number, isDeleted: boolean) =>
    axisXml(isPoint ? 'valAx' : 'catAx', { id, cross, side: isLying ? 'l' : 'b', isDeleted });
  const first = across(1, 2, false) + axisXml('valAx', { id: 2, cross: 1, side: isLying ? 'b' : 'l', hasGrid: true });
  if (!groups.some(({ isSecond }) => isSecond)) return first;
  return first + across(3, 4, true) + axisXml('valAx', { id: 4, cross: 3, side: 'r', crosses: 'max' });
}

interface AxisParts {
  readonly id: number;
  readonly cross: number;
  readonly side: string;
  readonly isDeleted?: boolean;
  readonly hasGrid?: boolean;
  readonly crosses?: string;
}

function axisXml(
  kind: string,
  { id, cross, side, isDeleted = false, hasGrid = false, crosses = 'autoZero' }: AxisParts,
): string {
  const grid = hasGrid ? '<c:majorGridlines/>' : '';
  return `<c:${kind}><c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="${Number(isDeleted)}"/><c:axPos val="${side}"/>${grid}<c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="${cross}"/><c:crosses val="${crosses}"/></c:${kind}>`;
}
